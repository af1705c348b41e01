import { describe, expect, test } from 'vitest';
import type { Project } from '../rules/model/project.ts';
import { defineRule, type Rule, safeFix } from '../rules/model/rule.ts';
import {
  atLeast,
  type EqlGeneration,
  type EqlVersion,
  eqlVersions,
  type MongodbVersion,
} from '../rules/model/target.ts';
import { analyseFiles, type LintOptions, lintFiles, settingsOf } from '../test/support/lint-files.ts';
import { lint } from './lint.ts';

const files = {
  'a.json':
    '{ "fields": [{ "path": "reference", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string" }] }',
};

/** A rule that finds each field an error from one version on, and a warning before it when told so. */
function ruleFrom(version: MongodbVersion, before: 'warning' | 'nothing') {
  return defineRule({
    id: 'mongodb/test',
    severity: 'error',
    title: 'a rule of this test',
    since: '0.1.0',
    fix: 'safe',
    dependsOn: 'mongodb',
    *check({ mongodb }: Project) {
      for (const { fields } of mongodb.fieldLists) {
        for (const field of fields) {
          const refused = atLeast(field.target, version);
          if (!refused && before === 'nothing') continue;
          yield {
            place: field.place,
            message: 'refused',
            severity: refused ? ('error' as const) : ('warning' as const),
            fixes: [safeFix('mend it', { kind: 'text', place: field.place, text: '"x"' })],
          };
        }
      }
    },
  });
}

async function run(rule: ReturnType<typeof ruleFrom>, mongodb?: MongodbVersion) {
  const options = mongodb === undefined ? {} : { mongodb };
  const { project, facts } = await analyseFiles(files, options);
  return lint(project, facts, [rule], settingsOf(options));
}

describe('where nothing says which version runs', () => {
  test('a verdict that every version gives stands as it is', async () => {
    expect(await run(ruleFrom('8.0', 'nothing'))).toMatchObject([
      { severity: 'error', message: 'refused', fixes: [{ safe: true }] },
    ]);
  });

  test('a verdict that some version would not give is a warning, says which, and mends nothing unasked', async () => {
    const [finding] = await run(ruleFrom('8.2', 'nothing'));
    expect(finding).toMatchObject({ severity: 'warning', fixes: [{ safe: false }] });
    expect(finding?.message).toBe(
      'refused; MongoDB 9.0 is assumed and 8.0 and 8.1 would take this: set targets.mongodb',
    );
  });

  test('so is one that another version finds less grave', async () => {
    const [finding] = await run(ruleFrom('9.0', 'warning'));
    expect(finding?.severity).toBe('warning');
    expect(finding?.message).toMatch(/8\.0, 8\.1, 8\.2 and 8\.3 judge this otherwise/);
  });

  test('a version that is given decides alone', async () => {
    expect(await run(ruleFrom('8.2', 'nothing'), '9.0')).toMatchObject([
      { severity: 'error', message: 'refused' },
    ]);
    expect(await run(ruleFrom('8.2', 'nothing'), '8.1')).toEqual([]);
  });
});

