import type { CallTree, Declaration, ObjectTree, Span, Tree } from './tree.ts';

/** How a file is read. */
export type Syntax = 'json' | 'yaml' | 'source';

/** All that one file says, as plain JSON: it can be cached, sent and printed. It holds no secret. */
export interface FileFacts {
  readonly file: string;
  readonly syntax: Syntax;
  /** JSON has one root, YAML one for each document; empty for source code. */
  readonly documents: readonly Tree[];
  readonly source?: SourceFacts;
  readonly directives: readonly Directive[];
  readonly problems: readonly Problem[];
  /** True when the text holds a word that only files about encrypted fields hold. */
  readonly aboutEncryption: boolean;
  /** Literals that look like keys or salts: never shown, their text is not in the facts. */
  readonly secrets: readonly Span[];
}

export interface SourceFacts {
  readonly declarations: readonly Declaration[];
  /** What other files get by name; `default` and `*` (the module object of CommonJS) among them. */
  readonly exports: Readonly<Record<string, Tree>>;
  /** Modules whose exports this file passes on whole. */
  readonly reexports: readonly string[];
  /** Calls of names that matter, in order. */
  readonly calls: readonly CallTree[];
  /** Object literals that hold a key of interest and stand in no other such literal. */
  readonly literals: readonly ObjectTree[];
  /** How the file gets at the driver's types, for fixes that need another one. */
  readonly driverImport?: DriverImport;
}

export interface DriverImport {
  readonly module: string;
  readonly names: readonly string[];
  /** After the last name in the braces. */
  readonly insertAt: number;
}

/** A suppression comment. */
export interface Directive extends Span {
  readonly kind: 'disable-next-line';
  readonly rules: readonly string[];
  readonly reason?: string;
  /** The line that it speaks of, from 0. */
  readonly line: number;
}

/** What a parser of one syntax makes of a text. */
export type ParsedFacts = Omit<FileFacts, 'aboutEncryption'>;

/** What kept a file, or a part of it, from being read. */
export interface Problem extends Span {
  readonly kind: 'syntax' | 'too-large' | 'too-deep' | 'too-many';
  readonly message: string;
}
