import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../rules/catalogue.ts';
import type { Finding } from '../../../rules/model/finding.ts';
import { toEdits } from '../../edit/edits.ts';
import { loadReader } from '../../read/read.ts';
import { loadSettings } from './load-settings.ts';
import { configurationSchema } from './schema.ts';
import type { Settings, SettingsFlags } from './settings.ts';

type Files = Readonly<Record<string, string | object>>;

const textOf = (content: string | object) =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** The settings of a table of files; paths that start with `..` stand above the working directory `shop/api`. */
function settingsOf(table: Files, flags: SettingsFlags = {}, files?: readonly string[]): Promise<Settings> {
  const texts = new Map(Object.entries(table).map(([file, content]) => [file, textOf(content)]));
  return loadSettings({
    files: files ?? [...texts.keys()].filter((file) => !file.startsWith('..')).sort(),
    sources: {
      files: [...texts.keys()].filter((file) => !file.startsWith('..')).sort(),
      read: async (file) => texts.get(file) ?? Promise.reject(new Error('ENOENT')),
    },
    readAbove: async (file) => texts.get(file),
    levelsAbove: 2,
    namesAbove: ['api', 'shop'],
    flags,
  });
}

const messages = ({ problems }: Settings) => problems.map(({ message }) => message);

/** What a finding in a table underlines. */
function underlined(table: Files, { place: { file, start, end } }: Finding): string {
  return textOf(table[file] ?? '').slice(start, end);
}

const rule = 'mongodb/query-type-combination';
const withOptions = catalogue.find(({ options }) => options !== undefined);

describe('which configuration holds for a file', () => {
  const table = {
    'encsafe.config.json': { root: true, rules: { [rule]: 'info' }, assumptions: { length: 10 } },
    'a.json': '',
    'packages/one/encsafe.config.yaml': `rules:\n  ${rule}: off\n`,
    'packages/one/src/a.json': '',
    'packages/two/package.json': { name: 'two', encsafe: { rules: { [rule]: 'warning' } } },
    'packages/two/a.json': '',
    'packages/three/package.json': { name: 'three', devDependencies: { encsafe: '^0.1.0' } },
    'packages/three/a.json': '',
  };

  test('the nearest, whole, from the file upward', async () => {
    const settings = await settingsOf(table);
    const severity = (file: string) => settings.severity(rule, file);
    expect(severity('a.json')).toBe('info');
    expect(severity('packages/one/src/a.json')).toBe('off');
    expect(severity('packages/two/a.json')).toBe('warning');
    expect(severity('packages/three/a.json')).toBe('info');
    expect(settings.assumptions('a.json')).toEqual({ length: 10 });
    expect(settings.assumptions('packages/one/src/a.json')).toEqual({});
    expect(settings.problems).toEqual([]);
  });

  test('one above the working directory, with globs of its own folder', async () => {
    const settings = await settingsOf({
      '../encsafe.config.json': {
        ignore: ['api/generated'],
        overrides: [{ files: 'api/src/**', rules: { [rule]: 'off' } }],
      },
      'src/a.json': '',
      'generated/b.json': '',
    });
    expect(settings.severity(rule, 'src/a.json')).toBe('off');
    expect([settings.ignored('src/a.json'), settings.ignored('generated/b.json')]).toEqual([false, true]);
  });

  test('the folder of the package', async () => {
    const { packageOf } = await settingsOf(table);
    expect([packageOf('packages/two/a.json'), packageOf('packages/one/src/a.json')]).toEqual([
      'packages/two',
      '',
    ]);
  });

  test('the one that --config names, for every file', async () => {
    const named = await settingsOf(
      { ...table, 'ci/strict.yaml': `rules: { ${rule}: error }` },
      { config: './ci/strict.yaml' },
    );
    expect(named.severity(rule, 'packages/one/src/a.json')).toBe('error');
    expect(messages(await settingsOf(table, { config: 'gone.json' }))).toEqual([
      'there is no such configuration file',
    ]);
  });

  test('two in one folder, and names that are none, are told', async () => {
    const settings = await settingsOf({
      'encsafe.config.json': {},
      'encsafe.config.yaml': '',
      'encsafe.config.ts': '',
      '.encsaferc.json': '',
    });
    expect(messages(settings).map((message) => message.split(/[:,]/)[0])).toEqual([
      'encsafe.config.yaml is not used',
      '.encsaferc.json is not read',
      'encsafe.config.ts is not read',
    ]);
  });

  test('flags go before everything', async () => {
    const flags = { mongodb: '8.2', length: 99, rules: { [rule]: 'error' } } as const;
    const settings = await settingsOf(
      {
        'encsafe.config.json': {
          targets: { mongodb: '8.0' },
          rules: { [rule]: 'off' },
          assumptions: { length: 1, rows: 2 },
        },
        'a.json': '',
      },
      flags,
    );
    expect(settings.mongodb('a.json')).toEqual({ version: '8.2', assumed: false });
    expect(settings.severity(rule, 'a.json')).toBe('error');
    expect(settings.assumptions('a.json')).toEqual({ length: 99, rows: 2 });
  });
});