describe('where nothing says which release of EQL runs', () => {
  /** A rule that finds an error from one release on, asked about that release's generation. */
  const ruleSince = (release: EqlVersion, generation: EqlGeneration) =>
    defineRule({
      id: 'eql/test',
      severity: 'error',
      title: 'a rule of this test',
      since: '0.1.0',
      fix: 'safe',
      dependsOn: 'eql',
      *check({ mongodb }: Project, { eql }) {
        const [list] = mongodb.fieldLists;
        if (list === undefined) return;
        const { place } = list.document;
        const { version } = eql(place.file, generation);
        if (eqlVersions.indexOf(version) < eqlVersions.indexOf(release)) return;
        yield { place, message: 'refused', fixes: [safeFix('mend it', { kind: 'text', place, text: '{}' })] };
      },
    });
  const run = async (rule: Rule, options: LintOptions) => {
    const { project, facts } = await analyseFiles(files, options);
    return lint(project, facts, [rule], settingsOf(options));
  };

  test('a verdict that every release of its generation gives stands as it is', async () => {
    expect(await run(ruleSince('3.0.0', 'v3'), {})).toMatchObject([
      { severity: 'error', message: 'refused', fixes: [{ safe: true }] },
    ]);
  });

  test('a verdict that some release would not give is a warning, and says which', async () => {
    expect(await run(ruleSince('3.0.2', 'v3'), {})).toMatchObject([
      {
        severity: 'warning',
        message: 'refused; EQL 3.0.5 is assumed and 3.0.0 and 3.0.1 would take this: set targets.eql',
        fixes: [{ safe: false }],
      },
    ]);
  });

  test('a target of another generation says nothing of this one', async () => {
    expect(await run(ruleSince('2.3.1', 'v2'), { eql: '3.0.5' })).toMatchObject([
      {
        severity: 'warning',
        message: 'refused; EQL 2.3.1 is assumed and 2.2.1 would take this: set targets.eql',
      },
    ]);
  });

  test('a release that is given decides alone', async () => {
    expect(await run(ruleSince('3.0.2', 'v3'), { eql: '3.0.5' })).toMatchObject([{ severity: 'error' }]);
    expect(await run(ruleSince('3.0.2', 'v3'), { eql: '3.0.1' })).toEqual([]);
  });
});

test('two types that no version takes together are an error whatever runs', async () => {
  const queries = '[{ "queryType": "equality" }, { "queryType": "range" }]';
  const text = files['a.json'].replace('"bsonType": "string"', `"bsonType": "int", "queries": ${queries}`);
  const found = await lintFiles({ 'a.json': text });
  expect(found.filter(({ rule }) => rule === 'mongodb/query-type-combination')).toMatchObject([
    { severity: 'error' },
  ]);
});

test('a rule that throws is one finding, and the others go on', async () => {
  const broken = {
    ...ruleFrom('8.0', 'nothing'),
    id: 'mongodb/broken',
    check: () => {
      throw new Error('no luck');
    },
  };
  const { project, facts } = await analyseFiles(files, {});
  const found = lint(project, facts, [broken, ruleFrom('8.0', 'nothing')], settingsOf({}));
  expect(found.map(({ rule }) => rule).sort()).toEqual(['encsafe/rule-crashed', 'mongodb/test']);
  expect(found.find(({ rule }) => rule === 'encsafe/rule-crashed')?.message).toMatch(
    /mongodb\/broken.*no luck/,
  );
});

test('the configuration sets the severity of all findings of a rule, or turns it off', async () => {
  const { project, facts } = await analyseFiles(files, {});
  const rule = ruleFrom('8.0', 'nothing');
  const settings = settingsOf({});
  expect(lint(project, facts, [rule], { ...settings, severity: () => 'info' })).toMatchObject([
    { severity: 'info' },
  ]);
  expect(lint(project, facts, [rule], { ...settings, severity: () => 'off' })).toEqual([]);
});

describe('a file that cannot be read whole', () => {
  test('is a finding when it is about encryption, and what could be read is still checked', async () => {
    const found = await lintFiles({
      'a.json':
        '{ "encryptedFields": { "fields": [{ "path": "_id", "keyAltName": "k", "bsonType": "string" }, { "path": ] } }',
      'b.ts':
        "db.createCollection('c', { encryptedFields: { fields: [{ path: '_id', keyAltName: 'k', bsonType: 'string' }] } );\nconst =",
      'c.yaml':
        'encryptedFields:\n  fields:\n    - path: _id\n      keyAltName: k\n      bsonType: string\n  - broken: [\n',
    });
    expect(found.map(({ rule, place }) => `${place.file} ${rule}`)).toEqual([
      'a.json mongodb/field-path',
      'a.json encsafe/parse',
      'b.ts mongodb/field-path',
      'b.ts encsafe/parse',
      'c.yaml mongodb/field-path',
      'c.yaml encsafe/parse',
    ]);
  });

  test('is only counted when it is not', async () => {
    expect(await lintFiles({ 'a.json': '{ "bsonType": ', 'b.yaml': 'keyId: [' })).toEqual([]);
  });

  test('is a finding beyond the bounds too', async () => {
    const deep = `{ "encryptedFields": ${'[{"fields":'.repeat(3000)}`;
    const found = await lintFiles({ 'a.json': deep, 'a.yaml': deep, 'a.ts': `x = ${deep}` });
    expect(found.map(({ rule, place }) => `${place.file} ${rule}`)).toEqual([
      'a.json encsafe/parse',
      'a.ts encsafe/parse',
      'a.yaml encsafe/parse',
    ]);
    expect(found[0]?.message).toMatch(/deeper than 100 levels/);
  });
});

