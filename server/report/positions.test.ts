import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './positions.ts';

test('lines end at every kind of break', () => {
  const lines = linesOf('a\nbc\r\nd\re');
  expect(lines.count).toBe(4);
  expect([0, 2, 4, 6, 8].map(lines.positionAt)).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 1 },
    { line: 2, column: 3 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
  ]);
});

test('a byte order mark counts in offsets and not in columns', () => {
  const lines = linesOf('\ufeff{}\n{}');
  expect(lines.positionAt(0)).toEqual({ line: 1, column: 1 });
  expect(lines.positionAt(1)).toEqual({ line: 1, column: 1 });
  expect(lines.positionAt(2)).toEqual({ line: 1, column: 2 });
  expect(lines.positionAt(4)).toEqual({ line: 2, column: 1 });
});

test('columns count UTF-16 code units', () => {
  expect(linesOf('"👍" x').positionAt(5)).toEqual({ line: 1, column: 6 });
});

test('offsets beyond the text stand at its end', () => {
  expect(linesOf('ab\n').positionAt(99)).toEqual({ line: 2, column: 1 });
  expect(linesOf('').rangeOf({ start: -1, end: 5 })).toEqual({
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  });
});

test('line and column lead back to the offset', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\t', '\n', '\r', '\r\n', 'é', '👍', '\ufeff') });
  fc.assert(
    fc.property(text, fc.nat(), (content, seed) => {
      const lines = linesOf(content);
      const mark = content.startsWith('\ufeff') ? 1 : 0;
      const offset = mark + (seed % (content.length - mark + 1));
      const { line, column } = lines.positionAt(offset);
      expect(lines.span(line).start + column - 1).toBe(offset);
      expect(line).toBeLessThanOrEqual(lines.count);
    }),
  );
});
