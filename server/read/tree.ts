import type { BsonType } from '../../rules/model/bson.ts';
import type { NumericType } from '../../rules/model/value.ts';

/** A stretch of the file that the facts are of: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A literal as one file writes it, with the references that only all files together can follow. JSON and YAML have
 * no references; source code has names, members, calls and functions. Plain JSON.
 */
export type Tree =
  | ObjectTree
  | ArrayTree
  | Leaf
  | ReferenceTree
  | MemberTree
  | CallTree
  | FunctionTree
  | ClassTree
  | TemplateTree
  | TaggedTree
  | ChoiceTree
  | ThisTree
  | OperationTree
  | UnknownTree;

/** What a broken text leaves of an object or list may be a part of it. */
interface MayBeIncomplete {
  readonly incomplete?: true;
}

export interface ObjectTree extends Node<'object'>, MayBeIncomplete {
  readonly entries: readonly (PropertyTree | SpreadTree)[];
}

export interface PropertyTree extends Node<'property'> {
  /** The name, or a computed one. */
  readonly key: string | Tree;
  readonly keySpan: Span;
  readonly value: Tree;
}

export interface SpreadTree extends Node<'spread'> {
  readonly value: Tree;
}

export interface ArrayTree extends Node<'array'>, MayBeIncomplete {
  readonly items: readonly (Tree | SpreadTree)[];
}

export type Leaf =
  | (Node<'string'> & { readonly value: string })
  | (Node<'number'> & { readonly digits: string; readonly types: readonly NumericType[] })
  | (Node<'boolean'> & { readonly value: boolean })
  | (Node<'null'> & { readonly undefined: boolean })
  | (Node<'other'> & { readonly type: BsonType });

export interface ReferenceTree extends Node<'reference'> {
  readonly name: string;
  readonly to: ReferenceTarget;
}

export type ReferenceTarget =
  | { readonly kind: 'declaration'; readonly index: number }
  /** `name` is `*` for the module as a whole; `mutated` as of a declaration, by the file that imports. */
  | {
      readonly kind: 'import';
      readonly module: string;
      readonly name: string;
      readonly mutated?: readonly string[];
    }
  | { readonly kind: 'global' };

export interface MemberTree extends Node<'member'> {
  readonly object: Tree;
  readonly name: string;
}

export interface CallTree extends Node<'call'> {
  /** The last name of what is called: `createCollection`, `UUID`; empty when it has none. */
  readonly name: string;
  /** Where that name stands: a chain may begin lines above. */
  readonly nameSpan: Span;
  readonly callee: Tree;
  readonly arguments: readonly (Tree | SpreadTree)[];
  readonly construct: boolean;
}

export interface FunctionTree extends Node<'function'> {
  /** Declarations of this file, in order; null for a pattern that is not followed. */
  readonly parameters: readonly (number | null)[];
  /** What it returns when it has exactly one way to return. */
  readonly result?: Tree;
}

/** A class by its name: what its `static readonly` members hold. */
export interface ClassTree extends Node<'class'> {
  readonly statics: readonly PropertyTree[];
}

export interface TemplateTree extends Node<'template'> {
  readonly parts: readonly Tree[];
}

/** A template that a function reads: `sql`…``. Its texts are parts of kind `string`. */
export interface TaggedTree extends Node<'tagged'> {
  readonly tag: Tree;
  readonly parts: readonly Tree[];
}

/** `condition ? one : other`: either may be what counts. */
export interface ChoiceTree extends Node<'choice'> {
  readonly condition: Tree;
  readonly options: readonly [Tree, Tree];
}

/** `this`; also `super`, which is the same object as its base class has made it. */
export interface ThisTree extends Node<'this'> {
  readonly super?: true;
}

/** An operator with what stands around it, in the order of the text. What comes of it is not worked out. */
export interface OperationTree extends Node<'operation'> {
  readonly operator: Operator;
  readonly operands: readonly Tree[];
}

export type Operator =
  | '!'
  | 'typeof'
  | '??'
  | '||'
  | '&&'
  | '==='
  | '!=='
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'instanceof'
  | ','
  /** An assignment whose value is used: `const a = (b.c ??= d)`. */
  | '='
  | '??='
  | '||='
  | '&&=';

export interface UnknownTree extends Node<'unknown'> {
  /** For a literal whose text is kept out of the facts; `published`: a key that some documentation prints as an example. */
  readonly secret?: 'literal' | 'published';
}

interface Node<Kind extends string> extends Span {
  readonly kind: Kind;
}

/** A name of source code and what it is bound to. */
export interface Declaration {
  readonly name: string;
  /** Absent for parameters, and for what is bound in a way that is not followed. */
  readonly value?: Tree;
  /** False when it may be bound again. */
  readonly constant: boolean;
  /** Names of properties that the file assigns below this name after it was made; `*` when any may change. */
  readonly mutated: readonly string[];
}
