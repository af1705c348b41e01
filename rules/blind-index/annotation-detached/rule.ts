import { defineRule } from '../../model/rule.ts';
import { packageName } from '../package-names.ts';
import { outcome, repairs, straysOf } from '../stray.ts';

export const rule = defineRule({
  id: 'blind-index/annotation-detached',
  severity: 'error',
  title: 'an annotation in documentation that Prisma attaches to no field',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const schema of blindIndex.schemas) {
      for (const one of straysOf(schema)) {
        const { stray, field } = one;
        if (stray.why !== 'detached') continue;
        const cause =
          field === undefined
            ? 'it stands behind a brace, behind an attribute of the model or at its end, and not at a field'
            : `between it and ${field.name} stand a blank line and a further comment, and Prisma keeps the last comments alone`;
        const write =
          field === undefined
            ? 'write it behind the field that it is for, on its line'
            : `write it right above ${field.name}, or behind it on its line`;
        yield {
          place: stray.place,
          field: field?.path,
          message: `Prisma attaches this documentation to nothing: ${cause}; ${packageName(schema)} never sees ${stray.text}, so that ${outcome(one)}; ${write}`,
          fixes: repairs(one),
        };
      }
    }
  },
});
