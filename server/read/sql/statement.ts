import type { Span } from '../tree.ts';

/**
 * What the SQL of one text says, as plain data: PostgreSQL's own syntax tree, cut down to what an encrypted column can
 * meet, with the place of every part. All offsets are UTF-16 offsets of the file that holds the text.
 */
export interface SqlFacts {
  readonly statements: readonly SqlStatement[];
  /** What was passed over on purpose, by reason: psql commands, COPY data, statements about other things. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Stretches that run only when a migration is taken back: below `-- migrate:down`, `-- +goose Down`, `-- Down Migration`. */
  readonly down?: readonly Span[];
}

/** A name with its schema, as PostgreSQL folds it: lower case unless it was quoted. */
export interface SqlName extends Span {
  readonly schema?: string;
  readonly name: string;
  /** The last part alone. */
  readonly nameSpan: Span;
}

/** A type; `array` for `text[]`. */
export interface SqlType extends SqlName {
  readonly array: boolean;
  /** `varchar(12)`: 12. */
  readonly modifiers: readonly number[];
}

export type SqlStatement = Span &
  (
    | {
        readonly kind: 'create-table';
        readonly table: SqlName;
        readonly ifNotExists: boolean;
        readonly columns: readonly SqlColumnDefinition[];
        readonly constraints: readonly SqlConstraint[];
        readonly partitionBy: readonly SqlExpression[];
        /** CREATE TABLE AS, SELECT INTO. */
        readonly as?: SqlQuery;
        /** INHERITS, PARTITION OF, LIKE: tables whose columns it takes over. */
        readonly parents?: readonly SqlName[];
      }
    | { readonly kind: 'alter-table'; readonly table: SqlName; readonly actions: readonly SqlTableAction[] }
    | {
        readonly kind: 'rename';
        readonly what: 'table' | 'column' | 'view' | 'index' | 'schema';
        readonly of: SqlName;
        readonly column?: string;
        readonly to: string;
      }
    | { readonly kind: 'set-schema'; readonly of: SqlName; readonly schema: string }
    | {
        readonly kind: 'drop';
        readonly what: 'table' | 'view' | 'index' | 'schema' | 'type' | 'domain' | 'function' | 'extension';
        readonly names: readonly SqlName[];
        readonly cascade: boolean;
      }
    | {
        readonly kind: 'create-index';
        /** Absent where PostgreSQL chooses it. */
        readonly index?: string;
        readonly table: SqlName;
        readonly method: string;
        readonly unique: boolean;
        readonly concurrently: boolean;
        readonly keys: readonly SqlIndexKey[];
        readonly where?: SqlExpression;
      }
    | {
        readonly kind: 'create-view';
        readonly view: SqlName;
        readonly columns: readonly string[];
        readonly query: SqlQuery;
      }
    | { readonly kind: 'create-schema'; readonly schema: string }
    /** CREATE DOMAIN, CREATE TYPE. */
    | { readonly kind: 'create-type'; readonly type: SqlName; readonly base?: SqlType }
    | { readonly kind: 'create-function'; readonly function: SqlName; readonly arguments: readonly SqlType[] }
    | { readonly kind: 'create-extension'; readonly extension: string }
    | { readonly kind: 'query'; readonly query: SqlQuery }
    /** COPY table FROM: rows come in. */
    | { readonly kind: 'copy-from'; readonly table: SqlName; readonly columns: readonly string[] }
    | { readonly kind: 'truncate'; readonly tables: readonly SqlName[] }
    | { readonly kind: 'set-search-path'; readonly schemas: readonly string[] }
    /** `\i file`, `\ir file`: its text as written. */
    | { readonly kind: 'include'; readonly file: string }
    /**
     * `USING gin (eql_v3.to_ste_vec_query(col)::jsonb jsonb_path_ops)`, which PostgreSQL refuses: `open` and `close` are
     * where the missing parentheses go.
     */
    | {
        readonly kind: 'json-index-syntax';
        readonly open: number;
        readonly close: number;
        readonly table: string;
      }
    /** A statement about something else. */
    | { readonly kind: 'other' }
  );

export interface SqlColumnDefinition extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: SqlType;
  readonly constraints: readonly SqlConstraint[];
}

export type SqlConstraint = Span & { readonly name?: string } & (
    | {
        readonly kind: 'primary-key' | 'unique';
        readonly columns: readonly SqlColumnName[];
        readonly usingIndex?: string;
      }
    | {
        readonly kind: 'foreign-key';
        readonly columns: readonly SqlColumnName[];
        readonly references: SqlName;
        readonly referencedColumns: readonly SqlColumnName[];
      }
    | { readonly kind: 'default' | 'generated' | 'check'; readonly expression: SqlExpression }
    | { readonly kind: 'not-null' | 'identity' | 'exclusion' | 'other' }
  );

export interface SqlColumnName extends Span {
  readonly name: string;
}

