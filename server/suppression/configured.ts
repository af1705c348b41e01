import type { Finding } from '../../rules/model/finding.ts';
import { holds } from '../../rules/model/place.ts';
import { safeFix } from '../../rules/model/rule.ts';
import type { ConfiguredSuppression } from '../project/configuration/settings.ts';
import { folderOf } from '../project/folders.ts';
import { follow, readPointer } from '../project/pointer.ts';
import type { FileFacts } from '../read/facts.ts';
import { complaint } from './complaint.ts';
import type { SuppressionRun, Suppressor } from './suppress.ts';

/** What the entries of configurations suppress: findings at a pointer or below, or of a field. */
export function readConfigured(
  entries: readonly ConfiguredSuppression[],
  facts: readonly FileFacts[],
  today: string,
  run: SuppressionRun,
): Suppressor {
  const factsOf = new Map(facts.map((one) => [one.file, one]));
  const used = new Set<ConfiguredSuppression>();
  const isMeant = (entry: ConfiguredSuppression, finding: Finding): boolean =>
    entry.rule === finding.rule &&
    entry.matches(finding.place.file) &&
    (entry.field === undefined
      ? standsAt(entry.pointer ?? '', finding, factsOf.get(finding.place.file))
      : entry.field === finding.field);
  return {
    pass(finding) {
      const meant = entries.filter((entry) => isMeant(entry, finding));
      for (const entry of meant) used.add(entry);
      const ended = meant.filter((entry) => isOver(entry, today));
      if (meant.length > ended.length) return undefined;
      if (ended.length === 0) return finding;
      return {
        ...finding,
        related: [
          ...finding.related,
          ...ended.map(({ place, until }) => ({ message: `it was suppressed until ${until}`, place })),
        ],
      };
    },
    complaints: () =>
      entries
        .filter((entry) => !used.has(entry))
        .flatMap((entry) => {
          const files = run.files.filter(entry.matches);
          const off = files.length > 0 && files.every((file) => run.severity(entry.rule, file) === 'off');
          // What was not looked at may hold what the entry is for.
          const known = files.length > 0 || run.walked.includes(folderOf(entry.place.file));
          return off || !known ? [] : [unused(entry, files)];
        }),
  };
}

function isOver({ until }: ConfiguredSuppression, today: string): boolean {
  return until !== undefined && until < today;
}

function standsAt(pointer: string, { place }: Finding, facts: FileFacts | undefined): boolean {
  const names = readPointer(pointer);
  if (names === undefined || facts === undefined) return false;
  return facts.documents.some((document) => {
    const pointed = follow(document, names);
    return pointed !== undefined && holds({ file: facts.file, ...spanOf(pointed.span) }, place);
  });
}

function spanOf({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end };
}

function unused(entry: ConfiguredSuppression, files: readonly string[]): Finding {
  const { rule, file, pointer, field, place, list } = entry;
  const where = field === undefined ? `at ${pointer === '' ? 'its root' : pointer}` : `of ${field}`;
  const message =
    files.length === 0
      ? `this hides nothing: no file that is read matches ${file}`
      : `this hides nothing: ${file} has no finding of ${rule} ${where}`;
  return complaint(message, place, [
    safeFix('remove the entry', {
      kind: 'remove-item',
      array: { kind: 'array', place: list, items: [], open: false },
      item: { kind: 'unknown', place },
    }),
  ]);
}
