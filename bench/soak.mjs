// The language server over 10,000 edits: time from a keystroke to its diagnostics, time to the first diagnostics after start, memory.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const edits = Number(process.argv[2] ?? 10_000);
const server = path.join(root, process.env.ENCSAFE_DIST ?? 'dist', 'server.js');
const folder = mkdtempSync(path.join(tmpdir(), 'encsafe-soak-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** To reach: the figure of a keystroke holds inside the server; beside it stands what it takes with the way there and back. */
const goals = { keystroke: 10, first: 250 };

const lines = 2_000;
/** Each in a folder of its own, as three projects are. */
const texts = { 'json/people.json': jsonOf(), 'ts/people.ts': sourceOf(), 'yaml/people.yaml': yamlOf() };
const small = {
  'json/people.json': readFileSync(
    path.join(root, 'fixtures/cases/mongodb/token-blow-up-substring/wide.json'),
    'utf8',
  ),
};

console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}, ${edits} edits`);
const firsts = [];
for (let run = 0; run < 7; run += 1) firsts.push(await timeToFirst());
report('start to first diagnostics of a data file', firsts, goals.first, 0.5);
await soak();

async function timeToFirst() {
  const client = await start(small);
  const [[name, text]] = Object.entries(small);
  await client.open(name, text);
  const { items } = await client.pull(name);
  const time = performance.now() - client.started;
  if (items.length === 0) throw new Error('nothing was found in a file that is wrong');
  client.stop();
  return time;
}

async function soak() {
  const client = await start(texts);
  const names = Object.keys(texts);
  for (const name of names) await client.open(name, texts[name]);
  for (const name of names) await client.pull(name);
  const times = new Map(names.map((name) => [name, []]));
  const inside = new Map(names.map((name) => [name, []]));
  client.timesInside.length = 0;
  const memory = [];
  const results = new Map();
  for (let edit = 0; edit < edits; edit += 1) {
    const name = names[Math.floor((edit * names.length) / edits)];
    const { time, resultId } = await client.type(name, edit, results.get(name));
    results.set(name, resultId);
    times.get(name).push(time);
    inside.get(name).push(await client.lastInside(edit + 1));
    if (edit % Math.max(1, Math.floor(edits / 50)) === 0) memory.push(residentBytes(client.pid));
  }
  for (const [name, all] of times) {
    const count = texts[name].split('\n').length;
    // The first edits meet code that is not compiled yet; a person meets them once.
    const warm = (figures) => figures.slice(Math.min(50, figures.length >> 1));
    report(`${name}, ${count} lines, a keystroke`, warm(inside.get(name)), goals.keystroke, 0.95);
    report('  with the way there and back', warm(all));
  }
  // Of each file alone, since each brings its parser.
  const shown = memory.map((bytes) => (bytes / 1e6).toFixed(0));
  const third = Math.floor(memory.length / 3);
  console.log(`memory in MB, every ${Math.floor(edits / 50)} edits: ${shown.join(' ')}`);
  for (const [at, name] of names.entries()) {
    const own = memory.slice(at * third, (at + 1) * third);
    const half = own.length >> 1;
    const [middle, end] = [Math.max(...own.slice(half >> 1, half)), Math.max(...own.slice(half))];
    console.log(
      `  ${name}: the peak of its second half is ${(end / middle).toFixed(2)} × that of its second quarter`,
    );
  }
  client.stop();
}

async function start(files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--require', path.join(root, 'bench/inside.cjs'), server, '--stdio'],
    { stdio: ['pipe', 'pipe', 'inherit', 'pipe'] },
  );
  const timesInside = [];
  child.stdio[3].on('data', (chunk) => timesInside.push(...String(chunk).trim().split('\n').map(Number)));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
  connection.onRequest('workspace/diagnostic/refresh', () => null);
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  const uriOf = (name) => pathToFileURL(path.join(folder, name)).href;
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {
      workspace: { configuration: true, diagnostics: { refreshSupport: true } },
      textDocument: {
        diagnostic: {},
        publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, dataSupport: true },
      },
    },
    workspaceFolders: Object.keys(files).map((name) => ({
      uri: uriOf(path.dirname(name)),
      name: path.dirname(name),
    })),
  });
  await connection.sendNotification('initialized', {});
  const versions = new Map();
  const pull = (name, previousResultId) =>
    connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri: uriOf(name) },
      previousResultId,
    });
  return {
    started,
    pid: child.pid,
    timesInside,
    /** The time of that answer; its line may come a moment after the answer itself. */
    async lastInside(count) {
      while (timesInside.length < count) await new Promise((resolve) => setImmediate(resolve));
      return timesInside[count - 1];
    },
    pull,
    open: (name, text) => {
      versions.set(name, 1);
      const languageId = { json: 'json', ts: 'typescript', yaml: 'yaml' }[name.split('.').at(-1)];
      return connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uriOf(name), languageId, version: 1, text },
      });
    },
    /** Types a letter into a name of a field, or takes it away again, now here and now there. */
    async type(name, edit, previousResultId) {
      const text = texts[name].split('\n');
      const places = fieldLines(text);
      const line = places[Math.floor(edit / 2) % places.length];
      const character = text[line].search(/reference/) + 'reference'.length;
      const adds = edit % 2 === 0;
      const version = versions.get(name) + 1;
      versions.set(name, version);
      const begun = performance.now();
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uriOf(name), version },
        contentChanges: [
          {
            range: { start: { line, character }, end: { line, character: character + (adds ? 0 : 1) } },
            text: adds ? 'x' : '',
          },
        ],
      });
      const { resultId } = await pull(name, previousResultId);
      return { time: performance.now() - begun, resultId };
    },
    stop() {
      connection.dispose();
      child.kill();
    },
  };
}

function fieldLines(text) {
  return text.flatMap((line, at) => (/path.*reference/.test(line) ? [at] : []));
}

function report(what, times, goal, share) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  const aim = `   to reach: p${share * 100} ${goal} ms${at(share) <= goal ? '' : '   <- not reached'}`;
  const figures = `p50 ${at(0.5).toFixed(1).padStart(6)} ms   p95 ${at(0.95).toFixed(1).padStart(6)} ms`;
  console.log(`${what.padEnd(48)} ${figures}${goal === undefined ? '' : aim}`);
}

function residentBytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  }
}

/** A real file holds a few dozen encrypted fields, and much that is none. */
function fieldsOf(count) {
  return Array.from({ length: count }, (_, index) => ({
    path: `reference${index}`,
    keyId: { $uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` },
    bsonType: 'string',
    queries: [{ queryType: 'equality', contention: 8 }],
  }));
}

