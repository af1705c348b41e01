// Runs the tests that ask EQL on an installed PostgreSQL instead of the one in WebAssembly: a server of its own, in a
// temporary folder, on a socket alone. Debian has it as `postgresql`; elsewhere POSTGRES_BIN names the folder of `initdb`.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInstallSql } from '@cipherstash/eql/sql';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const own = ['operators', 'domains', 'indexes', 'statements'].map((name) => `test/eql-${name}.test.ts`);
/** PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 ? userNamed('postgres') : {};
const binaries = findBinaries();
const folder = mkdtempSync(path.join(tmpdir(), 'encsafe-postgres-'));
const data = path.join(folder, 'data');
const install = path.join(folder, 'install.sql');

writeFileSync(install, readInstallSql());
chmodSync(folder, 0o755);
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
try {
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  // Nothing here outlives the run.
  const options = `-k ${folder} -c listen_addresses= -c fsync=off -c full_page_writes=off -c jit=off -c max_locks_per_transaction=512`;
  run('pg_ctl', 'start', '-w', '-D', data, '-l', path.join(folder, 'log'), '-o', options);
  try {
    const client = ['-h', folder, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q'];
    run('psql', ...client, '-c', 'CREATE DATABASE eql');
    run('psql', ...client, '-d', 'eql', '-f', install, '-o', '/dev/null');
    console.log(run('postgres', '--version').trim());
    const tests = process.argv.slice(2);
    const { status } = spawnSync(
      path.join(root, 'node_modules/.bin/vitest'),
      ['run', ...(tests.length > 0 ? tests : own)],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ENCSAFE_POSTGRES: folder } },
    );
    process.exitCode = status ?? 1;
  } finally {
    run('pg_ctl', 'stop', '-m', 'immediate', '-D', data);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(name, ...args) {
  const program = path.join(binaries, name);
  const log = name === 'pg_ctl' ? 'ignore' : 'pipe';
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', log, log],
    env: { ...process.env, PGOPTIONS: '-c client_min_messages=warning' },
    ...user,
  });
  if (status === 0) return stdout ?? '';
  throw new Error(`${name} ${args.join(' ')}: ${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`);
}

function userNamed(name) {
  const id = (flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function findBinaries() {
  if (process.env.POSTGRES_BIN !== undefined) return process.env.POSTGRES_BIN;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  const found = places.find((place) => existsSync(path.join(place, 'initdb')));
  if (found === undefined) {
    throw new Error('no PostgreSQL is installed: apt-get install postgresql, or set POSTGRES_BIN');
  }
  return found;
}
