import { defineRule } from '../../model/rule.ts';
import { named } from '../column-words.ts';

export const rule = defineRule({
  id: 'eql/negated-match',
  severity: 'warning',
  title: 'NOT over a match, which has false positives',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { uses } }) {
    for (const use of uses) {
      if (use.kind !== 'operator' && use.kind !== 'call') continue;
      const { domain, generation, proxy } = use.column;
      if (generation !== 'v3' || proxy || domain?.operators.includes('@@') !== true) continue;
      const isMatch =
        use.kind === 'operator'
          ? use.operator === '@@' && use.through.length === 0
          : use.schema === 'eql_v3' && use.name === 'matches';
      if (!isMatch || use.negation === undefined) continue;
      yield {
        place: use.negation,
        field: use.column.path,
        message: `a match on ${named(use.column, domain)} also finds rows that do not hold the text, so that its negation drops rows that should stay, and reads every row; match without NOT, and leave rows out after decryption`,
      };
    }
  },
});
