import { expect, test } from 'vitest';
import { findingsIn, pipe, reportOf } from '../../test/support/report-of.ts';
import { github } from './github.ts';

const name = 'a dir/50%, x:y.json';
const files = { [name]: '{\n  "a": 1,\n  "b": [\n  ]\n}\n' };

test('properties and messages are escaped for a workflow command', async () => {
  const findings = findingsIn(files, [{ file: name, part: '1', message: '100 %\nnext ::error::x' }]);
  const { text } = await github(await reportOf(files, findings), pipe);
  expect(text).toBe(
    '::error file=a dir/50%25%2C x%3Ay.json,line=2,col=8,endLine=2,endColumn=9,title=mongodb/query-type-name::100 %25%0Anext ::error::x\n',
  );
});

test('severities, related places, ranges over lines and the folder in the checkout', async () => {
  const findings = findingsIn(files, [
    {
      file: name,
      part: '[\n  ]',
      severity: 'info',
      related: [{ file: name, part: '1', message: 'declared here' }],
    },
  ]);
  const { text } = await github(await reportOf(files, findings), { ...pipe, prefix: 'packages/api/' });
  expect(text).toBe(
    '::notice file=packages/api/a dir/50%25%2C x%3Ay.json,line=3,col=8,endLine=4,title=mongodb/query-type-name::something is wrong (a dir/50%25, x:y.json:2: declared here)\n',
  );
});

test.each([
  [10, 10, 10, 0],
  [11, 0, 0, 1],
  [12, 11, 10, 4],
])(
  '%i errors, %i warnings and %i notices: %i are left out, and that is said',
  async (errors, warnings, infos, left) => {
    const many = (severity: 'error' | 'warning' | 'info', count: number) =>
      Array.from({ length: count }, () => ({ file: name, part: '1', severity }));
    const findings = findingsIn(files, [
      ...many('error', errors),
      ...many('warning', warnings),
      ...many('info', infos),
    ]);
    const { text, note } = await github(await reportOf(files, findings), pipe);
    const lines = text.trim().split('\n');
    for (const command of ['error', 'warning', 'notice']) {
      expect(lines.filter((line) => line.startsWith(`::${command} `)).length).toBeLessThanOrEqual(10);
    }
    if (left === 0) expect(note).toBeUndefined();
    else {
      expect(lines.at(-1)).toMatch(
        new RegExp(`^::notice title=encsafe::${left} of ${findings.length} findings`),
      );
      expect(note).toContain(`${left} of ${findings.length} findings`);
    }
  },
);
