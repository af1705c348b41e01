import { expect, test } from 'vitest';
import { readSource } from '../../read/source/read-source.ts';
import { actsOf } from './acts-of.ts';
import {
  classAround,
  classOf,
  type Frame,
  functionAround,
  functionOf,
  holdersOf,
  walkActs,
} from './walk-acts.ts';

/** The word makes the reader tell what code does. */
const word = '// PrismaClient\n';

function actsIn(text: string) {
  return actsOf({ ...readSource('a.ts', word + text), aboutEncryption: false });
}

function wordOf(frame: Frame): string {
  switch (frame.kind) {
    case 'branch':
      return frame.side;
    case 'try':
      return frame.part;
    case 'loop':
      return frame.act.of;
    case 'function':
    case 'class':
      return frame.act.name ?? frame.kind;
  }
}

/** Every call by its name, with what it stands in, from the outermost inward. */
function callsIn(text: string): readonly string[] {
  const found: string[] = [];
  walkActs(actsIn(text), (act, around) => {
    if (act.kind !== 'call' || act.tree.kind !== 'call') return undefined;
    found.push([...around.map(wordOf), act.tree.name].join(' '));
    return undefined;
  });
  return found;
}

test.each([
  ['one(two());', ['two', 'one']],
  ['if (one()) two(); else three();', ['one', 'then two', 'otherwise three']],
  ['for (const a of one()) two(a);', ['one', 'for-of two']],
  ['try { one(); } catch { two(); } finally { three(); }', ['acts one', 'caught two', 'last three']],
  ['function outer() { return () => one(); }', ['outer function one']],
  ['class A { field = one(); method() { if (a) two(); } }', ['A one', 'A method then two']],
])('calls of %j', (text, calls) => {
  expect(callsIn(text)).toEqual(calls);
});

test('an act that is skipped keeps what stands in it', () => {
  const kinds: string[] = [];
  walkActs(actsIn('function outer() { one(); }\ntwo();'), (act) => {
    kinds.push(act.kind);
    return act.kind === 'function' ? 'skip' : undefined;
  });
  expect(kinds).toEqual(['function', 'call']);
});

test('a function is found by where it stands, also as the value of a name', () => {
  const text = 'const one = (a: string) => two(a);\nclass Three {\n  four() {}\n}\n';
  const facts = { ...readSource('a.ts', word + text), aboutEncryption: false };
  const acts = actsOf(facts);
  const [one, , three] = facts.source?.declarations ?? [];
  expect(one?.value && functionOf(acts, one.value)?.act.parameters.map(({ name }) => name)).toEqual(['a']);
  expect(three?.value && classOf(acts, three.value)?.act.name).toBe('Three');
  expect(functionOf(acts, { start: 0, end: 1 })).toBeUndefined();
});

test('what a stretch of the file stands in', () => {
  const text = 'class A {\n  method() {\n    if (a) return () => here;\n  }\n}\n';
  const start = (word + text).indexOf('here');
  const holders = holdersOf(actsIn(text), { start, end: start + 4 });
  expect(holders.map(({ act }) => act.name ?? act.kind)).toEqual(['A', 'method', 'function']);
});

test.each([
  ['class A { method() { one(); } }', 'A'],
  ['class A { field = () => one(); }', 'A'],
  ['class A { method() { [].map(() => one()); } }', 'A'],
  ['class A { method() { function inner() { one(); } } }', undefined],
  ['class A { method() { return { inner() { one(); } }; } }', undefined],
  ['const a = () => one();', undefined],
])('whose this is meant in %j', (text, name) => {
  walkActs(actsIn(text), (act, around) => {
    if (act.kind === 'call' && act.tree.kind === 'call' && act.tree.name === 'one')
      expect(classAround(around)?.name).toBe(name);
    return undefined;
  });
  expect.assertions(1);
});

test('the innermost function', () => {
  walkActs(actsIn('function outer() { function inner() { if (a) one(); } }'), (act, around) => {
    if (act.kind === 'call') expect(functionAround(around)?.name).toBe('inner');
    return undefined;
  });
  expect.assertions(1);
});
