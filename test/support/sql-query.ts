import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadReader } from '../../server/read/read.ts';
import { setWasmSource } from '../../server/read/sql/engine.ts';
import type { SqlQuery } from '../../server/read/sql/statement.ts';

/** Reads a text that is one query, as the reader of SQL files does. */
export async function loadQueryReader(): Promise<(sql: string) => SqlQuery> {
  const wasm = createRequire(import.meta.url).resolve('libpg-query/wasm/libpg-query.wasm');
  setWasmSource(() => readFile(wasm));
  const read = await loadReader('sql');
  return (sql) => {
    const { sql: facts, problems } = read('q.sql', sql);
    const [statement, another] = facts?.statements ?? [];
    if (statement?.kind !== 'query' || another !== undefined) {
      throw new Error(`not one query: ${sql} ${problems.map(({ message }) => message).join(' ')}`);
    }
    return statement.query;
  };
}
