import { byPlace, type Finding } from '../../rules/model/finding.ts';
import type { SessionState } from '../session/session.ts';

/** A finding as an editor shows it: what a baseline knows is shown too, as a hint. */
export interface ShownFinding {
  readonly finding: Finding;
  readonly known: boolean;
}

const none: readonly ShownFinding[] = [];

const byState = new WeakMap<SessionState, ReadonlyMap<string, readonly ShownFinding[]>>();

/** What is shown of a state, by file and in order. A state is sorted once. */
export function shownFindings(state: SessionState): ReadonlyMap<string, readonly ShownFinding[]> {
  const sorted = byState.get(state) ?? sort(state);
  byState.set(state, sorted);
  return sorted;
}

export function findingsOf(state: SessionState, file: string): readonly ShownFinding[] {
  return shownFindings(state).get(file) ?? none;
}

function sort({ findings, baselined }: SessionState): ReadonlyMap<string, readonly ShownFinding[]> {
  const files = new Map<string, ShownFinding[]>();
  const add = (finding: Finding, known: boolean) => {
    const own = files.get(finding.place.file);
    if (own === undefined) files.set(finding.place.file, [{ finding, known }]);
    else own.push({ finding, known });
  };
  for (const finding of findings) add(finding, false);
  for (const finding of baselined?.known ?? []) add(finding, true);
  if (baselined !== undefined && baselined.known.length > 0) {
    for (const own of files.values()) own.sort((one, other) => byPlace(one.finding, other.finding));
  }
  return files;
}
