import { insertEstimate } from '../../costs/time.ts';
import { containerName } from '../../model/field.ts';
import { grouped } from '../../model/grouped.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { cheaper } from '../../mongodb/cheaper.ts';
import { describeBytes, describeRatio } from '../../mongodb/cost-wording.ts';
import { documentCost, heaviestFields, placeOfList } from '../../mongodb/document-cost.ts';
import { costsOf, type FieldCost, heaviestQuery } from '../../mongodb/field-cost.ts';

export const rule = defineRule({
  id: 'cost/budget',
  severity: 'error',
  title: 'a budget of the project that the worst case passes',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const cost of costsOf(list)) {
        for (const report of checkTokens(cost)) yield report;
        for (const report of checkInsert(cost)) yield report;
      }
      const budget = list.budgets.documentBytes;
      const cost = budget === undefined ? undefined : documentCost(list);
      if (budget === undefined || cost === undefined || cost.worst <= budget) continue;
      yield {
        place: placeOfList(list),
        message: `encryption adds up to ${describeBytes(cost.worst)} to a document of ${containerName(list.container)}, and the budget of the project is ${describeBytes(budget)}: search fewer fields, or shorter pieces`,
        related: heaviestFields(cost),
      };
    }
  },
});

function checkTokens(cost: FieldCost): readonly Report[] {
  const reports: Report[] = [];
  const { field, estimate } = cost;
  const { tokens: budget } = field.budgets;
  const { worst } = estimate.tokens;
  if (budget === undefined || worst <= budget) return reports;
  reports.push({
    ...placed(cost),
    message: `${field.path ?? 'this field'} leaves up to ${grouped(worst)} tokens a value, and the budget of the project is ${grouped(budget)}: search it in a narrower way`,
    fixes: cheaper(cost, budget),
  });
  return reports;
}

function checkInsert(cost: FieldCost): readonly Report[] {
  const reports: Report[] = [];
  const { field, estimate } = cost;
  const { insertRatio: budget } = field.budgets;
  const { ratioToEquality } = estimate.worst.insert;
  if (budget === undefined || ratioToEquality <= budget) return reports;
  reports.push({
    ...placed(cost),
    message: `an insert of ${field.path ?? 'this field'} takes up to ${describeRatio(ratioToEquality)} times as long as with equality, by estimate, and the budget of the project is ${describeRatio(budget)} times: search it in a narrower way`,
    fixes: cheaper(cost, tokensWithin(budget, estimate.tokens.worst)),
  });
  return reports;
}

/** The most tokens whose insert keeps within so many times that of equality. */
function tokensWithin(ratio: number, most: number): number {
  let tokens = most;
  while (tokens > 0 && insertEstimate(tokens).ratioToEquality > ratio) tokens -= 1;
  return tokens;
}

function placed(cost: FieldCost): Pick<Report, 'place' | 'field'> {
  return { place: heaviestQuery(cost)?.query.nameValue?.place ?? cost.field.place, field: cost.field.path };
}
