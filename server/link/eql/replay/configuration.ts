import type { EqlConfigCall, EqlConfigTarget } from '../../../../rules/model/eql.ts';
import { configure, readConfigCall, targetOf } from './config-call.ts';
import { configFunction } from './config-functions.ts';
import type { SqlCall } from './digest.ts';
import type { ColumnState, ConfigCalls, TableState } from './picture.ts';
import { filledBefore } from './rows.ts';
import { type Stage, tableNamed } from './stage.ts';

/** Calls whose column no file makes, by the names that they give. */
type Unplaced = Map<string, ConfigCalls>;

/** As many earlier calls of one column are kept at a call: no person writes more. */
const mostBefore = 50;

/** Runs the calls that configure columns, each against what those before it left. */
export function createConfigurer(stage: Stage): (call: SqlCall) => void {
  const unplaced: Unplaced = new Map();
  return (call) => {
    const config = configFunction(call.function.schema, call.function.name);
    if (config === undefined) return;
    const { part, file } = stage.now;
    const written = readConfigCall(call, config, file);
    const table = written.table === undefined ? undefined : tableConfigured(stage, written.table.value);
    const column = written.column === undefined ? undefined : columnConfigured(table, written.column.value);
    const calls = column === undefined ? callsOf(unplaced, written) : (column.calls ?? []);
    if (column !== undefined) column.calls = calls;
    const rowsBefore = column === undefined ? undefined : filledBefore(stage, column);
    const read: EqlConfigCall = {
      ...written,
      target: column === undefined ? noTarget(written, table) : targetOf(column),
      ...(rowsBefore === undefined ? {} : { rowsBefore }),
      // A name with a schema is none that EQL takes: such a call changes nothing for the others.
      before: calls
        .filter((before) => before.part === part && before.call.table?.value === written.table?.value)
        .slice(-mostBefore)
        .map((before) => before.call),
    };
    calls.push({ call: read, part });
    if (calls.length > 2 * mostBefore) calls.splice(0, mostBefore);
    stage.configCalls.push(read);
    if (column !== undefined) configure(column, read, config, call);
    if (config.does === 'create-columns') openTables(stage);
  };
}

function callsOf(
  unplaced: Unplaced,
  { table, column }: Pick<EqlConfigCall, 'table' | 'column'>,
): ConfigCalls {
  // Calls that name no column have nothing before them.
  if (table === undefined || column === undefined) return [];
  const key = `${table.value}\n${column.value}`;
  const known = unplaced.get(key) ?? [];
  unplaced.set(key, known);
  return known;
}

function noTarget({ column }: Pick<EqlConfigCall, 'column'>, table: TableState | undefined): EqlConfigTarget {
  return table?.whole === true && column !== undefined
    ? { kind: 'no-column', table: table.place }
    : { kind: 'unknown' };
}

/** The table that a call names in a string: as it stands, else without the schema, which EQL does not take. */
function tableConfigured(stage: Stage, text: string): TableState | undefined {
  const plain = tableNamed(stage, { name: text });
  const [schema, name] = text.replaceAll('"', '').split('.');
  if (plain !== undefined || schema === undefined) return plain;
  return tableNamed(stage, name === undefined ? { name: schema } : { schema, name });
}

/** The column itself, else the `<column>_encrypted` that EQL takes in its place. */
function columnConfigured(table: TableState | undefined, name: string): ColumnState | undefined {
  const own = table?.columns.get(name);
  if (own?.encrypted !== undefined) return own;
  const beside = table?.columns.get(`${name}_encrypted`);
  return beside?.encrypted === undefined ? own : beside;
}

/** It adds `<column>_encrypted` wherever the configuration wants it. */
function openTables({ picture }: Stage): void {
  for (const table of picture.tables.values()) {
    table.whole = false;
    table.relation = undefined;
  }
}
