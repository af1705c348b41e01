import type { Finding, Fix } from '../../rules/model/finding.ts';
import type { Place } from '../../rules/model/place.ts';
import type { TextEdit } from '../edit/text-edit.ts';
import type { Unreadable } from '../project/analyse.ts';
import type { Span } from '../read/tree.ts';
import type { Lines, Range } from './positions.ts';

/** What `lint` has to say, whatever the format. */
export interface Report {
  /** In the order of their places. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
  readonly unreadable: readonly Unreadable[];
  /** A file that findings stand in; undefined when it cannot be read. */
  readonly file: (file: string) => ReportedFile | undefined;
  /** The text edits of a fix; undefined when it cannot be written as text. */
  readonly edits: (fix: Fix) => readonly TextEdit[] | undefined;
}

export interface ReportedFile {
  readonly lines: Lines;
  /** Stretches that look like keys or salts: never shown. */
  readonly secrets: readonly Span[];
}

export interface Summary {
  /** Files that were looked at. */
  readonly files: number;
  /** Encrypted fields that they declare. */
  readonly fields: number;
  /** Places in code that search one of them. */
  readonly lookups: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly suppressed: number;
  /** Findings that `--quiet` leaves out. */
  readonly hidden: number;
}

/** What is around a report: who reads it and where. */
export interface Surroundings {
  readonly terminal: boolean;
  readonly color: boolean;
  /** Columns of the terminal; undefined when there is none. */
  readonly columns: number | undefined;
  readonly version: string;
  /** The folders between the top of the checkout and the working directory, with a `/` at the end. */
  readonly prefix: string;
  /** Where the page of a rule can be opened. */
  readonly pageUri: (rule: string) => string | undefined;
  /** The Markdown of a rule's page. */
  readonly page: (rule: string) => Promise<string | undefined>;
}

/** A report in one format, and what a person should hear besides. */
export interface Rendered {
  readonly text: string;
  readonly note?: string;
}

export type Format = (report: Report, around: Surroundings) => Rendered | Promise<Rendered>;

/** The range of a place; the start of the file where the file cannot be read. */
export function rangeIn(report: Pick<Report, 'file'>, place: Place): Range {
  const found = report.file(place.file);
  return found?.lines.rangeOf(place) ?? { line: 1, column: 1, endLine: 1, endColumn: 1 };
}

/** A finding of the whole project stands in no file. */
export function standsInFile({ file }: Place): boolean {
  return file !== '.' && file !== '';
}
