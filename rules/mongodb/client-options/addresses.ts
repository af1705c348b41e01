import type { EncryptingClient } from '../../model/mongodb.ts';
import type { Report } from '../../model/rule.ts';
import { type Value, valueAt } from '../../model/value.ts';

/** mongocryptd is a process beside the application: the database in its place answers none of its commands. */
export function* checkAddresses({ options, uri }: EncryptingClient): Generator<Report> {
  const extra = valueAt(options, 'extraOptions');
  const own = extra?.kind === 'object' ? valueAt(extra, 'mongocryptdURI') : undefined;
  if (own === undefined || uri === undefined || !sameAddress(own, uri)) return;
  yield {
    place: own.place,
    message:
      'mongocryptdURI is the address of the database itself, which does not understand what mongocryptd does, so that every command fails: leave it out, or name mongocryptd (mongodb://localhost:27020 by default); better still, use crypt_shared',
    related: [{ message: 'the database is named here', place: uri.place }],
  };
}

function sameAddress(one: Value, other: Value): boolean {
  if (one.kind === 'string' && other.kind === 'string') {
    const hosts = hostsOf(one.value);
    return hosts !== undefined && hosts === hostsOf(other.value);
  }
  if (one.kind !== 'unknown' || other.kind !== 'unknown') return false;
  if (one.identity !== undefined && one.identity === other.identity) return true;
  return one.name?.startsWith('process.env.') === true && one.name === other.name;
}

/** Hosts with their ports, without names, passwords and options. */
function hostsOf(uri: string): string | undefined {
  const [, scheme = '', hosts] = /^(mongodb(?:\+srv)?):\/\/(?:[^@/]*@)?([^/?]+)/.exec(uri) ?? [];
  if (hosts === undefined) return undefined;
  const list = hosts
    .toLowerCase()
    .split(',')
    .map((host) => (/:\d+$/.test(host) ? host : `${host}:27017`));
  return `${scheme} ${list.sort().join(',')}`;
}

/** The database that a connection string names; the server's own one is named for signing in. */
export function databaseOf(uri: Value | undefined): string | undefined {
  if (uri?.kind !== 'string') return undefined;
  const database = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(uri.value)?.[1];
  return database === 'admin' ? undefined : database;
}
