import type { EqlDomain } from '../eql/domains.ts';
import type { DeclaredField } from './field.ts';
import type { Place } from './place.ts';
import type { EqlGeneration } from './target.ts';
import type { Value } from './value.ts';

/** Everything about CipherStash EQL that the files of a project say together. */
export interface EqlProject {
  /** One for each set of SQL files that make one database: a folder of migrations, or the files of a package. */
  readonly databases: readonly EqlDatabase[];
  /** Encrypted columns as code or configuration declares them: TypeScript schemas, Prisma Next, JSON. */
  readonly declared: readonly EqlColumn[];
  /** Every place where SQL or a query builder uses an encrypted column. */
  readonly uses: readonly EqlUse[];
  /** Every name of an EQL type, function or module that is written anywhere. */
  readonly names: readonly EqlName[];
}

/** A database as its SQL files leave it, read in the order in which they run. */
export interface EqlDatabase {
  /** The folder that holds the files, relative, `''` for the top. */
  readonly folder: string;
  readonly style: MigrationStyle;
  readonly tables: readonly EqlTable[];
  /** Encrypted columns as they are at the end. */
  readonly columns: readonly EqlColumn[];
  /** Indexes, unique constraints and primary keys on tables that hold an encrypted column, as they are at the end. */
  readonly indexes: readonly EqlIndex[];
  /** Calls that configure EQL v1 and v2, in order. */
  readonly configCalls: readonly EqlConfigCall[];
  /** What is written about encrypted columns in definitions and means something else than it says, in order. */
  readonly definitions: readonly EqlDefinition[];
  /** Every run of the install SQL or DROP SCHEMA of EQL, in order. */
  readonly installs: readonly EqlInstall[];
  /** The first use of EQL in a file that runs before the one that installs it; absent where none does. */
  readonly usedBeforeInstall?: { readonly place: Place; readonly name: string; readonly install: Place };
  /** True when the project talks to it through CipherStash Proxy, which encrypts plaintext on the way. */
  readonly proxy: boolean;
  /** A platform that cannot make operator classes, and the file that shows it. */
  readonly platform?: EqlPlatform;
}

export interface EqlPlatform {
  readonly name: 'Supabase' | 'Google Cloud SQL' | 'Azure';
  readonly file: string;
}

/** How the project writes its migrations: where the next one goes and how it is named. */
export type MigrationStyle =
  | { readonly kind: 'numbered'; readonly nextFile: string }
  | { readonly kind: 'supabase' | 'drizzle' | 'prisma' | 'node-pg-migrate'; readonly nextFile: string }
  /** A single script, or files in no order: what is new goes to the end of `file`. */
  | { readonly kind: 'script'; readonly file: string }
  /** Code or generated operations: a file of SQL beside them would never run. */
  | { readonly kind: 'code' };