describe('extends', () => {
  test('inherits, and what is nearer goes before it, key by key', async () => {
    const settings = await settingsOf({
      'encsafe.config.json': {
        rules: { [rule]: 'info', 'mongodb/key-id': 'off' },
        budgets: { tokens: 5, documentBytes: 7 },
        targets: { mongodb: '8.0', eqlProxy: true },
      },
      'p/encsafe.config.json': {
        extends: ['../encsafe.config.json', './base.yaml'],
        rules: { [rule]: 'error' },
        budgets: { tokens: 6 },
      },
      'p/base.yaml': 'budgets: { documentBytes: 8 }',
      'p/a.json': '',
    });
    expect(settings.severity(rule, 'p/a.json')).toBe('error');
    expect(settings.budgets('p/a.json')).toEqual({ tokens: 6, documentBytes: 8 });
    expect(settings.mongodb('p/a.json')).toEqual({ version: '8.0', assumed: false });
    expect([settings.eqlProxy('p/a.json'), settings.eqlProxy('x.json')]).toEqual([true, true]);
    expect(settings.printed('p/a.json').configuration).toEqual([
      'p/encsafe.config.json',
      'p/base.yaml',
      'encsafe.config.json',
    ]);
  });

  test('globs: of a configuration above from its folder, of a shared one from whoever extends it', async () => {
    const overrides = (files: string) => [{ files, assumptions: { length: 3 } }];
    const settings = await settingsOf({
      'encsafe.config.json': { overrides: overrides('p/src/**') },
      'shared/base.json': { ignore: ['src/gen'], overrides: overrides('/test/**') },
      'p/encsafe.config.json': { extends: ['../encsafe.config.json', '../shared/base.json'] },
      'p/src/a.json': '',
      'p/test/a.json': '',
      'p/src/gen/a.json': '',
      'p/b.json': '',
    });
    expect(
      ['p/src/a.json', 'p/test/a.json', 'p/b.json'].map((file) => settings.assumptions(file).length),
    ).toEqual([3, 3, undefined]);
    expect(settings.ignored('p/src/gen/a.json')).toBe(true);
  });

  test('circles, missing files and packages are told at the path', async () => {
    const table = {
      'encsafe.config.json': { extends: ['./other.json', './gone.json', '@acme/encsafe'] },
      'other.json': { extends: './encsafe.config.json', rules: { [rule]: 'off' } },
      'a.json': '',
    };
    const settings = await settingsOf(table);
    expect(
      settings.problems.map((one) => [one.place.file, underlined(table, one), one.message.split(/[:,]/)[0]]),
    ).toEqual([
      ['other.json', '"./encsafe.config.json"', 'extends goes in a circle'],
      ['encsafe.config.json', '"./gone.json"', 'there is no file ./gone.json to extend'],
      ['encsafe.config.json', '"@acme/encsafe"', 'extends takes paths relative to this file'],
    ]);
    expect(settings.severity(rule, 'a.json')).toBe('off');
  });

  test('one that two configurations share is read and told once', async () => {
    const settings = await settingsOf({
      'base.json': { nonsense: 1 },
      'p/encsafe.config.json': { extends: '../base.json' },
      'q/encsafe.config.json': { extends: '../base.json' },
      'p/a.json': '',
      'q/a.json': '',
    });
    expect(settings.problems).toHaveLength(1);
  });
});

