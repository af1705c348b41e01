import type { Project } from '../../../rules/model/project.ts';
import type { Value } from '../../../rules/model/value.ts';
import type { Settings } from '../../project/configuration/settings.ts';
import type { LiteralSyntax } from '../../read/facts.ts';
import type { Cursor, SketchEntry, SketchNode } from './sketch/sketch.ts';
import { toValue } from './sketch/to-value.ts';

/** A cursor in a file, with what is known of the folder. */
export interface Site {
  readonly file: string;
  readonly syntax: LiteralSyntax;
  readonly cursor: Cursor;
  readonly settings: Settings;
  /** What the folder declares. */
  readonly project: Project;
  /** True when the folder was read with exactly this text, so that places of the project are places in it. */
  readonly current: boolean;
}

/** The entry that the cursor stands in, which is not there yet. */
export function typedEntry({ cursor: { trail, slot } }: Site): SketchEntry | undefined {
  const container = trail.at(-1)?.node;
  if (container?.kind !== 'object' || slot.kind === 'item') return undefined;
  const at = slot.kind === 'value' ? slot.keySpan.start : slot.span.start;
  return container.entries.find(({ keySpan }) => keySpan.start === at && keySpan.end > at);
}

/** What a node says, without what is being typed in it. */
export function valueOfNode(site: Site, node: SketchNode): Value {
  return toValue(node, site.file, site.syntax === 'source', typedEntry(site));
}

/** The same with it, as far as it goes. */
export function wholeValueOf({ file, syntax }: Site, node: SketchNode): Value {
  return toValue(node, file, syntax === 'source');
}
