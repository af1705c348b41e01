import type { Span } from '../../../read/tree.ts';

/**
 * What a text looks like around a cursor while a person types: brackets that are not closed yet, keys without values,
 * commas that are missing. It is only as right as it needs to be to say where the cursor stands.
 */
export type SketchNode = SketchObject | SketchArray | SketchCall | SketchString | SketchWord | SketchUnknown;

export type SketchContainer = SketchObject | SketchArray | SketchCall;

export interface SketchObject extends Node<'object'> {
  readonly entries: SketchEntry[];
  /** Containers that stand in it without a key: what is no object literal has such. */
  readonly loose: SketchNode[];
  /** True for a YAML object that only begins where the cursor stands. */
  readonly fresh: boolean;
  /** The name that it is assigned to in source code. */
  readonly assignedTo?: string;
}

export interface SketchEntry {
  /** Undefined for a spread. */
  readonly key: string | undefined;
  readonly keySpan: Span;
  value: SketchNode | undefined;
}

export interface SketchArray extends Node<'array'> {
  readonly items: SketchNode[];
}

export interface SketchCall extends Node<'call'> {
  readonly name: string;
  readonly construct: boolean;
  readonly items: SketchNode[];
}

export interface SketchString extends Node<'string'> {
  readonly value: string;
}

/** A number, a name, a chain of names, or a plain scalar. */
export interface SketchWord extends Node<'word'> {
  readonly text: string;
}

export interface SketchUnknown extends Node<'unknown'> {
  /** Containers in an expression that means something of its own. */
  readonly inner: readonly SketchNode[];
}

interface Node<Kind extends string> {
  readonly kind: Kind;
  readonly start: number;
  end: number;
}

/** A container around the cursor, and what leads to it. */
export interface Step {
  readonly node: SketchContainer;
  /** The key that holds it; undefined for an item, an argument, or what stands by itself. */
  readonly key: string | undefined;
}

/** What the cursor stands on. */
export type Slot = KeySlot | ValueSlot | ItemSlot;

interface SlotPlace {
  /** What an answer replaces: quotes and all. */
  readonly span: Span;
  /** The quote that stands there, or none. */
  readonly quote: string;
  /** Where a comma is missing before. */
  readonly commaAt: number | undefined;
  /** True where the next entry follows without a comma. */
  readonly commaAfter: boolean;
}

export interface KeySlot extends SlotPlace {
  readonly kind: 'key';
  /** True when only the name is to be replaced. */
  readonly colon: boolean;
}

export interface ValueSlot extends SlotPlace {
  readonly kind: 'value';
  readonly key: string;
  readonly keySpan: Span;
  /** True in YAML behind a colon without a space. */
  readonly spaceBefore: boolean;
}

export interface ItemSlot extends SlotPlace {
  readonly kind: 'item';
}

export interface Cursor {
  /** From the outermost container inward. */
  readonly trail: readonly Step[];
  readonly slot: Slot;
}

/** A cursor in a comment: what stands of it. */
export interface CommentCursor {
  readonly comment: Span;
}