describe('overrides and fields', () => {
  const settings = settingsOf({
    'encsafe.config.json': {
      fields: {
        email: { class: 'email', length: 30 },
        'contacts.email': { length: 40 },
        'crm.contacts.email': { rows: 9 },
      },
      overrides: [
        { files: '*.test.json', rules: { [rule]: 'off' }, targets: { mongodb: '8.2' } },
        { files: ['legacy', 'old/**'], rules: { [rule]: 'warning' }, fields: { email: { length: 5 } } },
        { files: 'legacy/hot.json', rules: { [rule]: 'error' } },
      ],
    },
    'a.json': '',
    'legacy/b.json': '',
  });
  const container = (database?: string, collection?: string) => ({
    system: 'mongodb-qe' as const,
    file: 'a.json',
    ...(database === undefined ? {} : { database }),
    ...(collection === undefined ? {} : { collection }),
  });

  test('the last override that names a file decides', async () => {
    const { severity, mongodb } = await settings;
    expect(
      ['a.json', 'deep/x.test.json', 'legacy/b.json', 'legacy/hot.json', 'legacy/x.test.json'].map((file) =>
        severity(rule, file),
      ),
    ).toEqual([undefined, 'off', 'warning', 'error', 'warning']);
    expect([mongodb('deep/x.test.json'), mongodb('a.json')]).toEqual([
      { version: '8.2', assumed: false },
      { version: '9.0', assumed: true },
    ]);
  });

  test('a longer name of a field adds to a shorter one', async () => {
    const { override } = await settings;
    expect(override('a.json', container(), 'email')).toEqual({ class: 'email', length: 30 });
    expect(override('a.json', container(undefined, 'contacts'), 'email')).toEqual({
      class: 'email',
      length: 40,
    });
    expect(override('a.json', container('crm', 'contacts'), 'email')).toEqual({
      class: 'email',
      length: 40,
      rows: 9,
    });
    expect(override('legacy/b.json', container(), 'email')).toEqual({ class: 'email', length: 5 });
    expect(override('a.json', container(), 'constructor')).toEqual({});
    expect(override('a.json', container(), undefined)).toEqual({});
  });

  test('options keep their defaults where nothing sets them', async () => {
    if (withOptions?.options === undefined) throw new Error('no rule has options');
    const [[name, option] = ['', undefined]] = Object.entries(withOptions.options);
    const set = (option?.minimum ?? 0) + 1;
    const { options, severity } = await settingsOf({
      'encsafe.config.json': {
        rules: { [withOptions.id]: ['info', { [name]: set }] },
        overrides: [{ files: 'b.json', rules: { [withOptions.id]: 'error' } }],
      },
      'a.json': '',
    });
    expect(options(withOptions, 'a.json')[name]).toBe(set);
    // A severity alone leaves the options as they are.
    expect([severity(withOptions.id, 'b.json'), options(withOptions, 'b.json')[name]]).toEqual([
      'error',
      set,
    ]);
    const bare = await settingsOf({ 'a.json': '' });
    expect(bare.options(withOptions, 'a.json')[name]).toBe(option?.default);
  });
});

