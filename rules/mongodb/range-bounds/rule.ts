import { isRangeType } from '../../costs/range-domain.ts';
import type { QueryableField, QueryType } from '../../model/mongodb.ts';
import type { Project } from '../../model/project.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { checkBoundType } from './bound-type.ts';
import { type BoundUse, boundUses, readBounds } from './bounds.ts';
import { checkKind } from './kind.ts';
import { checkOrder } from './order.ts';
import { checkPrecision } from './precision.ts';
import { checkWidth } from './width.ts';

export const rule = defineRule({
  id: 'mongodb/range-bounds',
  severity: 'error',
  title: 'bounds of a range that the server refuses, or that are missing and cost tokens',
  since: '0.1.0',
  fix: 'safe',
  *check(project) {
    const uses = boundUses(rangeQueries(project));
    for (const { field, query } of rangeQueries(project)) yield* checkQuery(field, query, uses);
  },
});

function* rangeQueries(project: Project): Generator<{ field: QueryableField; query: QueryType }> {
  for (const list of project.mongodb.fieldLists) {
    for (const field of list.fields) {
      for (const query of field.queries) if (query.kind === 'range') yield { field, query };
    }
  }
}

function* checkQuery(field: QueryableField, query: QueryType, uses: readonly BoundUse[]): Generator<Report> {
  if (field.bsonType?.kind !== 'string') return;
  const bsonType = field.bsonType.value;
  if (!isRangeType(bsonType)) return;
  const bounds = readBounds(query);
  yield* checkKind(field, query, bsonType);
  yield* checkBoundType(field, bsonType, bounds, uses);
  yield* checkOrder(field, bsonType, bounds);
  if (bsonType === 'double' || bsonType === 'decimal') yield* checkPrecision(field, query, bsonType, bounds);
  yield* checkWidth(field, query, bsonType, bounds);
}
