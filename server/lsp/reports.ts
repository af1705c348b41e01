import type { Diagnostic } from 'vscode-languageserver';
import type { Change, Finding } from '../../rules/model/finding.ts';
import type { Place } from '../../rules/model/place.ts';
import { configurationFiles } from '../project/readable.ts';
import type { DocumentState, ServerContext } from './context.ts';
import { findingsOf, type ShownFinding } from './file-findings.ts';
import { diagnosticTaste, toDiagnostic } from './to-diagnostic.ts';

/** What is said of one document, under a name by which a client can say that it knows it. */
export interface Report {
  readonly id: string;
  readonly diagnostics: Diagnostic[];
}

interface Made extends Report {
  readonly shown: readonly ShownFinding[];
  readonly text: string;
  readonly version: number | undefined;
  /** The texts of other files that the diagnostics speak of. */
  readonly around: ReadonlyMap<string, string | undefined>;
}

/** Nothing to say is the same after every start of the server. */
const clean: Report = { id: 'clean', diagnostics: [] };

/** The reports of all documents, each made anew only when something in it is. */
export class Reports {
  readonly #context: ServerContext;
  readonly #made = new Map<string, Made>();
  /** Names of another run of the server mean nothing to this one. */
  readonly #run = Math.random().toString(36).slice(2, 10);
  #count = 0;

  constructor(context: ServerContext) {
    this.#context = context;
  }

  of(document: DocumentState): Report {
    const { folder, file, state, text } = document;
    const shown = findingsOf(state, file);
    const key = `${folder.uri} ${file}`;
    if (shown.length === 0) {
      this.#made.delete(key);
      return clean;
    }
    const before = this.#made.get(key);
    const version = this.#context.openVersion(this.#context.uriOf(folder, file));
    if (before !== undefined && isSame(before, { shown, text, version }, state.texts)) return before;
    const taste = diagnosticTaste(this.#context.capabilities());
    this.#count += 1;
    const made: Made = {
      id: `${this.#run}.${this.#count}`,
      diagnostics: shown.map((one) => toDiagnostic(one, document, this.#context, taste)),
      shown,
      text,
      version,
      around: new Map(
        [configurationOf(document), ...shown.flatMap(({ finding }) => filesOf(finding))]
          .filter((other) => other !== file)
          .map((other) => [other, state.texts.get(other)]),
      ),
    };
    this.#made.set(key, made);
    return made;
  }
}

function isSame(
  before: Made,
  { shown, text, version }: Pick<Made, 'shown' | 'text' | 'version'>,
  texts: ReadonlyMap<string, string>,
): boolean {
  return (
    before.version === version &&
    before.text === text &&
    before.shown.length === shown.length &&
    [...before.around].every(([file, known]) => texts.get(file) === known) &&
    before.shown.every((one, index) => isSameFinding(one, shown[index]))
  );
}

function isSameFinding(one: ShownFinding, other: ShownFinding | undefined): boolean {
  if (other === undefined || one.known !== other.known) return false;
  const [a, b] = [one.finding, other.finding];
  return (
    a.rule === b.rule &&
    a.severity === b.severity &&
    a.message === b.message &&
    a.field === b.field &&
    isSamePlace(a.place, b.place) &&
    a.related.length === b.related.length &&
    a.related.every(({ message, place }, index) => {
      const same = b.related[index];
      return same !== undefined && same.message === message && isSamePlace(same.place, place);
    }) &&
    a.fixes.length === b.fixes.length &&
    a.fixes.every(({ title, safe }, index) => {
      const same = b.fixes[index];
      return same !== undefined && same.title === title && same.safe === safe;
    })
  );
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.file === other.file && one.start === other.start && one.end === other.end;
}

/** Where a suppression is written, whether it is there already or not. */
function configurationOf({ file, state }: DocumentState): string {
  return state.settings.configurationOf(file)?.configuration ?? configurationFiles[0];
}

function filesOf({ related, fixes }: Finding): string[] {
  return [...related.map(({ place }) => place.file), ...fixes.flatMap(({ changes }) => changes.map(fileOf))];
}

function fileOf(change: Change): string {
  switch (change.kind) {
    case 'set-value':
      return change.value.place.file;
    case 'rename-key':
      return change.property.place.file;
    case 'remove-property':
    case 'add-property':
      return change.object.place.file;
    case 'remove-item':
    case 'add-item':
      return change.array.place.file;
    case 'text':
    case 'remove-statement':
      return change.place.file;
    case 'copy-text':
      return change.of.file;
    case 'append':
    case 'create-file':
      return change.file;
  }
}
