import type { Change, Finding, Fix, NewValue } from '../../rules/model/finding.ts';
import type { Place } from '../../rules/model/place.ts';
import type { Property } from '../../rules/model/value.ts';
import type { ArrayTree, ObjectTree } from '../read/tree.ts';
import { addEntries } from './add-entry.ts';
import { type DriverTypes, driverTypesOf, importEdits } from './driver-types.ts';
import { findContainer } from './find-node.ts';
import { breakOf } from './lines.ts';
import { printKey, printOver, printValue } from './print-value.ts';
import { removeEntries } from './remove-entries.ts';
import { removeStatement } from './remove-statement.ts';
import type { SourceFile, SourceOf } from './source-file.ts';
import { createEditSet, overlap, type TextEdit } from './text-edit.ts';

/** The text edits of a fix, in the syntax of each file; undefined when it cannot be written as text. */
export function toEdits(fix: Fix, sourceOf: SourceOf): readonly TextEdit[] | undefined {
  const writer = createWriter(sourceOf);
  const removals = new Map<string, Removal[]>();
  const additions = new Map<string, Addition[]>();
  const edits: TextEdit[] = [];
  for (const change of fix.changes) {
    if (change.kind === 'remove-property' || change.kind === 'remove-item') {
      const container = change.kind === 'remove-property' ? change.object.place : change.array.place;
      const entry = change.kind === 'remove-property' ? change.property.place : change.item.place;
      const key = JSON.stringify(container);
      removals.set(key, [...(removals.get(key) ?? []), { container, entry }]);
      continue;
    }
    if (change.kind === 'add-property' || change.kind === 'add-item') {
      const container = change.kind === 'add-property' ? change.object.place : change.array.place;
      const key = JSON.stringify(container);
      additions.set(key, [...(additions.get(key) ?? []), change]);
      continue;
    }
    const written = writer.write(change);
    if (written === undefined) return undefined;
    edits.push(...written);
  }
  for (const group of additions.values()) {
    const added = writer.add(group);
    if (added === undefined) return undefined;
    edits.push(...added);
  }
  for (const group of removals.values()) {
    const removed = removalEdits(group, sourceOf);
    if (removed === undefined) return undefined;
    edits.push(...removed);
  }
  edits.push(...writer.imports());
  const clash = edits.some((one, index) => edits.slice(index + 1).some((other) => overlap(one, other)));
  return clash || edits.length === 0 ? undefined : edits;
}

type Addition = Extract<Change, { kind: 'add-property' | 'add-item' }>;

interface Removal {
  readonly container: Place;
  readonly entry: Place;
}

function removalEdits(group: readonly Removal[], sourceOf: SourceOf): readonly TextEdit[] | undefined {
  const [first] = group;
  if (first === undefined) return [];
  const { container } = first;
  const source = sourceOf(container.file);
  const tree = source === undefined ? undefined : findContainer(source.facts, container);
  if (source === undefined || tree === undefined) return undefined;
  const entries = entriesOf(tree);
  const removed = new Set<(typeof entries)[number]>();
  for (const { entry } of group) {
    const own = entries.find(({ start, end }) => start === entry.start && end === entry.end);
    // What stands elsewhere and is only referred to cannot be cut out here.
    if (own === undefined || entry.file !== container.file) return undefined;
    removed.add(own);
  }
  return removeEntries(container.file, source, container, entries, removed);
}

function entriesOf(
  tree: ObjectTree | ArrayTree,
): readonly { readonly start: number; readonly end: number }[] {
  return tree.kind === 'object' ? tree.entries : tree.items;
}

interface Writer {
  /** The edits of one change; undefined when it cannot be written. */
  readonly write: (
    change: Exclude<Change, Addition | { kind: 'remove-property' | 'remove-item' }>,
  ) => readonly TextEdit[] | undefined;
  /** The edits of all that is added to one object or list, in the order given. */
  readonly add: (group: readonly Addition[]) => readonly TextEdit[] | undefined;
  readonly imports: () => readonly TextEdit[];
}

