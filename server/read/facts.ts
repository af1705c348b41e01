import type { PrismaFacts } from './prisma/schema.ts';
import type { Act } from './source/code/code.ts';
import type { SqlFacts, SqlText } from './sql/statement.ts';
import type { CallTree, Declaration, ObjectTree, Span, Tree } from './tree.ts';

/** How a file is read. */
export type Syntax = LiteralSyntax | 'sql' | 'prisma';

/** Syntaxes that are read as literal trees. */
export type LiteralSyntax = 'json' | 'yaml' | 'source';

/** All that one file says, as plain JSON: it can be cached, sent and printed. It holds no secret. */
export interface FileFacts {
  readonly file: string;
  readonly syntax: Syntax;
  /** JSON has one root, YAML one for each document; empty for source code and SQL. */
  readonly documents: readonly Tree[];
  readonly source?: SourceFacts;
  readonly prisma?: PrismaFacts;
  /** What a file of SQL says, or the pieces of SQL in another one. */
  readonly sql?: SqlFacts;
  /** Pieces of SQL in source code and JSON, in order; absent where there are none. */
  readonly sqlTexts?: readonly SqlText[];
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
  /** What it takes from packages that matter; absent where that is nothing. */
  readonly imports?: readonly SourceImport[];
  /** How the file gets at the driver's types, for fixes that need another one. */
  readonly driverImport?: DriverImport;
  /** What the code does; absent where no word of the text says that it matters. */
  readonly code?: readonly Act[];
}

/** An import, a re-export or a call of `require`. */
export interface SourceImport {
  readonly module: string;
  /** With its quotes. */
  readonly moduleSpan: Span;
  readonly names: readonly ImportedName[];
}

export interface ImportedName {
  /** As the module exports it. */
  readonly name: string;
  readonly span: Span;
  /** As the file calls it. */
  readonly local: string;
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
