import { defineRule, safeFix } from '../../model/rule.ts';
import { postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/json-index-syntax',
  severity: 'error',
  title: 'the JSON index without the parentheses around its cast',
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { databases } }) {
    for (const { definitions } of databases) {
      for (const definition of definitions) {
        if (definition.kind !== 'json-index-syntax') continue;
        const { place, open, close } = definition;
        const insert = (at: number, text: string) =>
          ({ kind: 'text', place: { file: place.file, start: at, end: at }, text }) as const;
        yield {
          place,
          message: `an expression with a cast needs parentheses of its own in an index, and without them PostgreSQL cannot read the statement: write ((eql_v3.to_ste_vec_query(…)::jsonb) jsonb_path_ops)${postgresCode('42601')}`,
          fixes: [safeFix('put parentheses around the cast', insert(open, '('), insert(close, ')'))],
        };
      }
    }
  },
});
