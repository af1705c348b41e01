import type { EqlUse } from '../../../../rules/model/eql.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { type Evaluator, noParameters, placeOf } from '../../evaluate.ts';
import type { Asking } from './asking.ts';
import { schemaOf } from './columns.ts';
import { calledOf, isOfCipherStash } from './origin.ts';
import type { Schema, Schemas } from './schemas.ts';
import { argumentOf, chainOf, type LocatedCall, textOf } from './trees.ts';

/** Calls on a query of the wrapper whose first argument names a column. */
const filters: ReadonlySet<string> = new Set([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'in',
  'is',
  'not',
  'filter',
  'contains',
  'matches',
  'order',
]);

/** `encryptedSupabase({ … }).from('contacts', contacts).ilike('name', '%jo%')`. */
export function readSupabaseUses(
  { file, source }: FileFacts,
  { evaluator, settings }: Asking,
  schemas: Schemas,
): readonly EqlUse[] {
  return (source?.calls ?? []).flatMap((tree): EqlUse[] => {
    if (!filters.has(tree.name) || tree.callee.kind !== 'member') return [];
    const call: LocatedCall = { file, tree, parameters: noParameters };
    const named = argumentOf(call, 0);
    const name = named?.tree.kind === 'string' ? named.tree.value : undefined;
    const schema =
      name === undefined ? undefined : schemaOfQuery(call, evaluator, schemas, settings.packageOf(file));
    if (named === undefined || name === undefined || schema === undefined) return [];
    const column = columnNamed(schema, name)?.encrypted;
    if (column === undefined) return [];
    const functionPlace = placeOf(file, tree.nameSpan);
    return [
      {
        column,
        columnPlace: placeOf(file, named.tree),
        columnText: name,
        in: 'builder',
        place: functionPlace,
        kind: 'builder',
        from: 'supabase-wrapper',
        function: tree.name,
        functionPlace,
        arguments: tree.arguments
          .slice(1)
          .flatMap((other) =>
            other.kind === 'spread' ? [] : [evaluator.evaluate({ ...call, tree: other })],
          ),
      },
    ];
  });
}

/** v2 takes the name in the database, v3 the property first. */
function columnNamed({ table, generation }: Schema, name: string) {
  const byName = table.columns.find((column) => column.name === name);
  return generation === 'v3' ? (table.columns.find(({ property }) => property === name) ?? byName) : byName;
}

/** The schema of the query that a call is made on. */
function schemaOfQuery(
  call: LocatedCall,
  evaluator: Evaluator,
  schemas: Schemas,
  packageFolder: string,
): Schema | undefined {
  const chain = chainOf(call, evaluator);
  const called = chain && calledOf(chain.root, evaluator);
  if (called === undefined || !isOfCipherStash(called.module) || called.path.at(-1) !== 'encryptedSupabase') {
    return undefined;
  }
  const from = chain?.methods.find(({ tree }) => tree.name === 'from');
  if (from === undefined) return undefined;
  const given = argumentOf(from, 1);
  if (given !== undefined) return schemaOf(given, evaluator, schemas);
  // v3 asks the database for the table; its schema here is the one of that name.
  const name = textOf(argumentOf(from, 0), evaluator)?.value;
  const candidates = schemas.all.filter(
    ({ table, generation }) =>
      generation === 'v3' && table.name === name && table.packageFolder === packageFolder,
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}
