import type { Finding, Severity } from '../../rules/model/finding.ts';
import { toEdits } from '../../server/edit/edits.ts';
import { applyEdits } from '../../server/edit/text-edit.ts';
import { analyseFiles, type Files, type LintOptions, lintFiles } from './lint-files.ts';

const file = 'src/schema.ts';

/** One encrypted field in TypeScript, in the text of its type and its queries. */
export function oneField(bsonType: string, queries: string, before = ''): Files {
  const element = `{ path: 'reference', keyId: new UUID('8d8fef41-eff1-4e86-8234-39983d648d43'), ${bsonType}${queries} }`;
  return {
    [file]: `import { Decimal128, Double, Int32, Long, UUID } from 'mongodb';\n${before}export const encryptedFields = {\n  fields: [\n    ${element},\n  ],\n};\n`,
  };
}

export interface Shown {
  readonly severity: Severity;
  /** What the finding underlines. */
  readonly at: string;
  readonly message: string;
  readonly fixes: readonly ShownFix[];
}

export interface ShownFix {
  readonly title: string;
  readonly safe: boolean;
  /** What is illegal after it by any rule, and whatever its own rule says, as `rule message`: costs are others' matter. */
  readonly left: readonly string[];
  /** The file after it. */
  readonly text: string;
}

/** What one rule says, with each of its fixes applied. A fix that cannot be written as text is a failure. */
export async function findingsOf(rule: string, files: Files, options: LintOptions = {}): Promise<Shown[]> {
  const findings = await lintFiles(files, options);
  const own = findings.filter((finding) => finding.rule === rule);
  return Promise.all(own.map((finding) => show(finding, files, options)));
}

async function show(finding: Finding, files: Files, options: LintOptions): Promise<Shown> {
  const { facts } = await analyseFiles(files, options);
  const sourceOf = (name: string) => {
    const own = facts.find((one) => one.file === name);
    return own === undefined ? undefined : { facts: own, text: files[name] ?? '' };
  };
  const fixes: ShownFix[] = [];
  for (const fix of finding.fixes) {
    const edits = toEdits(fix, sourceOf);
    if (edits === undefined) throw new Error(`"${fix.title}" cannot be written as text`);
    const after = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        applyEdits(
          text,
          edits.filter((edit) => edit.file === name),
        ),
      ]),
    );
    const left = (await lintFiles(after, options))
      .filter(({ rule, severity }) => rule === finding.rule || severity === 'error')
      .map(({ rule, message }) => `${rule} ${message}`);
    fixes.push({
      title: fix.title,
      safe: fix.safe,
      left,
      text: after[file] ?? Object.values(after)[0] ?? '',
    });
  }
  const { place, severity, message } = finding;
  return { severity, at: (files[place.file] ?? '').slice(place.start, place.end), message, fixes };
}

/** The findings as lines, for tests that ask only what is said and where. */
export function lines(found: readonly Shown[]): string[] {
  return found.map(({ severity, at, message }) => `${severity} [${at}] ${message}`);
}
