import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import type { EqlEngine } from './eql-engine.ts';

/** The database that `scripts/postgres.mjs` installs EQL in; every other one is a copy of it. */
const template = 'eql';

/** A new database of the server whose socket stands in this folder. */
export async function openDatabase(folder: string): Promise<EqlEngine> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const maker = await Connection.open(folder, 'postgres');
  await maker.run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await maker.end();
  const connection = await Connection.open(folder, name);
  return {
    exec: (sql) => connection.run(sql),
    query: async <Row>(sql: string) => ({ rows: (await connection.run(sql)) as Row[] }),
    close: () => connection.end(),
  };
}

class PostgresError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Row = Record<string, unknown>;

/** As much of PostgreSQL's protocol as simple queries of a trusted user on a local socket need. */
class Connection {
  private readonly socket: Socket;
  private received = Buffer.alloc(0);
  private columns: { name: string; type: number }[] = [];
  private rows: Row[] = [];
  private error: PostgresError | undefined;
  private ready: { resolve: (rows: Row[]) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (data) => this.receive(data));
    socket.on('error', (error) => this.ready?.reject(error));
    socket.on('close', () => this.ready?.reject(new Error('the server closed the connection')));
  }

  static async open(folder: string, database: string): Promise<Connection> {
    const connection = new Connection(connect(path.join(folder, '.s.PGSQL.5432')));
    const version = Buffer.from([0, 3, 0, 0]);
    const settings = Buffer.from(`user\0postgres\0database\0${database}\0client_encoding\0UTF8\0\0`);
    await connection.send(Buffer.concat([lengthOf(version, settings), version, settings]));
    return connection;
  }

  run(sql: string): Promise<Row[]> {
    const text = Buffer.from(`${sql}\0`);
    return this.send(Buffer.concat([Buffer.from('Q'), lengthOf(text), text]));
  }

  async end(): Promise<void> {
    this.ready = undefined;
    await new Promise<void>((resolve) => {
      this.socket.once('close', () => resolve());
      this.socket.end(Buffer.from([0x58, 0, 0, 0, 4]));
    });
  }

  private send(message: Buffer): Promise<Row[]> {
    this.rows = [];
    this.error = undefined;
    return new Promise((resolve, reject) => {
      this.ready = { resolve, reject };
      this.socket.write(message);
    });
  }

  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      if (this.received.length < 5) return;
      const end = 1 + this.received.readInt32BE(1);
      if (this.received.length < end) return;
      this.handle(this.received.toString('latin1', 0, 1), this.received.subarray(5, end));
      this.received = this.received.subarray(end);
    }
  }

  private handle(type: string, body: Buffer): void {
    switch (type) {
      case 'T':
        this.columns = columnsOf(body);
        break;
      case 'D':
        this.rows.push(rowOf(body, this.columns));
        break;
      case 'E':
        this.error = errorOf(body);
        break;
      case 'Z': {
        const { ready } = this;
        this.ready = undefined;
        if (this.error === undefined) ready?.resolve(this.rows);
        else ready?.reject(this.error);
      }
    }
  }
}

function lengthOf(...parts: readonly Buffer[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(parts.reduce((sum, part) => sum + part.length, 4));
  return length;
}

function columnsOf(body: Buffer): { name: string; type: number }[] {
  const columns = [];
  let at = 2;
  for (let count = body.readInt16BE(0); count > 0; count -= 1) {
    const end = body.indexOf(0, at);
    columns.push({ name: body.toString('utf8', at, end), type: body.readInt32BE(end + 7) });
    at = end + 19;
  }
  return columns;
}

function rowOf(body: Buffer, columns: readonly { name: string; type: number }[]): Row {
  const row: Row = {};
  let at = 2;
  for (const { name, type } of columns) {
    const length = body.readInt32BE(at);
    at += 4;
    row[name] = length < 0 ? null : decoded(type, body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

/** The types that tests read: bool, int8, int2, int4, oid, json and jsonb; the rest as text. */
function decoded(type: number, text: string): unknown {
  if (type === 16) return text === 't';
  if ([20, 21, 23, 26].includes(type)) return Number(text);
  return type === 114 || type === 3802 ? JSON.parse(text) : text;
}

function errorOf(body: Buffer): PostgresError {
  const fields = new Map(
    body
      .toString('utf8')
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  );
  return new PostgresError(fields.get('C') ?? '', fields.get('M') ?? '');
}
