import { type ColumnEstimate, estimateColumn } from '../../rules/costs/eql/estimate.ts';
import { guessColumn } from '../../rules/eql/guess-column.ts';
import type { Guessability } from '../../rules/guessability/classify.ts';
import { compare } from '../../rules/model/compare.ts';
import type { EqlColumn, EqlProject } from '../../rules/model/eql.ts';
import { byPosition } from '../../rules/model/place.ts';
import { type EqlTarget, eqlTargetFor } from '../../rules/model/target.ts';
import { declaredColumns } from '../project/declares.ts';

/** What the encrypted columns of one table cost. */
export interface TableCost {
  readonly system: EqlColumn['system'];
  /** With its schema, where one is named. */
  readonly name: string;
  readonly target: EqlTarget;
  readonly columns: readonly ColumnCost[];
  /** All columns together; absent where one of them has no number. */
  readonly rowBytes?: number;
  readonly indexBytes?: number;
  readonly rows?: number;
}

export interface ColumnCost {
  readonly column: EqlColumn;
  /** How it can be searched, in words. */
  readonly searched: string;
  readonly estimate?: ColumnEstimate;
  readonly guessability?: Guessability;
}

/** Tables by the place of their first column. A column that code and migrations declare counts once, as the migrations have it. */
export function tableCosts(
  project: EqlProject,
  targetOf: (file: string) => EqlTarget,
  rows: number | undefined,
): readonly TableCost[] {
  const { databases } = project;
  const tables = new Map<string, EqlColumn[]>();
  for (const column of declaredColumns(project)) {
    const { container, source, system, table } = column;
    const home = source === 'sql' ? 'sql' : container.file;
    const key = JSON.stringify([
      system,
      home,
      source === 'sql' ? databaseOf(databases, column) : '',
      column.schema,
      table,
    ]);
    tables.set(key, [...(tables.get(key) ?? []), column]);
  }
  return [...tables.values()]
    .map((columns) =>
      tableCost(
        columns.sort((one, other) => byPosition(one.place, other.place)),
        targetOf,
        rows,
      ),
    )
    .sort((one, other) => orderOf(one, other));
}

function databaseOf(databases: EqlProject['databases'], column: EqlColumn): number {
  return databases.findIndex(({ columns }) => columns.includes(column));
}

function tableCost(
  columns: readonly EqlColumn[],
  targetOf: (file: string) => EqlTarget,
  asked: number | undefined,
): TableCost {
  const [first] = columns as readonly [EqlColumn];
  const costs = columns.map((column): ColumnCost => {
    const estimate = estimateColumn(column);
    const guessability = guessColumn(column, columns);
    return {
      column,
      searched: searchedBy(column),
      ...(estimate === undefined ? {} : { estimate }),
      ...(guessability === undefined ? {} : { guessability }),
    };
  });
  const rowBytes = sum(costs.map(({ estimate }) => estimate?.rowBytes));
  const indexBytes = sum(costs.map(({ estimate }) => estimate?.indexBytes));
  const rows = asked ?? columns.find(({ assumptions }) => assumptions.rows !== undefined)?.assumptions.rows;
  return {
    system: first.system,
    name: first.schema === undefined ? first.table : `${first.schema}.${first.table}`,
    target: eqlTargetFor(first.generation, targetOf(first.place.file)),
    columns: costs,
    ...(rowBytes === undefined ? {} : { rowBytes }),
    ...(indexBytes === undefined ? {} : { indexBytes }),
    ...(rows === undefined ? {} : { rows }),
  };
}

/** `equality + order + match`, in the words of every system. */
export function searchedBy({ domain, searches }: Pick<EqlColumn, 'domain' | 'searches'>): string {
  const words =
    domain === undefined
      ? searches.map(({ index }) => indexWords[index] ?? index)
      : [
          ...(domain.operators.includes('=') ? ['equality'] : []),
          ...(domain.operators.includes('<')
            ? [domain.terms.includes('ob') ? 'order (block ORE)' : 'order']
            : []),
          ...(domain.operators.includes('@@') ? ['match'] : []),
          ...(domain.operators.includes('@>') ? ['json'] : []),
        ];
  return words.length === 0 ? 'not searched' : [...new Set(words)].join(' + ');
}

const indexWords: Readonly<Record<string, string>> = {
  unique: 'equality',
  ore: 'order (block ORE)',
  ope: 'order',
  match: 'match',
  ste_vec: 'json',
};

function sum(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce<number | undefined>(
    (total, one) => (total === undefined || one === undefined ? undefined : total + one),
    0,
  );
}

function orderOf(one: TableCost, other: TableCost): number {
  const [a, b] = [one.columns[0]?.column.place, other.columns[0]?.column.place];
  if (a === undefined || b === undefined) return 0;
  return compare(a.file, b.file) || a.start - b.start;
}
