import type { Span } from '../tree.ts';

/** What one `.prisma` file says, as plain data with the place of every part. */
export interface PrismaFacts {
  /** The first line break of the file, for lines that are added. */
  readonly lineBreak: string;
  readonly blocks: readonly PrismaBlock[];
  /** Every comment, in order; what Prisma makes of it stands with what it documents. */
  readonly comments: readonly PrismaComment[];
}

export interface PrismaBlock extends Span {
  /** `model`, `view`, `type`, `enum`, `datasource`, `generator`, or a word that Prisma does not know. */
  readonly kind: string;
  /** Empty where there is none: `types {` of Prisma Next. */
  readonly name: string;
  /** Prisma Next: the `namespace auth {` around it. */
  readonly namespace?: string;
  readonly nameSpan: Span;
  /** False where the file or another block begins before a `}`. */
  readonly closed: boolean;
  readonly documentation: readonly PrismaDocumentation[];
  /** Fields of models, views and types. */
  readonly fields: readonly PrismaField[];
  /** Values of an enumeration. */
  readonly values: readonly PrismaEnumValue[];
  /** `@@unique([a, b])` and the like. */
  readonly attributes: readonly PrismaAttribute[];
  /** `provider = "postgresql"` of a datasource or generator, `Email = cipherstash.TextEq()` of `types`. */
  readonly settings: readonly PrismaSetting[];
  /** What stands before the last field or attribute on its line. */
  readonly indent: string;
  /** Where a further line goes: at the start of the line of the closing brace, else the end of the body. */
  readonly bodyEnd: number;
}

export interface PrismaField extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** `String`, `cipherstash.TextEq`, `Unsupported`. Absent while a person has typed the name alone. */
  readonly type?: string;
  readonly typeSpan?: Span;
  /** The arguments of a type that takes some: `cipherstash.EncryptedString({ equality: true })`. */
  readonly typeArguments?: readonly PrismaArgument[];
  /** With their parentheses; absent where the closing one is missing. */
  readonly typeArgumentsSpan?: Span;
  readonly list: boolean;
  readonly optional: boolean;
  readonly attributes: readonly PrismaAttribute[];
  readonly documentation: readonly PrismaDocumentation[];
  /** What stands behind it on its line, of whatever kind: an index of `comments`. */
  readonly comment?: number;
}

export interface PrismaEnumValue extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  readonly attributes: readonly PrismaAttribute[];
  readonly documentation: readonly PrismaDocumentation[];
}

/** `@unique`, `@db.VarChar(191)`, `@@map("people")`: the name without its signs. */
export interface PrismaAttribute extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** Absent without parentheses. */
  readonly arguments?: readonly PrismaArgument[];
}

export interface PrismaArgument extends Span {
  readonly name?: string;
  readonly value: PrismaValue;
}

export interface PrismaSetting extends Span {
  readonly name: string;
  readonly value: PrismaValue;
}

export type PrismaValue = Span &
  (
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'number'; readonly digits: string }
    /** A text that names its language, as Prisma Next writes SQL: sql`now()`, sql"now()". */
    | { readonly kind: 'tagged'; readonly tag: string; readonly value: string }
    /** A bare word: `true`, `desc`, `email`, `references.id`. */
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly PrismaArgument[] }
    | { readonly kind: 'array'; readonly items: readonly PrismaValue[] }
    | { readonly kind: 'object'; readonly entries: readonly PrismaArgument[] }
    | { readonly kind: 'unknown' }
  );

/** One comment that documents something: its text as Prisma gives it, but for letters of secrets. A span of several lines has one entry for each comment. */
export interface PrismaDocumentation extends Span {
  readonly text: string;
  /** Where the text begins, without the slashes. */
  readonly textStart: number;
  readonly trailing: boolean;
}

export interface PrismaComment extends Span {
  /** Two slashes, three slashes, or a block. */
  readonly kind: 'plain' | 'documentation' | 'block';
  readonly text: string;
  readonly textStart: number;
  /** What Prisma does with it. `lost`: documentation that nothing carries. */
  readonly attached: 'field' | 'value' | 'block' | 'lost' | 'none';
  /** The block that it stands in. */
  readonly block?: string;
  /** Behind code of the same line. */
  readonly trailing: boolean;
}
