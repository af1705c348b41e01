import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import type { Files } from '../../test/support/lint-files.ts';
import { lintFiles } from '../../test/support/lint-files.ts';
import { findingsIn, pipe, reportOf } from '../../test/support/report-of.ts';
import type { Report } from './report.ts';
import { sarif } from './sarif.ts';

const field = (queries: string) =>
  `{ "fields": [\n  { "path": "taxId", "bsonType": "string", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" },\n    "queries": ${queries} }\n] }\n`;
const files = { 'a dir/fields #1.json': field('{ "queryType": "Equality" }') };

async function runOf(report: Report) {
  const log: Log = JSON.parse((await sarif(report, pipe)).text);
  const [run] = log.runs;
  if (run === undefined) throw new Error('no run');
  return { log, run, results: run.results ?? [] };
}

test('a result has its place, its rule with help, and its fix as a replacement', async () => {
  const { log, run, results } = await runOf(
    await reportOf(files, await lintFiles(files, { mongodb: '9.0' })),
  );
  expect(log.version).toBe('2.1.0');
  expect(run.columnKind).toBe('utf16CodeUnits');
  expect(run.tool.driver.rules).toMatchObject([
    {
      id: 'mongodb/query-type-name',
      fullDescription: { text: 'What it is, in short.' },
      help: { markdown: expect.stringContaining('# mongodb/query-type-name') },
    },
  ]);
  expect(run.tool.driver.rules?.[0]).not.toHaveProperty('helpUri');
  const region = { startLine: 3, startColumn: 31, endLine: 3, endColumn: 41 };
  expect(results).toMatchObject([
    {
      ruleId: 'mongodb/query-type-name',
      ruleIndex: 0,
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20dir/fields%20%231.json' }, region } }],
      fixes: [
        {
          artifactChanges: [
            { replacements: [{ deletedRegion: region, insertedContent: { text: '"equality"' } }] },
          ],
        },
      ],
    },
  ]);
});

test('a fingerprint survives lines above, and tells equal findings apart', async () => {
  const prints = async (of: Files, parts: readonly string[]) => {
    const findings = findingsIn(
      of,
      parts.map((part) => ({ file: 'f.json', part })),
    );
    const { results } = await runOf(await reportOf(of, findings));
    return results.map(({ partialFingerprints }) => partialFingerprints?.['encsafe/v1']);
  };
  const text = field('{ "queryType": "Equality" }');
  const [before] = await prints({ 'f.json': text }, ['"Equality"']);
  const [after] = await prints({ 'f.json': `\n\n${text}` }, ['"Equality"']);
  const [other] = await prints({ 'f.json': text }, ['"taxId"']);
  const [one, two] = await prints({ 'f.json': text }, ['"Equality"', '"Equality"']);
  expect(after).toBe(before);
  expect(other).not.toBe(before);
  expect(one).not.toBe(two);
});

test('a crash is a failed run, an unreadable file a notification, and a finding of no file has no place', async () => {
  const report = await reportOf(files, [
    {
      rule: 'encsafe/rule-crashed',
      severity: 'error',
      message: 'the rule failed',
      place: { file: '.', start: 0, end: 0 },
      related: [],
      fixes: [],
    },
  ]);
  const { run, results } = await runOf({ ...report, unreadable: [{ file: 'x.json', reason: 'EACCES' }] });
  expect(run.invocations).toMatchObject([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: 'x.json cannot be read: EACCES' } }],
    },
  ]);
  expect(results[0]).not.toHaveProperty('locations');
});

test('text of a file makes no link', async () => {
  const findings = findingsIn(files, [
    { file: 'a dir/fields #1.json', part: '"taxId"', message: 'see [here](https://example.com) [1]' },
  ]);
  const { results } = await runOf(await reportOf(files, findings));
  expect(results[0]?.message.text).toBe('see \\[here\\](https://example.com) \\[1\\]');
});