function createWriter(sourceOf: SourceOf): Writer {
  const used = new Map<string, { readonly source: SourceFile; readonly types: DriverTypes }>();
  const open = (file: string) => {
    const source = sourceOf(file);
    const known = used.get(file);
    if (source === undefined || known !== undefined) return known;
    const opened = { source, types: driverTypesOf(source) };
    used.set(file, opened);
    return opened;
  };
  const print = (value: NewValue, file: string, source: SourceFile, types: DriverTypes) =>
    printValue(value, file, source, types);

  return {
    write(change) {
      switch (change.kind) {
        case 'text': {
          const { file, start, end } = change.place;
          return [{ file, start, end, text: change.text }];
        }
        case 'copy-text': {
          const { file, start, end } = change.of;
          const text = sourceOf(file)?.text.slice(start, end);
          return text === undefined ? undefined : [{ file, start: change.at, end: change.at, text }];
        }
        case 'remove-statement': {
          const text = sourceOf(change.place.file)?.text;
          return text === undefined ? undefined : [removeStatement(change.place, text)];
        }
        case 'append': {
          const text = sourceOf(change.file)?.text;
          if (text === undefined) return undefined;
          const end = text.length;
          const newLine = breakOf(text);
          const before = text === '' || /[\n\r]$/.test(text) ? '' : newLine;
          const lines = change.text.replaceAll('\n', newLine);
          return [{ file: change.file, start: end, end, text: before + lines }];
        }
        case 'create-file':
          if (sourceOf(change.file) !== undefined) return undefined;
          return [{ file: change.file, start: 0, end: 0, text: change.text, creates: true }];
        case 'set-value': {
          const { file, start, end } = change.value.place;
          const opened = open(file);
          const text = opened && printOver(change.value, change.to, opened.source, opened.types);
          return text === undefined ? undefined : [{ file, start, end, text }];
        }
        case 'rename-key': {
          const opened = open(change.property.place.file);
          return opened === undefined ? undefined : [renameKey(change.property, change.to, opened.source)];
        }
      }
    },
    add(group) {
      const [first] = group;
      if (first === undefined) return [];
      const { place } = first.kind === 'add-property' ? first.object : first.array;
      const opened = open(place.file);
      const tree = opened === undefined ? undefined : findContainer(opened.source.facts, place);
      if (opened === undefined || tree === undefined) return undefined;
      const { source, types } = opened;
      const added = group.flatMap((change) => {
        const value = print(change.value, place.file, source, types);
        if (value === undefined) return [];
        return [change.kind === 'add-property' ? `${printKey(change.key, source)}: ${value}` : value];
      });
      if (added.length < group.length) return undefined;
      return addEntries(place.file, source, place, entriesOf(tree), added);
    },
    imports: () => [...used].flatMap(([file, { source, types }]) => importEdits(file, source, types)),
  };
}

function renameKey(property: Property, to: string, source: SourceFile): TextEdit {
  const { file, start, end } = property.keyPlace;
  const written = source.text.slice(start, end);
  const [quote] = written;
  const renamed = quote === '"' || quote === "'" ? `${quote}${to}${quote}` : printKey(to, source);
  // `{ contentionFactor }` names key and value at once.
  const shorthand = source.facts.syntax === 'source' && property.place.end === end;
  return { file, start, end, text: shorthand ? `${renamed}: ${written}` : renamed };
}

/** The edits of one pass of `--fix`: every safe fix that does not touch what an earlier one touches. None makes a file. */
export function safeEdits(findings: readonly Finding[], sourceOf: SourceOf): readonly TextEdit[] {
  const chosen = createEditSet();
  for (const { fixes } of findings) {
    const fix = fixes.find(({ safe }) => safe);
    const edits = fix === undefined ? undefined : toEdits(fix, sourceOf);
    if (edits?.some((edit) => edit.creates === true || chosen.touches(edit)) === false)
      edits.forEach(chosen.add);
  }
  return chosen.edits;
}
