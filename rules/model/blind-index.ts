import type { CodeIndex } from './code-index.ts';
import type { DeclaredField } from './field.ts';
import type { FieldKeys } from './field-keys.ts';
import type { Fix } from './finding.ts';
import type { Place } from './place.ts';
import type { PrismaClients } from './prisma-clients.ts';

/** Everything about Prisma schemas with field encryption, and about blind indexes in code, that the files of a project say together. */
export interface BlindIndexProject {
  readonly schemas: readonly EncryptedSchema[];
  /** How code makes, extends and uses Prisma's clients. */
  readonly clients: PrismaClients;
  /** Where keys come from, and what code encrypts and hashes by hand. */
  readonly keys: FieldKeys;
  /** Blind indexes that code declares, in calls of ciphersweet-js. */
  readonly codeIndexes: readonly CodeIndex[];
}

export type PrismaEncryption = 'prisma-field-encryption' | 'prisma-encryption' | 'fieldseal';

/** One Prisma schema, of one file or several, in which a package encrypts fields, or is meant to. */
export interface EncryptedSchema {
  /** What reads the annotations; `fieldseal` by its own, the others by what the project installs. */
  readonly package: PrismaEncryption;
  /** True where package.json, an import or a generator says which; else the common one is taken. */
  readonly packageKnown: boolean;
  readonly packageFolder: string;
  /** `postgresql`, `mysql`, `mongodb`, …; absent where no datasource says. */
  readonly provider?: string;
  /** What stands before the dot of a native type: `db` of `@db.Text`. */
  readonly datasource: string;
  readonly models: readonly PrismaModel[];
  /**
   * The global salt of prisma-field-encryption is set, by a variable in an environment or deployment file, or may be, in
   * what such a file names and nobody can read.
   */
  readonly globalSalt: boolean;
  /** Names of variables that environment and deployment files of the package set; absent where there is no such file. */
  readonly variables?: ReadonlySet<string>;
  /** What `encsafe-field:` comments of its files say that means nothing. */
  readonly overrideProblems?: readonly { readonly message: string; readonly place: Place }[];
}

/** A model, composite type or view, with every field, encrypted or not. */
export interface PrismaModel {
  readonly kind: 'model' | 'type' | 'view';
  readonly name: string;
  /** `@@map`, else the name. */
  readonly table: string;
  readonly namePlace: Place;
  readonly place: Place;
  readonly fields: readonly PrismaModelField[];
  /** `@@index`, `@@unique`, `@@id`, … */
  readonly attributes: readonly PrismaModelAttribute[];
  /** Fieldseal: the annotations of the model itself. */
  readonly annotations: readonly PrismaAnnotation[];
  /** Comments inside the block that read like an annotation and that no field carries. */
  readonly strays: readonly StrayAnnotation[];
  /** Where a further line goes, with the indent that the others have and the line break of the file. */
  readonly insert: { readonly place: Place; readonly indent: string; readonly lineBreak: string };
}

export interface PrismaModelAttribute {
  /** `index`, `unique`, `id`, `map`. */
  readonly name: string;
  readonly place: Place;
  /** The field names of its list, without `(sort: …)`. */
  readonly fields: readonly string[];
}

export interface PrismaModelField extends DeclaredField {
  readonly model: string;
  readonly name: string;
  /** `@map`, else the name: the column. */
  readonly column: string;
  readonly namePlace: Place;
  readonly declaration: Place;
  /** `String`, `Bytes`, a model, an enumeration. */
  readonly type: string;
  readonly typePlace: Place;
  readonly list: boolean;
  readonly optional: boolean;
  /** The type is another model: a relation. */
  readonly relation: boolean;
  /** The type is an enumeration of so many values. */
  readonly enumValues?: number;
  readonly unique?: Place;
  readonly id?: Place;
  readonly hasDefault?: Place;
  /** The function of `@default(…)` and its first argument: `uuid` and `7`, `dbgenerated` and `gen_random_uuid()`. */
  readonly defaultCall?: { readonly name: string; readonly argument?: string };
  /** The text of `@default("…")`, where it is one. */
  readonly defaultText?: string;
  /** `@db.VarChar(191)`: the name without `db.`, and its first argument. */
  readonly nativeType?: {
    readonly name: string;
    readonly size?: number;
    readonly place: Place;
    readonly sizePlace?: Place;
  };
  /** It is listed in `fields:` of some relation. */
  readonly relationKey: boolean;
  /** What the package makes of the field's comments; absent for a field that it passes over. */
  readonly encryption?: FieldEncryption;
  /** Every annotation-like piece of the comments that belong to the field, understood or not, in order. */
  readonly annotations: readonly PrismaAnnotation[];
  /** Comments on or above the field that read like an annotation and that the package does not see. */
  readonly strays: readonly StrayAnnotation[];
}