describe('a broken file', () => {
  const json =
    '{"encryptedFields":{"fields":[{"path":"reference","bsonType":"string","queries":{"queryType":"';
  const source =
    'export const encryptedFields={fields:[{path:"reference",bsonType:"string",queries:{queryType:"';

  test.each([
    ['a.json', `${json}equa`],
    ['a.json', `${json}equality","contention":8,"conten`],
    ['a.json', `${json}range"`],
    ['a.json', `${json}substring", strMinQueryLength: 2 }}]}}`],
    ['a.ts', `${source}equa`],
    ['a.ts', `${source}substring"; strMinQueryLength: 2}}]}`],
    ['a.ts', `${source}substring",`],
    ['a.yaml', 'fields: [{path: reference, bsonType: string, queries: {queryType: substring'],
    [
      'a.yaml',
      'fields:\n- path: reference\n  bsonType: string\n keyId: null\n  queries: {queryType: substring}\n',
    ],
  ])('%s: what %j may still lack is no mistake', async (file, text) => {
    const findings = await lintFiles({ [file]: text }, { mongodb: '9.0' });
    const rules = findings.map(({ rule }) => rule).filter((rule) => rule !== 'mongodb/query-type-bson-type');
    expect(rules).toEqual(['encsafe/parse']);
  });

  test('is still told what is wrong in the rest of it', async () => {
    const text = `${json}equalty"}},{"path":"other", bsonType: 1}]}}`;
    const findings = await lintFiles({ 'a.json': text }, { mongodb: '9.0' });
    expect(findings.map(({ rule }) => rule)).toEqual(['mongodb/query-type-name', 'encsafe/parse']);
  });

  test('is about encryption when it declares a field, whatever words it uses', async () => {
    const text = '{"fields":[{"path":"reference","keyId":null,"bsonType":"string"},';
    expect((await lintFiles({ 'a.json': text })).map(({ rule }) => rule)).toEqual(['encsafe/parse']);
    expect(await lintFiles({ 'a.json': '{"bsonType":"string",' })).toEqual([]);
  });
});

describe('a large file takes time in proportion', () => {
  const limit = 8000;
  const many = (count: number, one: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => one(at)).join(',');

  test.each([
    ['an object of many names', 'a.json', `{"bsonType":"x",${many(100_000, (at) => `"k${at}":1`)}}`],
    [
      'a list of many fields',
      'a.json',
      `{"encryptedFields":{"fields":[${many(15_000, (at) => `{"path":"f${at}.a","bsonType":"string","keyId":{"$uuid":"8d8fef41-eff1-4e86-8234-${String(at).padStart(12, '0')}"}}`)}]}}`,
    ],
    [
      'a spread of many fields',
      'a.ts',
      `const base=[${many(130_000, () => 'x')}];export const encryptedFields={fields:[...base]};`,
    ],
  ])(
    '%s',
    async (_, file, text) => {
      const start = performance.now();
      const findings = await lintFiles({ [file]: text }, { mongodb: '9.0' });
      expect(performance.now() - start).toBeLessThan(limit);
      expect(findings.map(({ rule }) => rule)).not.toContain('encsafe/rule-crashed');
    },
    60_000,
  );
});
