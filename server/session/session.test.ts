import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Session, type SessionHost } from './session.ts';

const uuid = '8d8fef41-eff1-4e86-8234-39983d648d43';
const list = (queryType: string) =>
  `{ "fields": [{ "path": "reference", "keyId": { "$uuid": "${uuid}" }, "bsonType": "string", "queries": { "queryType": "${queryType}" } }] }`;

function hostOf(stored: Map<string, string>, reads: string[] = []): SessionHost {
  return {
    find: async () => ({ files: [...stored.keys()].sort(), walked: [''] }),
    read: async (file) => {
      reads.push(file);
      const text = stored.get(file);
      if (text === undefined) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      return text;
    },
    readAbove: async (file) => stored.get(file),
    levelsAbove: 0,
    namesAbove: [],
    today: () => '2026-12-01',
  };
}

const options = { flags: {}, includeTests: false };

async function rulesOf(session: Session): Promise<string[]> {
  return (await session.state()).findings.map(({ rule, place }) => `${place.file} ${rule}`);
}

describe('a folder over time', () => {
  test('an open document counts over what is stored, until it is closed', async () => {
    const session = new Session(hostOf(new Map([['a.json', list('equality')]])), options);
    expect(await rulesOf(session)).toEqual([]);
    session.setText('a.json', list('Equality'));
    expect(await rulesOf(session)).toEqual(['a.json mongodb/query-type-name']);
    session.forgetText('a.json');
    expect(await rulesOf(session)).toEqual([]);
  });

  test('a file that another program mends is read again, and no other', async () => {
    const stored = new Map([
      ['a.json', list('Equality')],
      ['b.json', list('equality')],
    ]);
    const reads: string[] = [];
    const session = new Session(hostOf(stored, reads), options);
    expect(await rulesOf(session)).toEqual(['a.json mongodb/query-type-name']);
    reads.length = 0;
    stored.set('a.json', list('equality'));
    session.storedChanged(['a.json']);
    expect(await rulesOf(session)).toEqual([]);
    expect(reads).not.toContain('b.json');
  });

  test('made and removed files come and go', async () => {
    const stored = new Map<string, string>();
    const session = new Session(hostOf(stored), options);
    expect(await rulesOf(session)).toEqual([]);
    stored.set('a.json', list('Equality'));
    session.storedChanged(['a.json']);
    expect(await rulesOf(session)).toEqual(['a.json mongodb/query-type-name']);
    stored.delete('a.json');
    session.storedChanged(['a.json']);
    expect(await rulesOf(session)).toEqual([]);
  });

  test('the variables that environment files set are read again when they change', async () => {
    const stored = new Map([
      ['prisma/schema.prisma', 'model A {\n  id Int @id\n  a String\n}\n'],
      ['.env', 'DATABASE_URL=x\n'],
    ]);
    const session = new Session(hostOf(stored), options);
    const names = async () => [...((await session.state()).settings.variables('prisma/schema.prisma') ?? [])];
    expect(await names()).toEqual([]);
    session.setText('prisma/schema.prisma', 'model A {\n  id Int @id\n  a String /// @encrypted\n}\n');
    expect(await names()).toEqual(['DATABASE_URL']);
    session.setText('docker-compose.yml', 'services:\n  api:\n    environment:\n      SALT: x\n');
    expect(await names()).toEqual(['DATABASE_URL', 'SALT']);
    session.setText('docker-compose.yml', 'services:\n  api:\n    environment:\n      PEPPER: x\n');
    expect(await names()).toEqual(['DATABASE_URL', 'PEPPER']);
    stored.set('.env', 'SECRET_KEY=x\n');
    session.storedChanged(['.env']);
    expect(await names()).toEqual(['SECRET_KEY', 'PEPPER']);
  });

  test('the configuration and the version are read again when they change', async () => {
    const stored = new Map([['a.json', list('rangePreview')]]);
    const session = new Session(hostOf(stored), options);
    await session.state();
    session.setText(
      'encsafe.config.json',
      '{ "rules": { "mongodb/query-type-name": "off", "mongodb/query-type-bson-type": "off" } }',
    );
    expect(await rulesOf(session)).toEqual([]);
    session.setText('docker-compose.yml', 'services:\n  db:\n    image: mongo:8.2\n');
    expect((await session.state()).settings.mongodb('a.json')).toEqual({ version: '8.2', assumed: false });
  });

  test('a change of a constant is seen where it is used', async () => {
    const stored = new Map([
      ['keys.ts', `export const kind = 'equality';\n`],
      [
        'a.ts',
        `import { kind } from './keys.js';\nexport const x = { fields: [{ path: 'reference', bsonType: 'string', keyAltName: 'k', queries: { queryType: kind } }] };\n`,
      ],
    ]);
    const session = new Session(hostOf(stored), options);
    expect(await rulesOf(session)).toEqual([]);
    session.setText('keys.ts', `export const kind = 'Equality';\n`);
    expect(await rulesOf(session)).toEqual(['keys.ts mongodb/query-type-name']);
  });
});

test('after any row of changes the session says what a fresh one says', async () => {
  const texts = fc.constantFrom(
    list('equality'),
    list('Equality'),
    list('substring'),
    '{ "fields": [',
    '',
    `export const x = ${list('equality')};`,
    'image: mongo:8.2',
  );
  const names = fc.constantFrom('a.json', 'b.json', 'c.ts', 'docker-compose.yml', 'encsafe.config.json');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), file: names, text: texts }),
    fc.record({ kind: fc.constant('close' as const), file: names, text: texts }),
    fc.record({ kind: fc.constant('store' as const), file: names, text: texts }),
    fc.record({ kind: fc.constant('remove' as const), file: names, text: texts }),
    fc.record({ kind: fc.constant('ask' as const), file: names, text: texts }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const stored = new Map([['a.json', list('equality')]]);
      const open = new Map<string, string>();
      const session = new Session(hostOf(stored), options);
      const pending: Promise<unknown>[] = [];
      for (const { kind, file, text } of steps) {
        if (kind === 'edit') {
          open.set(file, text);
          session.setText(file, text);
        } else if (kind === 'close') {
          open.delete(file);
          session.forgetText(file);
        } else if (kind === 'ask') {
          pending.push(session.state());
          // Some of the work is done when the next change comes.
          for (let turn = 0; turn < text.length % 7; turn += 1) await Promise.resolve();
        } else {
          if (kind === 'store') stored.set(file, text);
          else stored.delete(file);
          session.storedChanged([file]);
        }
      }
      await Promise.all(pending);
      const fresh = new Session(hostOf(stored), options);
      for (const [file, text] of open) fresh.setText(file, text);
      const say = async (one: Session) =>
        (await one.state()).findings.map(({ rule, place, message }) => [rule, place, message]);
      expect(await say(session)).toEqual(await say(fresh));
    }),
    { numRuns: 300 },
  );
});
