import { describe, expect, test } from 'vitest';
import type { Finding } from '../../rules/model/finding.ts';
import { toEdits } from '../edit/edits.ts';
import { loadSettings } from '../project/configuration/load-settings.ts';
import { loadReader, syntaxOf } from '../read/read.ts';
import { type SuppressionRun, suppress } from './suppress.ts';

const rule = 'mongodb/query-type-combination';
const other = 'mongodb/key-id';

type Files = Readonly<Record<string, string>>;

interface Options {
  readonly today?: string;
  readonly run?: Partial<SuppressionRun>;
}

/** Suppresses findings on given texts of files, by their comments and their configuration. */
async function suppressed(
  files: Files,
  found: readonly (readonly [rule: string, file: string, text: string, field?: string])[],
  { today = '2026-06-01', run = {} }: Options = {},
) {
  const names = Object.keys(files);
  const settings = await loadSettings({
    files: names,
    sources: { files: names, read: async (file) => files[file] ?? '' },
    readAbove: async () => undefined,
    levelsAbove: 0,
    flags: {},
  });
  const facts = await Promise.all(
    names.map(async (file) => (await loadReader(syntaxOf(file) ?? 'source'))(file, files[file] ?? '')),
  );
  const findings = found.map(([id, file, text, field]): Finding => {
    const start = (files[file] ?? '').indexOf(text);
    if (start < 0) throw new Error(`${file} does not hold ${text}`);
    const place = { file, start, end: start + text.length };
    return {
      rule: id,
      severity: 'error',
      message: 'm',
      place,
      related: [],
      fixes: [],
      ...(field === undefined ? {} : { field }),
    };
  });
  const result = suppress(findings, facts, settings.suppress, new Map(Object.entries(files)), today, {
    files: names,
    walked: [],
    severity: settings.severity,
    ...run,
  });
  const shown = ({ rule: id, message, place: { file, start, end } }: Finding) =>
    id === 'encsafe/unused-suppression' ? `${(files[file] ?? '').slice(start, end)}: ${message}` : id;
  const fixed = (file: string): string => {
    const text = files[file] ?? '';
    const source = facts.find((one) => one.file === file);
    const [fix] = result.kept.flatMap(({ fixes }) => fixes.filter(({ safe }) => safe));
    const edits =
      fix === undefined || source === undefined ? [] : (toEdits(fix, () => ({ text, facts: source })) ?? []);
    return edits
      .toSorted((a, b) => b.start - a.start)
      .reduce((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), text);
  };
  return { ...result, problems: settings.problems, shown: result.kept.map(shown), fixed };
}

const comments = [
  ['a.ts', (text: string) => `export const a = [\n  // ${text}\n  bad,\n];\n`],
  ['a.ts', (text: string) => `export const a = [\n  /* ${text} */\n  bad,\n];\n`],
  ['a.jsonc', (text: string) => `[\n  // ${text}\n  "bad",\n]\n`],
  ['a.yaml', (text: string) => `a:\n  # ${text}\n  - bad\n`],
] as const;

describe.each(comments)('comments in %s', (file, write) => {
  const withComment = (text: string, found: readonly string[] = [rule], options?: Options) =>
    suppressed(
      { [file]: write(text) },
      found.map((id) => [id, file, 'bad'] as const),
      options,
    );

  test('hide the rules that they name on the line below', async () => {
    const { kept, suppressed: count } = await withComment(
      `encsafe-disable-next-line ${rule}, ${other} -- known`,
      [rule, other],
    );
    expect([kept, count]).toEqual([[], 2]);
  });

  test('hide nothing without a reason', async () => {
    const { shown, suppressed: count, fixed } = await withComment(`encsafe-disable-next-line ${rule}`);
    expect(shown).toHaveLength(2);
    expect(shown[0]).toMatch(/this comment gives no reason, so it hides nothing/);
    expect([shown[1], count]).toEqual([rule, 0]);
    expect(fixed(file)).toBe(write('').replace(/\n.*\n/, '\n'));
  });

  test('that hide nothing are findings, and their fix takes out the line', async () => {
    const { shown, fixed } = await withComment(`encsafe-disable-next-line ${rule} -- known`, []);
    expect(shown).toEqual([`${rule}: this hides nothing: the line below has no finding of ${rule}`]);
    expect(fixed(file)).toBe(write('').replace(/\n.*\n/, '\n'));
  });

  test('lose the one rule of several that hides nothing', async () => {
    const { shown, fixed } = await withComment(`encsafe-disable-next-line ${other} ${rule} -- known`, [rule]);
    expect(shown).toEqual([`${other}: this hides nothing: the line below has no finding of ${other}`]);
    expect(fixed(file)).toBe(write(`encsafe-disable-next-line ${rule} -- known`));
    const last = await withComment(`encsafe-disable-next-line ${rule}, ${other} -- known`, [rule]);
    expect(last.fixed(file)).toBe(write(`encsafe-disable-next-line ${rule} -- known`));
  });

  test('name rules that are none', async () => {
    const { shown, kept } = await withComment('encsafe-disable-next-line mongodb/key-di -- known', []);
    expect(shown).toEqual(['mongodb/key-di: there is no rule mongodb/key-di; did you mean mongodb/key-id?']);
    expect(kept[0]?.fixes.map(({ title, safe }) => [title, safe])).toEqual([
      ['write mongodb/key-id', false],
      ['remove the comment', true],
    ]);
  });

  test('of a rule that is off are not called unused', async () => {
    const run = { severity: () => 'off' as const };
    expect((await withComment(`encsafe-disable-next-line ${rule} -- known`, [], { run })).shown).toEqual([]);
  });
});

