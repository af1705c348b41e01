// A repository of 1,000 migrations: `encsafe lint` from start to end, beside PostgreSQL's grammar alone over the same files.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(tmpdir(), 'encsafe-migrations-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(path.join(folder, 'migrations'));
const files = Array.from({ length: 1_000 }, (_, at) => {
  const file = path.join(folder, 'migrations', `${String(at + 1).padStart(4, '0')}_table.sql`);
  writeFileSync(file, migration(at));
  return file;
});

const { loadModule, parseSync } = createRequire(path.join(root, 'package.json'))('libpg-query');
await loadModule();
const begun = performance.now();
for (const file of files) parseSync(readFileSync(file, 'utf8'));
const grammar = performance.now() - begun;

const runs = Array.from({ length: 5 }, () => {
  const started = performance.now();
  const { stderr, status } = spawnSync(
    process.execPath,
    [path.join(root, 'dist/cli.js'), 'lint', '.', '--statistics', '--quiet'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return {
    all: performance.now() - started,
    reading: Number(/reading and linking +([\d.]+)/.exec(stderr)?.[1]),
  };
});
const median = (of) => runs.map(of).toSorted((one, other) => one - other)[runs.length >> 1];
const reading = median((run) => run.reading);
console.log(`reading and linking 1,000 migrations   ${reading.toFixed(0)} ms   to reach: 2000 ms`);
console.log(
  `  against the grammar alone            ${(reading / grammar).toFixed(1)} × ${grammar.toFixed(0)} ms`,
);
console.log(`encsafe lint, from start to end        ${median((run) => run.all).toFixed(0)} ms`);

function migration(at) {
  return `CREATE TABLE t${at} (
  id       bigint PRIMARY KEY,
  email    public.eql_v3_text_eq,
  born     public.eql_v3_date_ord,
  note     text NOT NULL DEFAULT '',
  created  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX t${at}_email ON t${at} (eql_v3.eq_term(email));
CREATE INDEX t${at}_born ON t${at} (eql_v3.ord_term(born));
INSERT INTO settings (key, value) VALUES ('version', '${at}');
ALTER TABLE t${at} ADD COLUMN city text;
UPDATE t${at} SET city = 'x' WHERE id < 10;
`;
}