export type SqlTableAction = Span &
  (
    | { readonly kind: 'add-column'; readonly column: SqlColumnDefinition; readonly ifNotExists: boolean }
    | { readonly kind: 'drop-column'; readonly name: string; readonly ifExists: boolean }
    | {
        readonly kind: 'alter-type';
        readonly name: string;
        readonly nameSpan: Span;
        readonly type: SqlType;
        readonly using?: SqlExpression;
      }
    | { readonly kind: 'set-default'; readonly name: string; readonly expression: SqlExpression }
    | { readonly kind: 'drop-default'; readonly name: string }
    | { readonly kind: 'add-constraint'; readonly constraint: SqlConstraint }
    | { readonly kind: 'drop-constraint'; readonly name: string }
    | { readonly kind: 'other' }
  );

export interface SqlIndexKey extends Span {
  readonly expression: SqlExpression;
  readonly operatorClass?: string;
}

export type SqlQuery = SqlSelect | SqlSetOperation | SqlValues | SqlInsert | SqlUpdate | SqlDelete;

export interface SqlCte extends Span {
  readonly name: string;
  readonly columns: readonly string[];
  readonly query: SqlQuery;
  /** Of a WITH RECURSIVE: its query may name itself. */
  readonly recursive?: boolean;
}

export interface SqlSelect extends Span {
  readonly kind: 'select';
  readonly with: readonly SqlCte[];
  /** `true` for DISTINCT; the expressions of DISTINCT ON. */
  readonly distinct: boolean | readonly SqlExpression[];
  readonly targets: readonly SqlTarget[];
  readonly from: readonly SqlFrom[];
  readonly where?: SqlExpression;
  readonly groupBy: readonly SqlExpression[];
  readonly having?: SqlExpression;
  /** WINDOW w AS (…). */
  readonly windows: readonly SqlWindow[];
  readonly orderBy: readonly SqlSortItem[];
}

export interface SqlTarget extends Span {
  readonly expression: SqlExpression;
  readonly alias?: string;
}

export interface SqlSortItem extends Span {
  readonly expression: SqlExpression;
}

export interface SqlWindow extends Span {
  readonly name?: string;
  readonly partitionBy: readonly SqlExpression[];
  readonly orderBy: readonly SqlSortItem[];
}

export interface SqlSetOperation extends Span {
  readonly kind: 'set-operation';
  readonly with: readonly SqlCte[];
  readonly operation: 'union' | 'intersect' | 'except';
  readonly all: boolean;
  readonly left: SqlQuery;
  readonly right: SqlQuery;
  readonly orderBy: readonly SqlSortItem[];
}

export interface SqlValues extends Span {
  readonly kind: 'values';
  readonly with: readonly SqlCte[];
  readonly rows: readonly (readonly SqlExpression[])[];
}

export interface SqlInsert extends Span {
  readonly kind: 'insert';
  readonly with: readonly SqlCte[];
  readonly table: SqlName;
  readonly alias?: string;
  /** Empty where none are listed: then the order of the table counts. */
  readonly columns: readonly SqlColumnName[];
  /** Absent for DEFAULT VALUES. */
  readonly source?: SqlQuery;
  /** The columns and expressions of ON CONFLICT (…); absent without one. */
  readonly conflict?: readonly SqlExpression[];
  /** ON CONFLICT … DO UPDATE SET …. */
  readonly set: readonly SqlAssignment[];
  readonly conflictWhere?: SqlExpression;
  readonly returning: readonly SqlTarget[];
}

export interface SqlAssignment extends Span {
  readonly column: SqlColumnName;
  readonly value: SqlExpression;
}

export interface SqlUpdate extends Span {
  readonly kind: 'update';
  readonly with: readonly SqlCte[];
  readonly table: SqlName;
  readonly alias?: string;
  readonly set: readonly SqlAssignment[];
  readonly from: readonly SqlFrom[];
  readonly where?: SqlExpression;
  readonly returning: readonly SqlTarget[];
}

export interface SqlDelete extends Span {
  readonly kind: 'delete';
  readonly with: readonly SqlCte[];
  readonly table: SqlName;
  readonly alias?: string;
  readonly using: readonly SqlFrom[];
  readonly where?: SqlExpression;
  readonly returning: readonly SqlTarget[];
}

export type SqlFrom = Span &
  (
    | {
        readonly kind: 'table';
        readonly table: SqlName;
        readonly alias?: string;
        readonly columns: readonly string[];
      }
    | {
        readonly kind: 'subquery';
        readonly query: SqlQuery;
        readonly alias?: string;
        readonly columns: readonly string[];
        readonly lateral: boolean;
      }
    | {
        readonly kind: 'function';
        readonly calls: readonly SqlExpression[];
        readonly alias?: string;
        readonly columns: readonly string[];
      }
    | {
        readonly kind: 'join';
        readonly left: SqlFrom;
        readonly right: SqlFrom;
        readonly on?: SqlExpression;
        readonly using: readonly string[];
        readonly natural: boolean;
        readonly alias?: string;
        /** The names that its columns get: `(a JOIN b USING (id)) AS j (id, …)`. */
        readonly columns?: readonly string[];
      }
  );

