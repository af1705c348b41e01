import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogue } from '../rules/catalogue.ts';
import type { Finding } from '../rules/model/finding.ts';
import { safeEdits, toEdits } from '../server/edit/edits.ts';
import type { SourceOf } from '../server/edit/source-file.ts';
import { applyEdits, overlap } from '../server/edit/text-edit.ts';
import { lint } from '../server/lint.ts';
import { caseFiles, caseNames } from './support/case-files.ts';
import { analyseFiles, type Files, settingsOf } from './support/lint-files.ts';

const options = { mongodb: '9.0' } as const;

async function lintWhole(files: Files): Promise<{ findings: readonly Finding[]; sourceOf: SourceOf }> {
  const { project, facts } = await analyseFiles(files, options);
  const findings = lint(project, facts, catalogue, settingsOf(options));
  const byName = new Map(facts.map((one) => [one.file, one]));
  const sourceOf: SourceOf = (file) => {
    const own = byName.get(file);
    return own === undefined ? undefined : { facts: own, text: files[file] ?? '' };
  };
  return { findings, sourceOf };
}

/** What must hold of any findings, whatever the files say. */
function expectSound(files: Files, { findings, sourceOf }: Awaited<ReturnType<typeof lintWhole>>): void {
  for (const finding of findings) {
    expect(finding.rule).not.toBe('encsafe/rule-crashed');
    for (const { file, start, end } of [finding.place, ...finding.related.map(({ place }) => place)]) {
      expect(files).toHaveProperty([file]);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(files[file]?.length ?? 0);
    }
    for (const fix of finding.fixes) {
      const edits = toEdits(fix, sourceOf) ?? [];
      edits.forEach((edit, index) => {
        expect(edit.end).toBeLessThanOrEqual(files[edit.file]?.length ?? 0);
        expect(edits.slice(index + 1).some((other) => overlap(edit, other))).toBe(false);
      });
    }
  }
}

const cases = caseNames.map((name) => caseFiles(name));
/** A case with a few stretches of its files cut out, doubled, or replaced by another stretch. */
const damaged = fc
  .record({
    files: fc.constantFrom(...cases),
    cuts: fc.array(
      fc.record({
        file: fc.nat(),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.nat(40),
        how: fc.constantFrom('cut', 'double', 'swap', 'noise'),
        noise: fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          ',',
          ':',
          '\r\n',
          '\u2028',
          '😀',
          '...',
          'null',
          '[]',
          '{}',
          '-1',
          '1e400',
          '""',
        ),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ files, cuts }) => {
    const result: Record<string, string> = { ...files };
    const names = Object.keys(files).filter((name) => name !== 'expect.yaml');
    for (const { file, at, length, how, noise } of cuts) {
      const name = names[file % names.length] ?? '';
      const text = result[name] ?? '';
      const start = Math.floor(at * text.length);
      const piece = text.slice(start, start + length);
      const middle =
        how === 'cut'
          ? ''
          : how === 'double'
            ? piece + piece
            : how === 'swap'
              ? [...piece].reverse().join('')
              : noise;
      result[name] = text.slice(0, start) + middle + text.slice(start + (how === 'noise' ? 0 : length));
    }
    delete result['expect.yaml'];
    return result;
  });

test('damaged projects: no crash, every place inside its file, fixes that never overlap', async () => {
  await fc.assert(
    fc.asyncProperty(damaged, async (files) => {
      expectSound(files, await lintWhole(files));
    }),
    { numRuns: 600 },
  );
});

test.each(caseNames)(
  '%s: safe fixes end, leave the file readable, and a second round changes nothing',
  async (name) => {
    const { 'expect.yaml': _, ...files } = caseFiles(name);
    let current: Files = files;
    let passes = 0;
    for (; passes <= 10; passes += 1) {
      const { findings, sourceOf } = await lintWhole(current);
      expectSound(current, { findings, sourceOf });
      const edits = safeEdits(findings, sourceOf);
      if (edits.length === 0) break;
      current = Object.fromEntries(
        Object.entries(current).map(([file, text]) => [
          file,
          applyEdits(
            text,
            edits.filter((edit) => edit.file === file),
          ),
        ]),
      );
    }
    expect(passes).toBeLessThanOrEqual(10);
    const before = (await lintWhole(files)).findings;
    const after = (await lintWhole(current)).findings;
    expect(after.filter(({ rule }) => rule === 'encsafe/parse')).toEqual([]);
    expect(after.length).toBeLessThanOrEqual(before.length);
  },
);