describe('comments', () => {
  test('in a row all speak of the line below the last', async () => {
    const text = `const a = [\n  // encsafe-disable-next-line ${rule} -- one\n  // encsafe-disable-next-line ${other} -- two\n  bad,\n];`;
    const { shown, suppressed: count } = await suppressed({ 'a.ts': text }, [
      [rule, 'a.ts', 'bad'],
      [other, 'a.ts', 'bad'],
    ]);
    expect([shown, count]).toEqual([[], 2]);
  });

  test('speak of no other line', async () => {
    const text = `// encsafe-disable-next-line ${rule} -- known\n\nbad();`;
    expect((await suppressed({ 'a.ts': text }, [[rule, 'a.ts', 'bad']])).suppressed).toBe(0);
  });

  test('behind code go without it', async () => {
    const text = `first(); // encsafe-disable-next-line ${rule} -- known\r\nsecond();\r\n`;
    const { fixed } = await suppressed({ 'a.ts': text }, []);
    expect(fixed('a.ts')).toBe('first();\r\nsecond();\r\n');
  });

  test('never hide a fault of encsafe', async () => {
    const text = '// encsafe-disable-next-line encsafe/rule-crashed -- no\nbad();';
    expect((await suppressed({ 'a.ts': text }, [['encsafe/rule-crashed', 'a.ts', 'bad']])).suppressed).toBe(
      0,
    );
  });
});

const schema = `{
  "fields": [
    { "path": "email", "contention": 4 },
    { "path": "phone", "contention": 4 }
  ]
}
`;

const configure = (...entries: readonly object[]) => JSON.stringify({ suppress: entries }, undefined, 2);

describe('entries of the configuration', () => {
  const entry = { rule, file: 'schemas/a.json', reason: 'known' };
  const files = (...entries: readonly object[]): Files => ({
    'encsafe.config.json': configure(...entries),
    'schemas/a.json': schema,
    'schemas/b.json': schema,
  });
  const onEmail = [rule, 'schemas/a.json', '"contention": 4', 'email'] as const;

  test.each([
    [{ ...entry, pointer: '/fields/0' }, 1],
    [{ ...entry, pointer: '/fields/0/contention' }, 1],
    [{ ...entry, pointer: '' }, 1],
    [{ ...entry, pointer: '/fields/0/path' }, 0],
    [{ ...entry, pointer: '/fields/1' }, 0],
    [{ ...entry, pointer: '/fields/00' }, 0],
    [{ ...entry, pointer: '/gone' }, 0],
    [{ ...entry, field: 'email' }, 1],
    [{ ...entry, field: 'phone' }, 0],
    [{ ...entry, file: './schemas/a.json', field: 'email' }, 1],
    [{ ...entry, file: 'schemas/*.json', field: 'email' }, 1],
    [{ ...entry, file: 'a.json', field: 'email' }, 0],
    [{ ...entry, rule: other, field: 'email' }, 0],
    [{ ...entry, field: 'email', until: '2026-06-01' }, 1],
    [{ ...entry, field: 'email', until: '2026-05-31' }, 0],
  ])('%j hides %i', async (one, count) => {
    const result = await suppressed(files(one), [onEmail]);
    expect(result.suppressed).toBe(count);
    expect(result.problems).toEqual([]);
  });

  test('in YAML too', async () => {
    const yaml = {
      'encsafe.config.yaml': `suppress:\n  - { rule: ${rule}, file: a.yaml, pointer: /fields/0, reason: known }\n`,
      'a.yaml': 'fields:\n  - path: email\n',
    };
    expect((await suppressed(yaml, [[rule, 'a.yaml', 'email']])).suppressed).toBe(1);
  });

  test('a finding whose entry has ended says so', async () => {
    const { kept } = await suppressed(files({ ...entry, field: 'email', until: '2026-05-31' }), [onEmail]);
    expect(kept.map(({ rule: id, related }) => [id, related.map(({ message }) => message)])).toEqual([
      [rule, ['it was suppressed until 2026-05-31']],
    ]);
  });

  test('one that hides nothing is a finding, and its fix takes it out', async () => {
    const used = { ...entry, field: 'email' };
    const { shown, fixed } = await suppressed(files(used, { ...entry, field: 'phone' }), [onEmail]);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatch(/: this hides nothing: schemas\/a\.json has no finding of \S+ of phone$/);
    expect(JSON.parse(fixed('encsafe.config.json'))).toEqual({ suppress: [used] });
  });

  test('for a file that was not looked at is left alone', async () => {
    const elsewhere = { ...entry, file: 'other/c.json', field: 'email' };
    expect((await suppressed(files(elsewhere), [])).shown).toEqual([]);
    const { shown } = await suppressed(files(elsewhere), [], { run: { walked: [''] } });
    expect(shown[0]).toMatch(/: this hides nothing: no file that is read matches other\/c\.json$/);
  });

  test('counts only where its configuration holds', async () => {
    const nested = { ...files({ ...entry, field: 'email' }), 'schemas/encsafe.config.json': '{}' };
    expect((await suppressed(nested, [onEmail])).suppressed).toBe(0);
    const extended = { ...nested, 'schemas/encsafe.config.json': '{ "extends": "../encsafe.config.json" }' };
    expect((await suppressed(extended, [onEmail])).suppressed).toBe(1);
  });

  test('two that hide the same finding are both used', async () => {
    const result = await suppressed(files({ ...entry, field: 'email' }, { ...entry, pointer: '/fields/0' }), [
      onEmail,
    ]);
    expect([result.kept, result.suppressed]).toEqual([[], 1]);
  });
});