describe('what is wrong in a configuration', () => {
  const wrong = async (content: string | object, file = 'encsafe.config.json') => {
    const table = { [file]: content, 'a.json': '' };
    const settings = await settingsOf(table);
    return { settings, found: settings.problems.map((one) => [underlined(table, one), one.message]) };
  };

  test.each([
    [{ rulez: {} }, '"rulez"', 'unknown key rulez; did you mean rules?'],
    [
      { rules: { 'mongodb/query-type-combinaton': 'off' } },
      '"mongodb/query-type-combinaton"',
      `there is no rule mongodb/query-type-combinaton; did you mean ${rule}?`,
    ],
    [
      { rules: { 'query-type-combination': 'off' } },
      '"query-type-combination"',
      `there is no rule query-type-combination; did you mean ${rule}?`,
    ],
    [{ rules: { [rule]: 'warn' } }, '"warn"', 'warn is no severity; did you mean warning?'],
    [{ rules: { [rule]: 2 } }, '2', `${rule} must be a string, not a number`],
    [{ targets: { mongodb: '7.0' } }, '"7.0"', 'mongodb cannot be 7.0; known here: 8.0, 8.1, 8.2, 8.3, 9.0'],
    [{ fields: { email: { class: 'emial' } } }, '"emial"', 'there is no class emial; did you mean email?'],
    [{ assumptions: { length: -1 } }, '-1', 'length must be at least 0'],
    [{ assumptions: { length: 1.5 } }, '1.5', 'length must be an integer, not a number'],
    [{ ignore: ['a', ''] }, '""', 'entry 2 of ignore must not be empty'],
    [
      { ignore: ['a*a*a*a*a'] },
      '"a*a*a*a*a"',
      'this glob has more than 3 stars between two slashes: it is only compared word for word',
    ],
    [{ overrides: [{ rules: {} }] }, '{"rules":{}}', 'entry 1 of overrides lacks files, so it has no effect'],
    [
      { suppress: [{ rule, file: 'a.json', reason: 'known' }] },
      JSON.stringify({ rule, file: 'a.json', reason: 'known' }),
      'entry 1 of suppress needs either pointer or field, and not both',
    ],
    [
      { suppress: [{ rule, file: 'a.json', field: 'x', reason: 'known', until: '31.12.2026' }] },
      '"31.12.2026"',
      'until is not written like 2027-01-31',
    ],
    [
      { suppress: [{ rule, file: 'a.json', field: 'x', reason: 'known', until: '2026-02-30' }] },
      '"2026-02-30"',
      'there is no day 2026-02-30, so the entry has no effect',
    ],
    ['[]', '[]', 'the configuration must be an object, not a list'],
    [{ extends: 5 }, '5', 'extends must be a string or a list, not a number'],
  ] as const)('%j', async (content, place, message) => {
    expect((await wrong(content)).found).toEqual([[place, message]]);
  });

  test('a release that YAML reads as a number', async () => {
    const { found, settings } = await wrong('targets:\n  mongodb: 8.0\n', 'encsafe.config.yaml');
    expect(found).toEqual([['8.0', 'mongodb must be a string, not a number: write "8.0"']]);
    expect(await fixed(settings)).toEqual('targets:\n  mongodb: "8.0"\n');
  });

  test('the fix of a near name keeps quotes and all else', async () => {
    const { settings } = await wrong('{\n  "rulez": { "mongodb/key-id": "off" } // why\n}\n');
    expect(await fixed(settings)).toBe('{\n  "rules": { "mongodb/key-id": "off" } // why\n}\n');
    const yaml = await wrong(`rules:\n  'mongodb/key-di': 'warn'\n`, 'encsafe.config.yaml');
    expect(yaml.found).toHaveLength(1);
    expect(await fixed(yaml.settings)).toBe(`rules:\n  'mongodb/key-id': 'warn'\n`);
  });

  test('all that is right is used', async () => {
    const { settings } = await wrong({
      rules: { [rule]: 'info', 'mongodb/key-id': 7, nonsense: 'off' },
      targets: { mongodb: '8.2', eql: '9' },
      overrides: [{ rules: {} }, 3, { files: 'a.json', budgets: { tokens: 3, bytes: 4 } }],
      suppress: [
        { rule: 'nonsense', file: 'a.json', field: 'x', reason: 'r' },
        { rule, file: 'a.json', field: 'x', reason: 'r' },
      ],
    });
    expect(settings.problems).toHaveLength(7);
    expect(
      settings.problems.every(({ rule: id, severity }) => id === 'encsafe/config' && severity === 'error'),
    ).toBe(true);
    expect(settings.severity(rule, 'a.json')).toBe('info');
    expect(settings.mongodb('a.json').version).toBe('8.2');
    expect(settings.budgets('a.json')).toEqual({ tokens: 3 });
    expect(settings.suppress).toHaveLength(1);
  });

  test('broken text is told, and what can be read of it is used', async () => {
    const { found, settings } = await wrong(`{ "rules": { "${rule}": "off" }, "ignore": [`);
    expect(found).toHaveLength(1);
    expect(found[0]?.[1]).toMatch(/^this is no JSON: .*; what could be read of it is used$/);
    expect(settings.severity(rule, 'a.json')).toBe('off');
    const yaml = await wrong('rules: {\n', 'encsafe.config.yaml');
    expect(yaml.found[0]?.[1]).toMatch(/^this is no YAML/);
  });

  test('an empty file says nothing', async () => {
    for (const [content, file] of [
      ['', 'encsafe.config.json'],
      ['# later\n', 'encsafe.config.yaml'],
    ] as const) {
      expect((await wrong(content, file)).found).toEqual([]);
    }
  });

  test('a package.json is told of its own key only', async () => {
    const { found } = await wrong({ name: 'x', nonsense: 1, encsafe: { nonsense: 1 } }, 'package.json');
    expect(found).toHaveLength(1);
  });

  test('its own severity can be set', async () => {
    const { settings } = await wrong({ rules: { 'encsafe/config': 'warning' }, nonsense: 1 });
    expect(settings.problems.map(({ severity }) => severity)).toEqual(['warning']);
  });

  test('no text is too strange', async () => {
    const keys = fc.constantFrom(
      'rules',
      'extends',
      'targets',
      'overrides',
      'suppress',
      'fields',
      'ignore',
      'files',
      'rule',
      'file',
      'field',
      'reason',
      rule,
      '__proto__',
      'constructor',
      'a%2Fb~/"',
      '\ud800',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(null, true, 1, -1.5, '', 'off', '8.0', 'a.json'),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc
        .array(fc.tuple(keys, tie('value')), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries)),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (content) => {
        const settings = await settingsOf({ 'encsafe.config.json': JSON.stringify(content), 'a.json': '' });
        settings.severity(rule, 'a.json');
        settings.ignored('a.json');
        JSON.stringify(settings.printed('a.json'));
        for (const { place } of settings.problems) expect(place.end).toBeGreaterThanOrEqual(place.start);
      }),
      { numRuns: 300 },
    );
  });
});

