import { defineRule } from '../../model/rule.ts';
import { refusedByClient } from './construction.ts';
import { refusedByGenerator } from './generator.ts';
import { passedOver, sharedUuids } from './passed-over.ts';
import { inCompositeType, unserved } from './unserved.ts';

export const rule = defineRule({
  id: 'blind-index/fieldseal-declaration',
  severity: 'error',
  title: 'a declaration that Fieldseal refuses, passes over, or cannot serve',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const schema of blindIndex.schemas) {
      if (schema.package !== 'fieldseal') continue;
      for (const model of schema.models) {
        // The client knows nothing of it, nor does the generator.
        if (model.attributes.some(({ name }) => name === 'ignore')) continue;
        if (model.kind === 'type') {
          yield* inCompositeType(model);
          continue;
        }
        yield* refusedByGenerator(model);
        yield* refusedByClient(model);
        yield* passedOver(model);
        yield* unserved(model);
      }
      yield* sharedUuids(schema);
    }
  },
});