function jsonOf() {
  // Twelve lines a field: a list of fields fills the file.
  return JSON.stringify({ encryptedFields: { fields: fieldsOf(Math.ceil(lines / 13)) } }, undefined, 2);
}

function yamlOf() {
  const fields = fieldsOf(Math.ceil(lines / 7)).map(
    ({ path: name, keyId }) =>
      `    - path: ${name}\n      keyId:\n        $uuid: ${keyId.$uuid}\n      bsonType: string\n      queries:\n        - queryType: equality\n          contention: 8\n`,
  );
  return `encryptedFields:\n  fields:\n${fields.join('')}`;
}

function sourceOf() {
  const fields = fieldsOf(40).map(
    ({ path: name, keyId }) =>
      `    {\n      path: '${name}',\n      keyId: new UUID('${keyId.$uuid}'),\n      bsonType: 'string',\n      queries: [{ queryType: 'equality', contention: 8 }],\n    },\n`,
  );
  const rest = Array.from(
    { length: Math.ceil((lines - 245) / 7) },
    (_, at) =>
      `export async function handle${at}(request: Request): Promise<Response> {\n  const body = await request.json();\n  if (body.kind !== 'kind${at}') {\n    return new Response('no', { status: 400 });\n  }\n  return Response.json(await people.findOne({ name: body.name }));\n}\n`,
  );
  return `import { UUID } from 'mongodb';\n\nexport const encryptedFieldsMap = {\n  'app.people': {\n    fields: [\n${fields.join('')}    ],\n  },\n};\n${rest.join('')}`;
}
