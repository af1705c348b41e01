import { describe, expect, test } from 'vitest';
import { catalogue } from '../rules/catalogue.ts';
import type { EqlPlatform } from '../rules/model/eql.ts';
import { eqlVersions, mongodbVersions } from '../rules/model/target.ts';
import { lintFiles } from './support/lint-files.ts';
import { type Example, readPages } from './support/pages.ts';

const pages = readPages();
const headings = ['## What is wrong', '## Why', '## Instead of', '## Use', '## On live data', '## Sources'];

test('every rule has a page, and every page a rule', () => {
  expect(pages.map(({ id }) => id).sort()).toEqual(catalogue.map(({ id }) => id).sort());
});

describe.each(pages.map((page) => [page.id, page] as const))('%s', (id, page) => {
  test('its page has the fixed shape', () => {
    expect(page.text.startsWith(`# ${id}\n`)).toBe(true);
    const found = page.text.split('\n').filter((line) => line.startsWith('## '));
    expect(found).toEqual(headings);
  });

  // The engine's own rules speak of what surrounds a file: their tests stand with the command line's.
  if (id.startsWith('encsafe/') || id.startsWith('cost/')) return;

  test('its page shows at least one bad and one good example', () => {
    const verdicts = page.examples.map(({ verdict }) => verdict);
    expect(verdicts).toContain('bad');
    expect(verdicts).toContain('good');
  });

  test.each(page.examples.map((example) => [example.verdict, example.line, example] as const))(
    'the %s example of line %i is just that',
    async (_verdict, _line, example) => {
      const findings = await lintExample(example);
      const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
      expect({ rules, messages: findings.map(({ message }) => message) }).toMatchObject({
        rules: example.verdict === 'bad' ? [id, ...example.also].sort() : [],
      });
    },
  );
});

const platforms: readonly EqlPlatform['name'][] = ['Supabase', 'Google Cloud SQL', 'Azure'];

function lintExample({ files, mongodb = '9.0', eql = '3.0.5', installed, platform, proxy }: Example) {
  const version = mongodbVersions.find((one) => one === mongodb);
  const release = eqlVersions.find((one) => one === eql);
  if (version === undefined || release === undefined) throw new Error(`no such version: ${mongodb}, ${eql}`);
  const name = platforms.find((one) => one === platform);
  return lintFiles(files, {
    mongodb: version,
    eql: release,
    installed,
    eqlProxy: proxy,
    ...(name === undefined ? {} : { eqlPlatform: { name, file: 'package.json' } }),
  });
}
