import type { FieldList, QueryableField, QueryKind } from '../../model/mongodb.ts';
import type { MongodbOperation } from '../../model/mongodb-queries.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import {
  type ExpressionSearch,
  isTextOperator,
  kindsOf,
  searchesOf,
  type TextOperator,
  textOperators,
} from '../searches.ts';
import { listed } from '../wording.ts';

export const rule = defineRule({
  id: 'mongodb/second-field-needed',
  severity: 'info',
  title: 'searches of one value that no one field can serve',
  since: '0.1.0',
  fix: 'none',
  *check({ mongodb }) {
    for (const list of mongodb.fieldLists) {
      const operations = mongodb.queries.operations.filter(({ fieldList }) => fieldList === list);
      if (operations.length > 0) yield* checkList(list, operations);
    }
  },
});

function* checkList(list: FieldList, operations: readonly MongodbOperation[]): Iterable<Report> {
  const searches = operations.flatMap((operation) => searchesOf(operation)).filter(isTextSearch);
  for (const field of list.fields) {
    const ofField = searches.filter(({ path }) => path === field.path);
    const report = ofField.length === 0 ? undefined : checkField(field, ofField);
    if (report !== undefined) yield report;
  }
}

type TextSearch = ExpressionSearch & { readonly operator: TextOperator };

function isTextSearch(search: ReturnType<typeof searchesOf>[number]): search is TextSearch {
  // The folded equality is served by every text type.
  return (
    search.kind === 'expression' &&
    isTextOperator(search.operator) &&
    search.operator !== '$encStrNormalizedEq'
  );
}

function checkField(field: QueryableField, searches: readonly TextSearch[]): Report | undefined {
  const has = kindsOf(field);
  if (has === undefined || field.path === undefined) return undefined;
  const wanted = new Set<QueryKind>(searches.flatMap(({ operator }) => textOperators[operator].kinds));
  // Prefix and suffix share one field; substring shares it with nothing.
  if (wanted.size < 2 || !wanted.has('substring')) return undefined;
  const missing = [...wanted].filter((kind) => !has.has(kind));
  if (missing.length === 0) return undefined;
  const operators = [...new Set(searches.map(({ operator }) => operator))];
  return {
    place: field.place,
    field: field.path,
    message: `code searches ${field.path} with ${listed(operators)}, and substring stands alone on a field: write the same value into a second encrypted field with the query type ${listed(missing)}, and send ${missing.length === 1 ? 'that search' : 'those searches'} there`,
    related: operators.flatMap((operator) => {
      const search = searches.find((one) => one.operator === operator);
      return search === undefined ? [] : [{ message: `${operator} is used here`, place: search.place }];
    }),
  };
}
