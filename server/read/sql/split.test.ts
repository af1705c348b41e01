import fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitions, queries } from '../../../test/support/sql-corpus.ts';
import { loadParser } from './engine.ts';
import { splitStatements, type TextPart } from './split.ts';

/** The parts of a text, and what stands between them. */
function split(text: string): { readonly parts: TextPart[]; readonly between: string } {
  const parts: TextPart[] = [];
  const comments: { readonly start: number; readonly end: number }[] = [];
  splitStatements(text, { psql: true, onComment: (comment) => comments.push(comment) }, (part) =>
    parts.push(part),
  );
  const taken = [...parts.map((part) => (part.kind === 'statement' ? part.piece : part.span)), ...comments];
  let between = '';
  let done = 0;
  for (const { start, end } of taken.sort((one, other) => one.start - other.start)) {
    if (start > done) between += text.slice(done, start);
    done = Math.max(done, end);
  }
  return { parts, between: between + text.slice(done) };
}

test('nothing is lost: between the parts stand white space, semicolons and commands of psql alone', () => {
  const pieces = fc.constantFrom(
    ...[
      ...queries,
      ...definitions,
      "'",
      '"',
      '$$',
      '--',
      '/*',
      '*/',
      ';',
      '\n',
      '\r',
      '(',
      ')',
      '\\i x',
      '\\g',
      'ä',
    ],
    ...[
      'COPY t FROM stdin;\na\tb\n\\.\n',
      '--> statement-breakpoint',
      "E'\\''",
      '$a$ ; $a$',
      ':x',
      '1..2',
      '\\;',
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      expect(split(parts.join(' ')).between).toMatch(/^(?:[\s;]|\\[^\n\r]*)*$/);
    }),
    { numRuns: 500 },
  );
});

test('statements end where PostgreSQL ends them', async () => {
  const parse = await loadParser();
  const statement = fc.constantFrom(...queries, ...definitions);
  const gap = fc.constantFrom(';', ';\n', '; -- it; is\n', ';/* ; */ ', ';;\n');
  fc.assert(
    fc.property(fc.array(fc.tuple(statement, gap), { minLength: 1, maxLength: 6 }), (list) => {
      const text = list.map((one) => one.join('')).join(' ');
      const parsed = parse(text);
      expect(parsed.kind).toBe('tree');
      const { parts } = split(text);
      expect(parts.length).toBe(parsed.kind === 'tree' ? parsed.statements.length : 0);
      expect(
        parts.map((part) => part.kind === 'statement' && text.slice(part.piece.start, part.piece.end)),
      ).toEqual(list.map(([one]) => one));
    }),
    { numRuns: 200 },
  );
});
