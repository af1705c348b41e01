import { grouped } from '../../model/grouped.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { cheaper } from '../cheaper.ts';
import { describeBytes, describeRatio, describeSpread, describeTokens } from '../cost-wording.ts';
import { costsOf, type FieldCost, heaviestQuery } from '../field-cost.ts';

export const rule = defineRule({
  id: 'mongodb/token-blow-up',
  severity: 'warning',
  title: 'a field that leaves many tokens for every value',
  since: '0.1.0',
  fix: 'suggestion',
  options: {
    tokens: {
      default: 100,
      minimum: 1,
      description: 'Tokens that the worst value of a field may leave before it is reported.',
    },
  },
  *check(project, { options }) {
    for (const list of project.mongodb.fieldLists) {
      for (const cost of costsOf(list)) {
        // A budget of the project stands in place of ours, and has a rule of its own.
        if (cost.field.budgets.tokens !== undefined) continue;
        const { tokens } = options(cost.field.place.file);
        if (cost.estimate.tokens.worst > tokens) yield report(cost, tokens);
      }
    }
  },
});

function report(cost: FieldCost, budget: number): Report {
  const { field, estimate } = cost;
  const query = heaviestQuery(cost)?.query;
  const { documentBytes, metadataBytes, typical, worst } = estimate;
  const parts = [
    ...(documentBytes === undefined ? [] : [`${describeSpread(documentBytes)} in the document`]),
    ...(metadataBytes === undefined
      ? []
      : [`${describeBytes(metadataBytes.worst ?? metadataBytes.typical)} in ESC and ECOC`]),
    `about ${describeRatio(typical.insert.ratioToEquality)} times the insert of an equality field${worst.tokens === typical.tokens ? '' : `, ${describeRatio(worst.insert.ratioToEquality)} times at worst`}`,
  ];
  return {
    place: query?.nameValue?.place ?? field.place,
    field: field.path,
    message: `${field.path ?? 'this field'} leaves ${describeTokens(estimate)}, more than ${grouped(budget)}: ${parts.join('; ')}`,
    fixes: cheaper(cost, budget),
  };
}
