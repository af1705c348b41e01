import { expect, test } from 'vitest';
import { lintFiles } from '../../test/support/lint-files.ts';
import { findingsIn, pipe, reportOf } from '../../test/support/report-of.ts';
import { text } from './text.ts';

const files = {
  'fields.json': `{
  "fields": [
    { "path": "taxId", "bsonType": "string", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" },
      "queries": { "queryType": "Equality" } }
  ]
}
`,
};

test('a finding shows where, what, the code, and how to change it', async () => {
  const report = await reportOf(files, await lintFiles(files, { mongodb: '9.0' }));
  const { text: shown } = await text(report, pipe);
  expect(shown).toContain('fields.json:4:33  error  mongodb/query-type-name  taxId\n');
  expect(shown).toContain(
    '    4 │       "queries": { "queryType": "Equality" } }\n      │                                 ~~~~~~~~~~\n',
  );
  expect(shown).toContain('  fix (--fix): write equality\n');
  expect(shown.endsWith('✗ 1 error · 1 file looked at, 1 encrypted field\n  --fix would fix 1\n')).toBe(true);
});

test('what comes from files cannot act on the terminal', async () => {
  const nasty = '\u001b]0;owned\u0007\n::error::forged';
  const findings = findingsIn(files, [
    {
      file: 'fields.json',
      part: '"Equality"',
      message: nasty,
      field: nasty,
      related: [{ file: 'fields.json', part: '"taxId"', message: nasty }],
      fixes: [{ title: nasty, safe: false, changes: [] }],
    },
  ]);
  const { text: shown } = await text(await reportOf(files, findings), pipe);
  expect(shown).not.toContain('\u001b');
  expect(shown).not.toContain('\u0007');
  expect(shown.split('\n').some((line) => line.trimStart().startsWith('::'))).toBe(false);
});

test('colours, links and wrapping are for terminals only', async () => {
  const findings = findingsIn(files, [
    { file: 'fields.json', part: '"Equality"', message: 'word '.repeat(40).trim() },
  ]);
  const report = await reportOf(files, findings);
  const terminal = await text(report, { ...pipe, terminal: true, color: true, columns: 60 });
  expect(terminal.text).toContain('\u001b]8;;file:///pages/mongodb/query-type-name\u0007');
  expect(terminal.text).toContain('\u001b[31m');
  expect((await text(report, pipe)).text).not.toContain('\u001b');
  const forced = await text(report, { ...pipe, color: true });
  expect(forced.text).toContain('\u001b[31m');
  expect(forced.text).not.toContain('\u001b]8');
  const plain = await text(report, { ...pipe, terminal: true, columns: 60 });
  for (const line of plain.text.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  expect(plain.text.replaceAll(/\s+/g, ' ')).toContain('word '.repeat(40).trim());
});

test('a secret beside a finding is not shown', async () => {
  const source = {
    'client.ts': `import { MongoClient } from 'mongodb';
new MongoClient('x', { autoEncryption: { kmsProviders: { local: { key: 'c2VjcmV0LXRoYXQ=' } }, keyVaultNamespace: 'a.b' } });
`,
  };
  const findings = findingsIn(source, [{ file: 'client.ts', part: 'kmsProviders' }]);
  const { text: shown } = await text(await reportOf(source, findings), pipe);
  expect(shown).toContain('key: •••');
  expect(shown).not.toContain('c2Vjc');
});

test('a clean run says what was looked at, and when that was nothing', async () => {
  const report = await reportOf(files, []);
  expect((await text(report, pipe)).text).toBe('✓ nothing found · 1 file looked at, 1 encrypted field\n');
  const empty = { ...report, summary: { ...report.summary, fields: 0 } };
  expect((await text(empty, pipe)).text).toBe(
    '✓ nothing found · 1 file looked at, none declares an encrypted field\n',
  );
});
