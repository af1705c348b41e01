import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../rules/model/finding.ts';
import { applyBaseline, type Baseline, readBaseline, writeBaseline } from './baseline.ts';

const text = 'one two  two three';
const texts = new Map([
  ['a.json', text],
  ['b.json', text],
]);

function finding(rule: string, file: string, word: string, field?: string): Finding {
  const start = text.indexOf(word);
  const place = { file, start, end: start + word.length };
  return {
    rule,
    severity: 'error',
    message: 'm',
    place,
    related: [],
    fixes: [],
    ...(field === undefined ? {} : { field }),
  };
}

function read(written: string): Baseline {
  const baseline = readBaseline(written);
  if ('problem' in baseline) throw new Error(baseline.problem);
  return baseline;
}

const some = [
  finding('r/one', 'a.json', 'one', 'email'),
  finding('r/one', 'a.json', 'two', 'email'),
  finding('r/two', 'a.json', 'two'),
  finding('r/two', 'b.json', 'three'),
];

test('what was written hides what was found, and nothing else', () => {
  const baseline = read(writeBaseline(some, texts));
  expect(baseline.findings).toMatchObject([
    { file: 'a.json', rule: 'r/one', field: 'email', count: 2 },
    { file: 'a.json', rule: 'r/two', count: 1 },
    { file: 'b.json', rule: 'r/two', count: 1 },
  ]);
  const more = [...some, finding('r/one', 'a.json', 'three', 'email'), finding('r/two', 'a.json', 'one')];
  const { kept, known, stale, notes } = applyBaseline(more, baseline, texts);
  expect([kept, known, stale, notes]).toEqual([more.slice(4), some, [], []]);
});

test('moved and reformatted lines are not new', () => {
  const before = read(writeBaseline([finding('r/two', 'a.json', 'two  two')], texts));
  const moved = new Map([['a.json', '\n\n   two\n two']]);
  const there = { ...finding('r/two', 'a.json', 'two'), place: { file: 'a.json', start: 5, end: 13 } };
  expect(applyBaseline([there], before, moved).kept).toEqual([]);
});

test('a fault of encsafe is never hidden', () => {
  const crash = finding('encsafe/rule-crashed', 'a.json', 'one');
  expect(read(writeBaseline([crash], texts)).findings).toEqual([]);
});

describe('an existing baseline', () => {
  const before = read(writeBaseline(some, texts));

  test('names what is gone', () => {
    const { stale, notes } = applyBaseline(some.slice(1, 2), before, texts);
    expect(stale.map(({ rule, count }) => [rule, count])).toEqual([
      ['r/one', 1],
      ['r/two', 1],
      ['r/two', 1],
    ]);
    expect(notes).toEqual([
      '3 known findings are gone: run encsafe lint --update-baseline, so that they stay gone',
    ]);
  });

  test('loses what is gone and takes nothing in', () => {
    const now = [...some.slice(1, 2), finding('r/new', 'a.json', 'one'), finding('r/two', 'b.json', 'one')];
    expect(read(writeBaseline(now, texts, before)).findings).toEqual([
      { file: 'a.json', rule: 'r/one', field: 'email', count: 1 },
    ]);
  });

  test('keeps what was not looked at, and loses files that are gone', () => {
    const onlyA = new Map([['a.json', text]]);
    const kept = (run?: { files: string[]; walked: string[] }) =>
      read(writeBaseline([], onlyA, before, run)).findings.map(({ file }) => file);
    expect(kept()).toEqual(['b.json']);
    expect(kept({ files: ['a.json', 'b.json'], walked: [] })).toEqual([]);
    expect(kept({ files: ['a.json'], walked: [''] })).toEqual([]);
    expect(kept({ files: ['a.json'], walked: ['packages'] })).toEqual(['b.json']);
    expect(applyBaseline([], before, onlyA).stale.map(({ file }) => file)).toEqual(['a.json', 'a.json']);
  });

  test('only shrinks, whatever is found', () => {
    const findings = fc.array(
      fc
        .tuple(
          fc.constantFrom('r/one', 'r/two'),
          fc.constantFrom('a.json', 'b.json'),
          fc.constantFrom('one', 'two', 'three'),
          fc.constantFrom(undefined, 'email'),
        )
        .map(([rule, file, word, field]) => finding(rule, file, word, field)),
    );
    fc.assert(
      fc.property(findings, findings, (first, second) => {
        const old = read(writeBaseline(first, texts));
        const updated = read(writeBaseline(second, texts, old));
        for (const { count, ...key } of updated.findings) {
          const entry = old.findings.find(
            ({ count: _, ...one }) => JSON.stringify(one) === JSON.stringify(key),
          );
          expect(count).toBeLessThanOrEqual(entry?.count ?? 0);
        }
        // Nothing that it hid before and that is still there comes back.
        expect(applyBaseline(second, updated, texts).kept).toEqual(applyBaseline(second, old, texts).kept);
        expect(applyBaseline(second, updated, texts).stale).toEqual([]);
        expect(writeBaseline(second, texts, updated)).toBe(writeBaseline(second, texts, old));
      }),
    );
  });
});

test.each([
  ['{', 'it is no JSON'],
  ['[]', 'it is no baseline'],
  ['{ "version": 2, "findings": [] }', 'it has version 2, and this encsafe reads version 1'],
  ['{ "version": 1 }', 'it has no list of findings'],
  [
    '{ "version": 1, "findings": [{ "file": "a", "rule": "b", "field": "c", "count": 0 }] }',
    'entry 1 needs a file, a rule, a field or text, and a count',
  ],
])('%s is no baseline', (written, problem) => {
  expect(readBaseline(written)).toEqual({ problem });
});