/** How a field is encrypted or serves to search one, as the package reads it. */
export type FieldEncryption =
  | {
      readonly kind: 'encrypted';
      readonly annotation: PrismaAnnotation;
      /** `strict`, `readonly`. */
      readonly mode?: string;
      /** Fields that serve to search it, in order; the last one counts for prisma-field-encryption. */
      readonly indexes: readonly IndexField[];
    }
  | {
      readonly kind: 'index';
      readonly annotation: PrismaAnnotation;
      readonly index: IndexField;
      /** The encrypted field that it is of; absent where none has that name. */
      readonly source?: PrismaModelField;
      readonly sourceName: string;
      readonly sourcePlace: Place;
    };

/** A hash or blind index over a field. */
export interface IndexField {
  readonly field: string;
  readonly namePlace: Place;
  readonly annotation: PrismaAnnotation;
  readonly method: IndexMethod;
  /** Fieldseal: bits that are kept; absent for a whole fingerprint. */
  readonly bits?: { readonly value: number; readonly place: Place };
  /** Fieldseal: distinct values that are projected. */
  readonly population?: { readonly value: number; readonly place: Place };
}

/** How the searchable term is made. */
export interface IndexMethod {
  /** `sha256`, `hmac-sha512`, `argon2id`. */
  readonly algorithm: string;
  readonly place: Place;
  readonly speed: 'fast' | 'slow';
  /** `none`: no key and no salt; `literal`: the salt stands in the schema; `environment`: from a variable; `keyed`: a key outside the database. */
  readonly key: 'none' | 'literal' | 'environment' | 'keyed';
  /** The variable of `environment`. */
  readonly variable?: { readonly name: string; readonly place: Place };
}

/** One annotation as written: `@encrypted?mode=strict`, `@encryption:hash(email)?algorithm=sha512`, `@fieldseal(…)`. */
export interface PrismaAnnotation {
  /** Without its sign: `encrypted`, `encryption:hash`, `encryption:cursor`, `fieldseal`. */
  readonly name: string;
  /** From the @ to the end of what the package reads of it. */
  readonly place: Place;
  /** From the @ to the end of what a person meant: up to the next blank. */
  readonly meant: Place;
  /** The argument in parentheses, of a hash. */
  readonly argument?: { readonly value: string; readonly place: Place };
  readonly options: readonly AnnotationOption[];
  /** What is wrong with its grammar, in words; Fieldseal's own errors among them. */
  readonly problems: readonly AnnotationProblem[];
}

export interface AnnotationProblem {
  readonly message: string;
  readonly place: Place;
  readonly fix?: Fix;
}

export interface AnnotationOption {
  readonly key: string;
  readonly keyPlace: Place;
  /** As the package reads it. */
  readonly value?: string;
  readonly valuePlace?: Place;
  /** As written, where the package cuts it: `sha3-256` read as `sha3`. */
  readonly written?: string;
  /** Fieldseal: the number, where one is written without quotes. */
  readonly number?: number;
  /** False where the package never reads a key of that name, or passes over the value. */
  readonly known: boolean;
}

/** Something that reads like an annotation and is none. */
export interface StrayAnnotation {
  readonly place: Place;
  readonly text: string;
  /**
   * `typo`: a word close to an annotation; `comment-style`: in a comment that the package does not read; `detached`: in
   * documentation that Prisma attaches to nothing; `model`: in the documentation of a model, where only fields are looked at.
   */
  readonly why: 'typo' | 'comment-style' | 'detached' | 'model';
  /** What was probably meant: `@encrypted`, `@encryption:hash(email)`. */
  readonly meant?: string;
  /** The field below it, or beside it, if any. */
  readonly field?: string;
  /** What to write where, so that the package reads it; absent where that is not plain. */
  readonly repair?: readonly { readonly place: Place; readonly text: string }[];
}
