// What encsafe costs, as ratios to peers that are measured in the same run, turn by turn, on the same machine.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const runs = Number(process.argv[2] ?? 15);
const cli = path.join(root, 'dist/cli.js');
const folder = mkdtempSync(path.join(tmpdir(), 'encsafe-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const json = path.join(folder, 'json');
mkdirSync(json);
cpSync(
  path.join(root, 'fixtures/cases/mongodb/token-blow-up-substring/wide.json'),
  path.join(json, 'people.json'),
);

const yaml = path.join(folder, 'yaml');
mkdirSync(yaml);
cpSync(
  path.join(root, 'fixtures/cases/mongodb/range-tuning-out-of-bounds/config/sensors.yml'),
  path.join(yaml, 'sensors.yml'),
);

const source = path.join(folder, 'source');
cpSync(path.join(root, 'fixtures/cases/mongodb/option-text-required/src'), source, { recursive: true });

const many = path.join(folder, 'many');
writeMany(many, 1000);

const node = process.execPath;
const groups = [
  {
    title: 'one JSON file, cold (to reach: at most 2 × node -e 0)',
    peer: ['node -e 0', json, [node, '-e', '0']],
    rows: [
      ['encsafe lint people.json', json, [node, cli, 'lint', 'people.json']],
      ['encsafe cost people.json', json, [node, cli, 'cost', 'people.json']],
      ['encsafe --version', json, [node, cli, '--version']],
      ['biome --version', json, [path.join(root, 'node_modules/.bin/biome'), '--version']],
    ],
  },
  {
    title: 'a parser only where a file needs it',
    peer: ['node -e 0', json, [node, '-e', '0']],
    rows: [
      ['encsafe lint, one YAML file', yaml, [node, cli, 'lint', '.']],
      ['encsafe lint, three TypeScript files', source, [node, cli, 'lint', '.']],
      ['loading typescript alone', root, [node, '-e', "require('typescript')"]],
    ],
  },
  {
    title: '1,000 TypeScript files, 100 of them about encrypted fields, cold',
    peer: [
      'biome lint',
      many,
      [path.join(root, 'node_modules/.bin/biome'), 'lint', '--max-diagnostics=1', '.'],
    ],
    rows: [['encsafe lint .', many, [node, cli, 'lint', '--quiet', '.']]],
  },
];

console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}, median of ${runs}`);
for (const { title, peer, rows } of groups) {
  const all = [peer, ...rows];
  const times = all.map(() => []);
  // In turns, so that a busy moment of the machine falls on all of them.
  for (let run = 0; run < runs; run += 1) {
    for (const [at, [, cwd, command]] of all.entries()) times[at].push(measure(cwd, command));
  }
  const medians = times.map(median);
  console.log(`\n${title}`);
  all.forEach(([name], at) => {
    const ratio = (medians[at] / medians[0]).toFixed(2);
    console.log(`  ${name.padEnd(40)} ${medians[at].toFixed(0).padStart(6)} ms  ${ratio.padStart(6)} ×`);
  });
}

function measure(cwd, [command, ...args]) {
  const start = process.hrtime.bigint();
  const { error, status } = spawnSync(command, args, { cwd, stdio: 'ignore' });
  const time = Number(process.hrtime.bigint() - start) / 1e6;
  // 1 is what a linter answers when it found something; anything else measured a failure.
  if (error || status === null || status > 1)
    throw error ?? new Error(`${args.join(' ')} ended with ${status}`);
  return time;
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

function writeMany(target, count) {
  mkdirSync(target);
  for (let index = 0; index < count; index += 1) {
    const encrypted = index % 10 === 0;
    const lines = Array.from(
      { length: 180 },
      (_, line) => `export const value${line} = (input: number) => input + ${line};`,
    );
    if (encrypted) {
      lines.push(
        "import { UUID } from 'mongodb';",
        `export const encryptedFieldsMap = { 'app.c${index}': { fields: [{ path: 'reference', bsonType: 'string', keyId: new UUID('00000000-0000-4000-8000-${String(index).padStart(12, '0')}'), queries: { queryType: 'equality' } }] } };`,
      );
    }
    writeFileSync(path.join(target, `file${index}.ts`), `${lines.join('\n')}\n`);
  }
}
