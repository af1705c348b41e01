import type { EqlConfigCall } from '../../model/eql.ts';
import { defineRule, type Report, safeFix, suggestion } from '../../model/rule.ts';
import { isAddingIndex } from '../configured.ts';
import { replaceWord } from '../replace-word.ts';
import { isReservedWord } from './reserved-words.ts';

export const rule = defineRule({
  id: 'eql/config-call',
  severity: 'error',
  title: 'an EQL v2 configuration call that raises',
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { databases } }) {
    for (const { configCalls } of databases) {
      for (const call of configCalls) {
        if (call.generation === 'v2' && configures(call)) yield* checkCall(call);
      }
    }
  },
});

function configures(call: EqlConfigCall): boolean {
  return isAddingIndex(call) || call.function === 'add_column';
}

/** One finding a call: the first thing that it fails on. */
function* checkCall(call: EqlConfigCall): Generator<Report> {
  const found = qualified(call) ?? quoted(call) ?? wrongTarget(call) ?? added(call) ?? repeated(call);
  if (found === undefined) return;
  const field = call.target.kind === 'encrypted' ? call.target.column.path : undefined;
  yield { ...found, field };
}

const noTarget = '"Some pending columns do not have an encrypted target"';

function qualified({ table }: EqlConfigCall): Report | undefined {
  const [schema, name, ...more] = table?.value.split('.') ?? [];
  if (table === undefined || name === undefined || schema === undefined || more.length > 0) return undefined;
  return {
    place: table.place,
    message: `EQL v2 takes a table without its schema, and looks for one that is called "${table.value}" as a whole: the call raises ${noTarget}; write '${name}' (PostgreSQL code P0001)`,
    fixes: [safeFix(`write '${name}'`, replaceWord(table.place, table.value, name))],
  };
}

function quoted({ table, column }: EqlConfigCall): Report | undefined {
  for (const [what, name] of [
    ['table', table],
    ['column', column],
  ] as const) {
    if (name === undefined || !needsQuotes(name.value)) continue;
    const reason = isReservedWord(name.value)
      ? 'a reserved word'
      : 'a name with capital letters or other signs that need quotes';
    return {
      place: name.place,
      message: `the ${what} "${name.value}" is ${reason}, and EQL v2 writes the name without quotes into the SQL that it runs, which is a syntax error: rename the ${what} to a plain name in lower case (PostgreSQL code 42601)`,
    };
  }
  return undefined;
}

function needsQuotes(name: string): boolean {
  return !/^[a-z_][a-z0-9_$]*$/.test(name) || isReservedWord(name);
}

function wrongTarget({ target, table, column, migrating }: EqlConfigCall): Report | undefined {
  if (column === undefined || migrating === true) return undefined;
  const name = `${table?.value ?? ''}.${column.value}`;
  if (target.kind === 'plain') {
    return {
      place: column.place,
      message: `${name} is ${target.type} and not eql_v2_encrypted, so there is nothing to configure: the call raises ${noTarget}; give the column that type first, or name the encrypted one (PostgreSQL code P0001)`,
      related: [{ message: `it is ${target.type} here`, place: target.place }],
    };
  }
  if (target.kind === 'no-column') {
    return {
      place: column.place,
      message: `no migration gives ${table?.value ?? 'the table'} a column ${column.value}: the call raises ${noTarget}; add the column before it (PostgreSQL code P0001)`,
      related: [{ message: 'the table', place: target.table }],
    };
  }
  return undefined;
}

function added({ function: name, place, before, column, table }: EqlConfigCall): Report | undefined {
  const earlier = name === 'add_column' ? before.find(isAddingIndex) : undefined;
  if (earlier === undefined) return undefined;
  return {
    place,
    message: `add_column comes after add_search_config, which has put the column into the configuration already: the call raises "Config exists for column: ${table?.value ?? ''} ${column?.value ?? ''}"; call add_column first, or not at all (PostgreSQL code P0001)`,
    related: [{ message: 'the column is added here', place: earlier.place }],
  };
}

function repeated({
  function: name,
  index,
  before,
  column,
  table,
  place,
}: EqlConfigCall): Report | undefined {
  if (name !== 'add_search_config' || index === undefined) return undefined;
  const last = before.findLast(
    (one) =>
      one.function === 'remove_column' ||
      (one.index?.value === index.value &&
        (one.function === 'add_search_config' || one.function === 'remove_search_config')),
  );
  if (last?.function !== 'add_search_config') return undefined;
  return {
    place: index.place,
    message: `${table?.value ?? ''}.${column?.value ?? ''} has this index already: the call raises "${index.value} index exists for column: ${table?.value ?? ''} ${column?.value ?? ''}"; take it out, or call modify_search_config to change the options (PostgreSQL code P0001)`,
    related: [{ message: 'it is added here', place: last.place }],
    fixes: [
      suggestion('call modify_search_config', {
        kind: 'text',
        // The name as written may have its schema before it.
        place: { ...place, start: place.end - name.length },
        text: 'modify_search_config',
      }),
    ],
  };
}
