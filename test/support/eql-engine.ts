import { readInstallSql } from '@cipherstash/eql/sql';
import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { openDatabase } from './postgres-client.ts';

/** A database with EQL in it. */
export interface EqlEngine {
  /** Runs all statements of a text. */
  exec(sql: string): Promise<unknown>;
  query<Row>(sql: string): Promise<{ rows: Row[] }>;
  close(): Promise<void>;
}

/** A PostgreSQL of its own, in this process, with EQL installed as its npm package ships it. */
export async function startEqlEngine(): Promise<PGlite> {
  const engine = new PGlite({ extensions: { pgcrypto } });
  await engine.exec(readInstallSql());
  return engine;
}

/** A database of the server that `npm run test:postgres` started, else one in this process. */
export function openEqlEngine(): Promise<EqlEngine> {
  const folder = process.env.ENCSAFE_POSTGRES;
  return folder === undefined ? startEqlEngine() : openDatabase(folder);
}

/** The SQLSTATE that a text of statements raises; undefined where all are accepted. */
export async function codeOf(engine: EqlEngine, sql: string): Promise<string | undefined> {
  try {
    await engine.exec(sql);
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}