/** An expression. `span` is the whole of it, with parentheses left out. */
export type SqlExpression = Span &
  /** `u.email`, `email`, `u.*`: `star` when the last part is `*`. `text` is how it stands. */
  (
    | {
        readonly kind: 'column';
        readonly parts: readonly string[];
        readonly star: boolean;
        readonly text: string;
      }
    /** `$1`, `:name`, or a hole of a template. `type` is what a hole is known to hold: another piece of SQL is `sql`. */
    | { readonly kind: 'parameter'; readonly hole?: 'value' | 'sql' }
    /** `value` is masked when it looks like a key. `text` maps decoded offsets to the file, for JSON inside. */
    | { readonly kind: 'string'; readonly value: string; readonly map: SqlStringMap }
    | { readonly kind: 'number'; readonly digits: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' | 'default' }
    | { readonly kind: 'cast'; readonly operand: SqlExpression; readonly type: SqlType }
    /** Prefix operators have no `left`. LIKE is `~~`, ILIKE `~~*`, SIMILAR TO `similar to`; `written` is the word. */
    | {
        readonly kind: 'operator';
        readonly operator: string;
        readonly written: string;
        readonly operatorSpan: Span;
        readonly left?: SqlExpression;
        readonly right: SqlExpression;
      }
    | { readonly kind: 'and' | 'or'; readonly operands: readonly SqlExpression[] }
    | { readonly kind: 'not'; readonly operand: SqlExpression }
    | {
        readonly kind: 'between';
        readonly negated: boolean;
        readonly operand: SqlExpression;
        readonly low: SqlExpression;
        readonly high: SqlExpression;
        readonly operatorSpan: Span;
      }
    | {
        readonly kind: 'in';
        readonly negated: boolean;
        readonly operand: SqlExpression;
        readonly items: readonly SqlExpression[];
        readonly operatorSpan: Span;
      }
    /** `x = ANY (…)`, `x IN (SELECT …)` (operator `=`, any), `x op ALL (…)`. */
    | {
        readonly kind: 'quantified';
        readonly operator: string;
        readonly written: string;
        readonly quantifier: 'any' | 'all';
        readonly left: SqlExpression;
        readonly right: SqlExpression;
        readonly operatorSpan: Span;
      }
    | { readonly kind: 'null-test' | 'boolean-test'; readonly operand: SqlExpression }
    | {
        readonly kind: 'call';
        readonly function: SqlName;
        readonly arguments: readonly SqlArgument[];
        readonly star: boolean;
        readonly distinct: boolean;
        /** Inside an aggregate: `array_agg(x ORDER BY y)`. */
        readonly orderBy: readonly SqlSortItem[];
        readonly filter?: SqlExpression;
        readonly over?: SqlWindow;
      }
    /** A scalar sub-query, EXISTS, ARRAY(SELECT …). */
    | { readonly kind: 'query'; readonly form: 'scalar' | 'exists' | 'array'; readonly query: SqlQuery }
    | { readonly kind: 'array' | 'row'; readonly items: readonly SqlExpression[] }
    | {
        readonly kind: 'subscript';
        readonly operand: SqlExpression;
        readonly indexes: readonly SqlExpression[];
      }
    /** CASE, COALESCE, GREATEST, field selection, and what else holds expressions: `name` says which. */
    | { readonly kind: 'other'; readonly name: string; readonly parts: readonly SqlExpression[] }
  );

export interface SqlArgument {
  readonly name?: string;
  readonly value: SqlExpression;
}

/** The start in the file of each stretch of a decoded string: `at` counts in the decoded text. */
export type SqlStringMap = readonly { readonly at: number; readonly start: number }[];

/** A piece of SQL inside another file: a template, a string of a call, a JSON string. Decoded, with the way back. */
export interface SqlText extends Span {
  /** Holes of a template are written as `$1`, `$2`, … in order, in the text. */
  readonly text: string;
  /** Stretches of `text`, in order: where each begins in the file. Inside a stretch offsets run alike. */
  readonly map: SqlStringMap;
  readonly holes: readonly SqlHole[];
  /** What it was found in: `sql`, `$queryRaw`, `query`, `json`. */
  readonly by: string;
}

export interface SqlHole {
  /** Where `$n` stands in `text`. */
  readonly at: number;
  readonly length: number;
  /** The hole in the file, with its braces. */
  readonly span: Span;
  /** `value`: a bound parameter. `sql`: text or a fragment whose SQL is not known. */
  readonly holds: 'value' | 'sql';
}