export interface EqlTable {
  /** Absent where nothing names it: then `public` is meant, or whatever the search path says. */
  readonly schema?: string;
  readonly name: string;
  readonly place: Place;
  /** All columns at the end, encrypted or not. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly place: Place }[];
}

/** Where an encrypted column is declared. */
export type EqlSource =
  | 'sql'
  /** `csTable` and `csColumn` of `@cipherstash/protect`. */
  | 'protect'
  /** `encryptedTable` and `encryptedColumn` of `@cipherstash/stack` 0.x. */
  | 'stack-v2'
  /** `encryptedTable` and `types.*` of `@cipherstash/stack` 1.x. */
  | 'stack-v3'
  | 'drizzle-v2'
  | 'drizzle-v3'
  | 'prisma-next-v2'
  | 'prisma-next-v3'
  /** The JSON of `eql_v2_configuration`. */
  | 'config-json';

/** An encrypted column, as one place declares it. `path` is its name in the database. */
export interface EqlColumn extends DeclaredField {
  readonly system: 'eql-v1' | 'eql-v2' | 'eql-v3';
  readonly generation: EqlGeneration;
  readonly source: EqlSource;
  readonly table: string;
  readonly schema?: string;
  /** The column name in the database. */
  readonly name: string;
  /** The property of the schema object, where code declares it. */
  readonly property?: string;
  /** The type as written (`eql_v3_text_eq`, `types.TextEq`, `encryptedColumn`), with its schema where it has one. */
  readonly typePlace: Place;
  /** v3: what the column is; absent on v1 and v2, and where the name is none of EQL's. */
  readonly domain?: EqlDomain;
  /** v1 and v2: the plaintext type (`text`, `int`, …) in the words of SQL; absent where nothing says. */
  readonly cast?: { readonly value: string; readonly written: string; readonly place: Place };
  /** v1 and v2: the indexes that configuration gives it. */
  readonly searches: readonly EqlSearch[];
  /** The whole declaration: the column definition, the property. */
  readonly declaration: Place;
  /** Prisma Next v2: the constructor's call, and its options object where it has one. */
  readonly constructorCall?: { readonly name: string; readonly place: Place; readonly options?: Value };
  /** Code: the folder of the package, since v2 Drizzle keys by column name within one. */
  readonly packageFolder: string;
  /** Code and Prisma Next v3: the table's indexes as its schema lists them; undefined where an entry is not known. */
  readonly declaredIndexes?: EqlDeclaredIndexes;
  /** Code and Prisma Next: what the migrations of the project say about the same column; absent where they say nothing about the table. */
  readonly migrated?: EqlMigrated;
  readonly platform?: EqlPlatform;
  readonly proxy: boolean;
}

export type EqlMigrated =
  | { readonly kind: 'encrypted'; readonly column: EqlColumn }
  | { readonly kind: 'plain'; readonly type: string; readonly place: Place }
  | { readonly kind: 'missing'; readonly table: Place };

/** v1 and v2: `unique`, `match`, `ore`, `ope`, `ste_vec`, with what it was given. */
export interface EqlSearch {
  readonly index: string;
  /** The options, when they are written and can be read. */
  readonly options?: Value;
  /** The smallest thing that a person would change: the index name of the call, the method, the key. */
  readonly place: Place;
  /** The call that gives it, for v1 and v2 in SQL. */
  readonly call?: EqlConfigCall;
}

/** The indexes of a table as a TypeScript or Prisma Next schema lists them. */
export interface EqlDeclaredIndexes {
  /** Where a further one goes: behind the last entry of the list, or where a list would go. Absent where none can be added by an edit. */
  readonly insert?: { readonly place: Place; readonly text: (lines: readonly string[]) => string };
  /** `...encryptedIndexes(t)` stands in the list: every index that the columns need is there. */
  readonly all: boolean;
  /** Something in the list is not understood: nothing can be said to be missing. */
  readonly unknown: boolean;
  readonly indexes: readonly EqlIndex[];
}

/** An index, a unique constraint or a primary key. */
export interface EqlIndex {
  readonly kind: 'index' | 'unique' | 'primary-key';
  readonly name?: string;
  readonly table: string;
  readonly unique: boolean;
  /** `btree` where nothing is said. */
  readonly method: string;
  readonly keys: readonly EqlIndexKey[];
  /** It has a WHERE, or anything else that its keys do not say. */
  readonly partial?: boolean;
  /** The whole statement or constraint. */
  readonly place: Place;
}

export interface EqlIndexKey {
  readonly place: Place;
  /** The encrypted column that the key is about; absent for a key about plain columns. */
  readonly column?: EqlColumn;
  /** `column`: the column itself. `extractor`: a function of EQL over the column. `cast`: the column cast to something. `other`: any other expression with it. */
  readonly form: 'column' | 'extractor' | 'cast' | 'other';
  /** The function, with its schema: `eql_v3.eq_term`. */
  readonly extractor?: { readonly schema?: string; readonly name: string; readonly place: Place };
  readonly operatorClass?: string;
}

/** A call such as `eql_v2.add_search_config('users', 'email', 'unique', 'text')`. */
export interface EqlConfigCall {
  readonly generation: 'v1' | 'v2';
  /** Without its schema: `add_search_config`, `cs_add_index_v1`. */
  readonly function: string;
  /** The function's name as written. */
  readonly place: Place;
  /** The whole call. */
  readonly call: Place;
  /** Absent where an argument is missing or not a literal. */
  readonly table?: EqlTextArgument;
  readonly column?: EqlTextArgument;
  readonly index?: EqlTextArgument;
  readonly cast?: EqlTextArgument;
  /** An argument for the cast stands there, known or not: without one `text` is meant. */
  readonly castGiven: boolean;
  /** The options, read as JSON with places inside the SQL string; `'broken'` where the text is no JSON. */
  readonly options?: { readonly place: Place; readonly value: Value | 'broken' };
  readonly migrating: boolean | undefined;
  /** The encrypted column that it configures, as the files before it made it. */
  readonly target: EqlConfigTarget;
  /** The first statement before it that writes rows to the table: those rows lack the new term. */
  readonly rowsBefore?: Place;
  /** True when the call is made twice over with the same index, or after a removal, and so on: what ran before it for this column, in order. */
  readonly before: readonly EqlConfigCall[];
}

export interface EqlTextArgument {
  readonly value: string;
  /** The literal with its quotes. */
  readonly place: Place;
}

export type EqlConfigTarget =
  | { readonly kind: 'encrypted'; readonly column: EqlColumn }
  | { readonly kind: 'plain'; readonly type: string; readonly place: Place }
  | { readonly kind: 'no-column'; readonly table: Place }
  /** No file makes the table, or the name is not known. */
  | { readonly kind: 'unknown' };

/** Something in a definition that PostgreSQL takes and that does not mean what it says, or that fails when it runs. */
export type EqlDefinition = { readonly place: Place; readonly generation: EqlGeneration } & (
  | { readonly kind: 'default'; readonly column: EqlColumn; readonly value: 'literal' | 'expression' }
  /** `filled`: the first statement before it that writes rows to the table. `converts`: it says how, with USING. */
  | {
      readonly kind: 'alter-type';
      readonly table: string;
      readonly name: string;
      readonly from?: string;
      readonly to: string;
      readonly filled?: Place;
      readonly converts?: true;
    }
  /** `"undefined"."eql_v3_text_eq"`; `type` is the name without it. */
  | { readonly kind: 'undefined-schema'; readonly type: string }
  /** `"public.eql_v3_text"`: schema and type quoted as one name. */
  | { readonly kind: 'quoted-as-one'; readonly type: string }
  | { readonly kind: 'partition-key' | 'generated-from' | 'foreign-key'; readonly column: EqlColumn }
  /** The JSON index without the parentheses around its cast: PostgreSQL's parser refuses it. `insert` is where they go. */
  | { readonly kind: 'json-index-syntax'; readonly open: number; readonly close: number }
);

export interface EqlInstall {
  readonly generation: EqlGeneration;
  readonly kind: 'install' | 'drop';
  readonly place: Place;
  /** Indexes over EQL's functions that it drops and that no later statement builds again. */
  readonly lost: readonly EqlIndex[];
}

/** A name of EQL as written: a type, a function, a module or what is imported from one. */
export interface EqlName {
  readonly kind: 'type' | 'function' | 'module' | 'import';
  /** `eql_v3`, `public`; for an import the module. */
  readonly schema?: string;
  readonly name: string;
  /** The name with its schema, as written. */
  readonly place: Place;
  /** The last part alone. */
  readonly namePlace: Place;
  /** The folder of the package: an import is judged by the version that it installs. */
  readonly packageFolder: string;
  /** Modules and imports: the versions of the package that may be installed, as written in the manifest or lock file. */
  readonly installed?: string;
}

/** A place where SQL or a query builder uses an encrypted column. */
export type EqlUse = EqlUseBase &
  (
    | EqlOperatorUse
    | EqlInUse
    | EqlAnyUse
    | EqlCallUse
    | EqlCastUse
    | EqlOrderUse
    | EqlGroupUse
    | EqlWriteUse
    | EqlConflictUse
    | EqlBuilderUse
  );

export interface EqlUseBase {
  /** The column as the migrations make it, else as code declares it. */
  readonly column: EqlColumn;
  /** The column reference as written: `u.email`. */
  readonly columnPlace: Place;
  /** The smallest thing that a person would change. */
  readonly place: Place;
  /** How the column stands in the text, to write it again: `u.email`, `"Guest"."email"`. */
  readonly columnText: string;
  /** `sql` in a file, `embedded` in a string or template of code: there a fix may not add a parameter. */
  readonly in: 'sql' | 'embedded' | 'builder';
}

/** `column OPERATOR operand`, or the reverse. BETWEEN gives two of them. */
export interface EqlOperatorUse {
  readonly kind: 'operator';
  /** As PostgreSQL names it: `=`, `<>`, `~~` for LIKE, `~~*` for ILIKE, `!~~`, `~`, `similar to`, `@@`, `->`. */
  readonly operator: string;
  readonly operatorPlace: Place;
  /** The word of a person: `LIKE`, `BETWEEN`, or the operator. */
  readonly written: string;
  readonly side: 'left' | 'right';
  readonly operand: EqlOperand;
  /** Operators between the column and this one, outermost last: `->` for `data -> 'x' >= $1`. */
  readonly through: readonly string[];
  /** It stands under a NOT, as a whole or as part of a disjunction: the outermost NOT. */
  readonly negation?: Place;
  /** The whole comparison. */
  readonly whole: Place;
}

/** `column [NOT] IN (…)` with a list. */
export interface EqlInUse {
  readonly kind: 'in';
  readonly negated: boolean;
  readonly items: readonly EqlOperand[];
  readonly whole: Place;
}

/** `column = ANY (…)` and the like. */
export interface EqlAnyUse {
  readonly kind: 'any';
  readonly operator: string;
  readonly quantifier: 'any' | 'all';
  readonly operand: EqlOperand;
  readonly whole: Place;
}

/** A function over the column itself: an aggregate, an extractor, `lower(col)`, `eql_v3.matches(col, …)`. */
export interface EqlCallUse {
  readonly kind: 'call';
  readonly schema?: string;
  readonly name: string;
  readonly namePlace: Place;
  /** Which argument the column is, from 0. */
  readonly argument: number;
  /** All arguments. */
  readonly arguments: readonly EqlOperand[];
  readonly distinct: boolean;
  readonly negation?: Place;
  readonly whole: Place;
  /** What is done with the outcome, where that is a comparison or a call. */
  readonly then?: EqlCastUse['then'];
}

/** `col::text`: `then` says what is done with the outcome, where that is a comparison or a call. */
export interface EqlCastUse {
  readonly kind: 'cast';
  readonly type: EqlTypeName;
  readonly then?: { readonly kind: 'operator' | 'call'; readonly name: string; readonly place: Place };
}

/** ORDER BY over the raw column: `through` names how it gets there. `text` is the item without direction, to be replaced at `place`. */
export interface EqlOrderUse {
  readonly kind: 'order';
  readonly clause: 'query' | 'window' | 'aggregate';
  readonly through: 'column' | 'alias' | 'position';
  /** Present where PostgreSQL takes only what is selected: beside DISTINCT, behind a set operation. */
  readonly replaceable?: false;
}

export interface EqlGroupUse {
  readonly kind: 'group';
  readonly clause:
    | 'group-by'
    | 'distinct'
    | 'distinct-on'
    | 'count-distinct'
    | 'union'
    | 'intersect'
    | 'except'
    | 'partition-by';
  /** Something stands beside it that is not encrypted: where that is a key, copies of one row are what is meant. */
  readonly accompanied?: true;
  /** GROUP BY: the other places of the raw column in the select list, for a fix that must write `eql_v3.grouped_value` there. */
  readonly selected: readonly EqlSelected[];
  /** True when replacing `place` and `selected` leaves the statement legal. */
  readonly replaceable: boolean;
}

/** `aliased` is present where a name of its own follows: `phone AS number`. */
export type EqlSelected = Place & { readonly aliased?: true };

/** A value written by INSERT, UPDATE or MERGE. */
export interface EqlWriteUse {
  readonly kind: 'write';
  readonly operand: EqlOperand;
}

export interface EqlConflictUse {
  readonly kind: 'conflict';
}

/** A call of a query builder: Drizzle, the Supabase wrapper. */
export interface EqlBuilderUse {
  readonly kind: 'builder';
  /** Where the function comes from: drizzle-orm itself, or the operators of the EQL package. */
  readonly from: 'drizzle-orm' | 'eql-operators' | 'supabase-wrapper' | 'encrypt-query';
  /** `eq`, `ilike`, `desc`, `orderBy`, `matches`. */
  readonly function: string;
  readonly functionPlace: Place;
  /** The other arguments. */
  readonly arguments: readonly Value[];
}

/** What stands on the other side. */
export type EqlOperand = { readonly place: Place } & (
  | {
      readonly kind: 'string';
      readonly length: number;
      readonly looksLikeJson: boolean;
      /** Present where it is JSON and neither object nor list: `5`, `true`. */
      readonly jsonScalar?: true;
      /** Present where it is a key that EQL's payloads have: `c`, `hm`. */
      readonly payloadKey?: true;
    }
  | { readonly kind: 'number' | 'boolean' | 'null' | 'parameter' | 'query' | 'other' }
  /** `ARRAY[…]`; `items` is absent where there are many or they stand deep. */
  | { readonly kind: 'array'; readonly items?: readonly EqlOperand[] }
  /** `inner` is the innermost operand, under all casts; `types` from the inside out. */
  | { readonly kind: 'cast'; readonly types: readonly EqlTypeName[]; readonly inner: EqlOperand }
  | { readonly kind: 'column'; readonly column?: EqlColumn; readonly name: string }
  | {
      readonly kind: 'call';
      readonly schema?: string;
      readonly name: string;
      readonly arguments: readonly EqlOperand[];
    }
);

export interface EqlTypeName {
  readonly schema?: string;
  /** Lower case unless it was quoted; `[]` at the end for an array. */
  readonly name: string;
  /** Type name as written, with its schema. */
  readonly place: Place;
}
