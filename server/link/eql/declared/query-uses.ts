import type { EqlUse } from '../../../../rules/model/eql.ts';
import type { FileFacts } from '../../../read/facts.ts';
import { type Located, noParameters, placeOf } from '../../evaluate.ts';
import type { Asking } from './asking.ts';
import { encryptedColumnOf } from './columns.ts';
import { toUse } from './drizzle-uses.ts';
import type { Schemas } from './schemas.ts';
import { argumentOf, entriesOf } from './trees.ts';

const functions: ReadonlySet<string> = new Set(['encryptQuery', 'createSearchTerms']);

/** `client.encryptQuery(value, { table, column, queryType })`, and the lists that it and `createSearchTerms` take. */
export function readQueryUses(
  { file, source }: FileFacts,
  { evaluator }: Asking,
  schemas: Schemas,
): readonly EqlUse[] {
  return (source?.calls ?? []).flatMap((tree): EqlUse[] => {
    if (!functions.has(tree.name) || tree.callee.kind !== 'member') return [];
    const call = { file, tree, parameters: noParameters };
    const first = argumentOf(call, 0);
    const options = argumentOf(call, 1);
    const functionPlace = placeOf(file, tree.nameSpan);
    const toUses = (options: Located, value: Located | undefined): EqlUse[] => {
      const entries = entriesOf(options, evaluator)?.entries ?? [];
      const named = entries.find(({ key }) => key === 'column')?.value;
      const column = named && encryptedColumnOf(named, evaluator, schemas);
      const searched = value ?? entries.find(({ key }) => key === 'value' || key === 'plaintext')?.value;
      if (named === undefined || column === undefined || searched === undefined) return [];
      return [
        {
          ...toUse(named, column),
          place: functionPlace,
          kind: 'builder',
          from: 'encrypt-query',
          function: tree.name,
          functionPlace,
          arguments: [evaluator.evaluate(searched), evaluator.evaluate(options)],
        },
      ];
    };
    if (first === undefined) return [];
    if (options !== undefined) return toUses(options, first);
    const list = evaluator.follow(first);
    if (list.tree.kind !== 'array') return [];
    return list.tree.items.flatMap((item) =>
      item.kind === 'spread' ? [] : toUses({ ...list, tree: item }, undefined),
    );
  });
}
