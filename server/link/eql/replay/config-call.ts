import type {
  EqlColumn,
  EqlConfigCall,
  EqlConfigTarget,
  EqlTextArgument,
} from '../../../../rules/model/eql.ts';
import type { SqlExpression } from '../../../read/sql/statement.ts';
import { placeOf } from '../../evaluate.ts';
import type { ConfigArgument, ConfigFunction } from './config-functions.ts';
import type { SqlCall } from './digest.ts';
import { jsonText } from './json-text.ts';
import type { ColumnDraft, ColumnState } from './picture.ts';

/** What the arguments of a configuring call say, before anything is known of its column. */
export type WrittenCall = Omit<EqlConfigCall, 'target' | 'rowsBefore' | 'before'>;

type Cast = NonNullable<EqlColumn['cast']>;

export function readConfigCall(call: SqlCall, config: ConfigFunction, file: string): WrittenCall {
  const given = argumentsOf(call, config);
  const text = (name: ConfigArgument): EqlTextArgument | undefined => {
    const value = given.get(name);
    const inner = value === undefined ? undefined : literal(value);
    return inner?.kind === 'string' ? { value: inner.value, place: placeOf(file, inner) } : undefined;
  };
  const options = given.get('opts');
  const table = text('table_name');
  const column = text('column_name');
  const index = text('index_name');
  const cast = text('cast_as');
  return {
    generation: config.generation,
    function: call.function.name,
    place: placeOf(file, call.function),
    call: placeOf(file, call),
    ...(table === undefined ? {} : { table }),
    ...(column === undefined ? {} : { column }),
    ...(index === undefined ? {} : { index }),
    ...(cast === undefined ? {} : { cast }),
    castGiven: given.has('cast_as'),
    ...(options === undefined ? {} : { options: readOptions(options, file) }),
    migrating: readMigrating(given.get('migrating')),
  };
}

function argumentsOf(
  { arguments: given }: SqlCall,
  config: ConfigFunction,
): Map<ConfigArgument, SqlExpression> {
  const found = new Map<ConfigArgument, SqlExpression>();
  given.forEach(({ name, value }, at) => {
    const argument = name === undefined ? config.arguments[at] : config.arguments.find((one) => one === name);
    if (argument !== undefined) found.set(argument, value);
  });
  return found;
}

/** `'users'::regclass::text`: the literal. */
function literal(expression: SqlExpression): SqlExpression {
  let inner = expression;
  while (inner.kind === 'cast') inner = inner.operand;
  return inner;
}

function readOptions(expression: SqlExpression, file: string): NonNullable<EqlConfigCall['options']> {
  const inner = literal(expression);
  const place = placeOf(file, inner);
  if (inner.kind !== 'string') return { place, value: { kind: 'unknown', place } };
  return { place, value: jsonText(inner.value, inner.map, file) ?? 'broken' };
}

function readMigrating(value: SqlExpression | undefined): boolean | undefined {
  if (value === undefined) return false;
  return value.kind === 'boolean' ? value.value : undefined;
}

export function targetOf(column: ColumnState): EqlConfigTarget {
  return column.encrypted === undefined
    ? { kind: 'plain', type: column.type, place: column.place }
    : { kind: 'encrypted', column: column.encrypted };
}

/** EQL has five kinds of index: what names more is no configuration. */
const mostSearches = 50;

/** Does to the searches of a column what the call does to its configuration. */
export function configure(
  { encrypted }: ColumnState,
  call: EqlConfigCall,
  { does }: ConfigFunction,
  written: SqlCall,
): void {
  if (encrypted === undefined) return;
  const { index, options } = call;
  const others = encrypted.searches.filter((search) => search.index !== index?.value);
  switch (does) {
    case 'add-index':
    case 'modify-index':
      setCast(encrypted, castOf(call, written));
      if (index === undefined || others.length >= mostSearches) return;
      encrypted.searches = [
        ...others,
        {
          index: index.value,
          ...(options === undefined || options.value === 'broken' ? {} : { options: options.value }),
          place: index.place,
          call,
        },
      ];
      return;
    case 'add-column':
      setCast(encrypted, castOf(call, written));
      return;
    case 'remove-index':
      encrypted.searches = index === undefined ? [] : others;
      return;
    case 'remove-column':
      encrypted.searches = [];
      delete encrypted.cast;
      return;
    case 'create-columns':
    case 'other':
      return;
  }
}

function setCast(column: ColumnDraft, cast: Cast | undefined): void {
  if (cast === undefined) delete column.cast;
  else column.cast = cast;
}

/** Where nothing is said, `text` is meant, and a second call says it anew. */
function castOf({ cast, place }: EqlConfigCall, written: SqlCall): Cast | undefined {
  if (cast !== undefined) return { value: cast.value, written: cast.value, place: cast.place };
  const given = written.arguments.some(({ name }, at) =>
    name === undefined ? at === castPosition(written) : name === 'cast_as',
  );
  return given ? undefined : { value: 'text', written: 'text', place };
}

/** Where the cast stands among the arguments without a name. */
function castPosition({ function: { name } }: SqlCall): number {
  return name.includes('column') ? 2 : 3;
}
