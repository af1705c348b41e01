import { defineRule } from '../../model/rule.ts';
import { packageName } from '../package-names.ts';
import { outcome, repairs, type StrayOf, straysOf } from '../stray.ts';

export const rule = defineRule({
  id: 'blind-index/annotation-typo',
  severity: 'error',
  title: 'an annotation that its package does not recognise, or reads as another',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const schema of blindIndex.schemas) {
      for (const one of straysOf(schema)) {
        if (one.stray.why === 'detached') continue;
        yield {
          place: one.stray.place,
          field: one.field?.path,
          message: one.stray.why === 'typo' ? slip(one) : otherComment(one),
          fixes: repairs(one),
        };
      }
    }
  },
});

function slip(one: StrayOf): string {
  const { text, meant } = one.stray;
  const name = packageName(one.schema);
  const write = meant === undefined ? 'write it as the package reads it' : `write ${meant}`;
  if (text.startsWith('@encrypted') && meant?.startsWith('@encryption:hash') === true) {
    return `${name} reads ${text} as @encrypted: ${outcome(one)}; ${write}`;
  }
  return `${text} is no annotation of ${name}, which passes over it: ${outcome(one)}; ${write}`;
}

function otherComment(one: StrayOf): string {
  const { schema, stray } = one;
  const { text } = stray;
  if (stray.why === 'model') {
    return `${packageName(schema)} reads the documentation of fields, and this is that of the model: it passes over ${text}, so that ${outcome(one)}; write it behind each field that it is for, on its line`;
  }
  const read =
    schema.package === 'prisma-encryption'
      ? 'prisma-encryption reads the line comment behind a field alone, and this is another one'
      : `${packageName(schema)} reads documentation alone, and this is a plain comment`;
  const write =
    schema.package === 'prisma-encryption' ? 'write it behind the field, on its line' : 'write it behind ///';
  return `${read}: it passes over ${text}, so that ${outcome(one)}; ${write}`;
}
