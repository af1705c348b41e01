import type { Finding, Severity } from '../../rules/model/finding.ts';
import { toEdits } from '../../server/edit/edits.ts';
import { linesOf } from '../../server/report/positions.ts';
import type { Report, Surroundings } from '../../server/report/report.ts';
import { analyseFiles, type Files } from './lint-files.ts';

/** A finding of a test: what it underlines is found by its text. */
export interface Underlined {
  readonly file: string;
  readonly part: string;
  readonly rule?: string;
  readonly severity?: Severity;
  readonly message?: string;
  readonly related?: readonly { readonly file: string; readonly part: string; readonly message: string }[];
  readonly fixes?: Finding['fixes'];
  readonly field?: string;
}

export function findingsIn(files: Files, all: readonly Underlined[]): Finding[] {
  const placeOf = ({ file, part }: { file: string; part: string }) => {
    const start = (files[file] ?? '').indexOf(part);
    return { file, start, end: start + part.length };
  };
  return all.map((one) => ({
    rule: one.rule ?? 'mongodb/query-type-name',
    severity: one.severity ?? 'error',
    message: one.message ?? 'something is wrong',
    place: placeOf(one),
    related: (one.related ?? []).map((place) => ({ message: place.message, place: placeOf(place) })),
    fixes: one.fixes ?? [],
    ...(one.field === undefined ? {} : { field: one.field }),
  }));
}

/** The report of these findings on these files, with secrets and edits as the command line has them. */
export async function reportOf(files: Files, findings: readonly Finding[]): Promise<Report> {
  const { facts } = await analyseFiles(files);
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  const factsOf = (file: string) => facts.find((one) => one.file === file);
  return {
    findings,
    summary: {
      files: Object.keys(files).length,
      fields: 1,
      lookups: 0,
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
      suppressed: 0,
      hidden: 0,
    },
    unreadable: [],
    file(file) {
      const text = files[file];
      return text === undefined ? undefined : { lines: linesOf(text), secrets: factsOf(file)?.secrets ?? [] };
    },
    edits: (fix) =>
      toEdits(fix, (file) => {
        const [text, one] = [files[file], factsOf(file)];
        return text === undefined || one === undefined ? undefined : { text, facts: one };
      }),
  };
}

export const pipe: Surroundings = {
  terminal: false,
  color: false,
  columns: undefined,
  version: '1.2.3',
  prefix: '',
  pageUri: (rule) => `file:///pages/${rule}`,
  page: async (rule) => `# ${rule}\n\nWhat it is,\nin short.\n`,
};