/** The one configuration of the settings, with every safe fix. */
async function fixed(settings: Settings): Promise<string> {
  const [[file, text] = ['', '']] = settings.texts;
  const read = await loadReader(file.endsWith('yaml') ? 'yaml' : 'json');
  const source = { text, facts: read(file, text) };
  const edits = settings.problems
    .flatMap(({ fixes }) => fixes.filter(({ safe }) => safe))
    .flatMap((fix) => toEdits(fix, () => source) ?? []);
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}

describe('targets', () => {
  test('by flag, then configuration, then what the project runs', async () => {
    const table = {
      'docker-compose.yml': 'image: mongo:8.1',
      'encsafe.config.json': { overrides: [{ files: 'b.json', targets: { mongodb: '8.0' } }] },
      'a.json': '',
      'b.json': '',
    };
    const settings = await settingsOf(table);
    expect([settings.mongodb('a.json').version, settings.mongodb('b.json').version]).toEqual(['8.1', '8.0']);
    expect((await settingsOf(table, { mongodb: '8.3' })).mongodb('b.json')).toEqual({
      version: '8.3',
      assumed: false,
    });
  });

  test('an older server is noted, a disagreement too', async () => {
    const old = await settingsOf({ 'docker-compose.yml': 'image: mongo:6', 'a.json': '' });
    expect(old.mongodb('a.json')).toEqual({ version: '8.0', assumed: false });
    expect(old.notes).toEqual([
      'docker-compose.yml runs mongo:6, checked as 8.0, the oldest that encsafe knows',
    ]);
    const both = await settingsOf({
      'compose.yaml': 'image: mongo:8.2',
      '.github/workflows/ci.yml': 'image: mongo',
      'a.json': '',
    });
    expect(both.mongodb('a.json')).toEqual({ version: '9.0', assumed: true });
    expect(both.notes).toEqual([
      '.github/workflows/ci.yml runs mongo and compose.yaml runs mongo:8.2: MongoDB 9.0 is assumed, set targets.mongodb',
    ]);
    expect(
      (await settingsOf({ 'compose.yaml': 'image: mongo:6', 'a.json': '' }, { mongodb: '9.0' })).notes,
    ).toEqual([]);
  });
});

test('every value is printed with its origin', async () => {
  const printed = (
    await settingsOf(
      {
        'encsafe.config.json': `{\n  "targets": { "eql": "3.0.1" },\n  "rules": {\n    "${rule}": "info"\n  },\n  "ignore": ["x", "y"],\n  "assumptions": { "rows": 5 }\n}`,
        'compose.yaml': 'services:\n  db:\n    image: mongo:8.2.1\n',
        'a.json': '',
      },
      { length: 12, rules: { 'mongodb/key-id': 'off' } },
    )
  ).printed('a.json');
  expect(printed).toMatchObject({
    file: 'a.json',
    configuration: ['encsafe.config.json'],
    ignored: false,
    targets: {
      mongodb: { value: '8.2', origin: 'compose.yaml (mongo:8.2.1)', assumed: false },
      eql: { value: '3.0.1', origin: 'encsafe.config.json:2' },
      eqlProxy: { value: false, origin: 'default' },
    },
    assumptions: {
      rows: { value: 5, origin: 'encsafe.config.json:7' },
      length: { value: 12, origin: '--length' },
    },
    ignore: [
      { value: 'x', origin: 'encsafe.config.json:6' },
      { value: 'y', origin: 'encsafe.config.json:6' },
    ],
  });
  expect(printed.rules[rule]).toEqual({ severity: 'info', origin: 'encsafe.config.json:4' });
  expect(printed.rules['mongodb/key-id']).toEqual({ severity: 'off', origin: '--rule' });
  expect(printed.rules['encsafe/parse']).toEqual({ severity: 'error', origin: 'default' });
  expect(Object.keys(printed.rules)).toHaveLength(catalogue.length);
});

test('the schema that ships is the one that validates', () => {
  const shipped = readFileSync(
    new URL('../../../schemas/encsafe.config.schema.json', import.meta.url),
    'utf8',
  );
  expect(JSON.parse(shipped)).toEqual(JSON.parse(JSON.stringify(configurationSchema(catalogue))));
});
