import type { AlterTableCmd, Constraint, CreateStmt, Node } from 'libpg-query';
import { nodesOf, readExpression } from './expressions.ts';
import { columnAt, readQuery, readTable } from './queries.ts';
import type {
  SqlColumnDefinition,
  SqlColumnName,
  SqlConstraint,
  SqlExpression,
  SqlIndexKey,
  SqlStatement,
  SqlTableAction,
} from './statement.ts';
import { bodyOf, Misfit, type NodeBody, type Stretch, textOf, type Walk } from './walk.ts';

/** A statement of any kind but what it spans; undefined for one about something else. */
export type Unplaced = SqlStatement extends infer One
  ? One extends unknown
    ? Omit<One, 'start' | 'end'>
    : never
  : never;

type Reader<Kind extends Parameters<typeof bodyOf>[1]> = (
  walk: Walk,
  body: NodeBody<Kind>,
) => Unplaced | undefined;

const createTable: Reader<'CreateStmt'> = (walk, create) => {
  const table = readTable(walk, create.relation);
  const elements = (create.tableElts ?? []).map((node) => readElement(walk, node));
  return {
    kind: 'create-table',
    table: table.node,
    ifNotExists: create.if_not_exists === true,
    columns: elements.flatMap((element) => element.column ?? []),
    constraints: elements.flatMap((element) => element.constraint ?? []),
    partitionBy: partitionKeys(walk, create),
  };
};

interface Element {
  readonly column?: SqlColumnDefinition;
  readonly constraint?: SqlConstraint;
}

function readElement(walk: Walk, node: Node): Element {
  const column = bodyOf(node, 'ColumnDef');
  if (column !== undefined) {
    // In `OF type` a column has options alone.
    return column.typeName === undefined ? {} : { column: readColumnDefinition(walk, column) };
  }
  const constraint = bodyOf(node, 'Constraint');
  if (constraint === undefined) return {};
  const first = walk.at(constraint.location);
  return { constraint: readConstraint(walk, constraint, { first, last: elementEnd(walk, first) }) };
}

/** The last token of an element of a list: before the comma or the bracket behind it. */
function elementEnd(walk: Walk, first: number): number {
  for (let index = first; index < walk.length; index += 1) {
    const partner = walk.piece.partners[index] ?? -1;
    if (partner > index) index = partner;
    else if (partner >= 0 || walk.mark(index) === ',') return index - 1;
  }
  return walk.length - 1;
}

function readColumnDefinition(walk: Walk, column: NodeBody<'ColumnDef'>): SqlColumnDefinition {
  const first = walk.at(column.location);
  const last = elementEnd(walk, first);
  const name = { name: walk.namePart(first), ...walk.span({ first, last: first }) };
  const type = walk.type(column.typeName?.location, column.typeName?.arrayBounds?.length ?? 0);
  const constraints = (column.constraints ?? []).flatMap((node) => bodyOf(node, 'Constraint') ?? []);
  const own = constraints.filter(({ contype = '' }) => !contype.startsWith('CONSTR_ATTR_'));
  return {
    ...walk.span({ first, last }),
    name: name.name,
    nameSpan: walk.span({ first, last: first }),
    type: type.node,
    constraints: own.map((constraint, index) => {
      const next = own[index + 1];
      const stretch = {
        first: walk.at(constraint.location),
        last: next === undefined ? last : walk.at(next.location) - 1,
      };
      return readConstraint(walk, constraint, stretch, name);
    }),
  };
}

/** `column`: that of a column's own constraint. */
function readConstraint(
  walk: Walk,
  constraint: Constraint,
  stretch: Stretch,
  column?: SqlColumnName,
): SqlConstraint {
  const base = {
    ...walk.span(stretch),
    ...(constraint.conname === undefined ? {} : { name: constraint.conname }),
  };
  const own = column === undefined ? [] : [column];
  switch (constraint.contype) {
    case 'CONSTR_PRIMARY':
    case 'CONSTR_UNIQUE': {
      const columns = constraint.keys === undefined ? own : listedColumns(walk, stretch.first, stretch.last);
      return {
        ...base,
        kind: constraint.contype === 'CONSTR_PRIMARY' ? 'primary-key' : 'unique',
        columns,
        ...(constraint.indexname === undefined ? {} : { usingIndex: constraint.indexname }),
      };
    }
    case 'CONSTR_FOREIGN': {
      const references = readTable(walk, constraint.pktable);
      return {
        ...base,
        kind: 'foreign-key',
        columns: constraint.fk_attrs === undefined ? own : listedColumns(walk, stretch.first, stretch.last),
        references: references.node,
        referencedColumns:
          constraint.pk_attrs === undefined
            ? []
            : listedColumns(walk, references.last + 1, references.last + 1),
      };
    }
    case 'CONSTR_DEFAULT':
    case 'CONSTR_GENERATED':
    case 'CONSTR_CHECK': {
      if (constraint.raw_expr === undefined) return { ...base, kind: 'other' };
      const expression = readExpression(walk, constraint.raw_expr).node;
      return { ...base, kind: expressionKinds[constraint.contype], expression };
    }
    case 'CONSTR_NOTNULL':
      return { ...base, kind: 'not-null' };
    case 'CONSTR_IDENTITY':
      return { ...base, kind: 'identity' };
    case 'CONSTR_EXCLUSION':
      return { ...base, kind: 'exclusion' };
    default:
      return { ...base, kind: 'other' };
  }
}

const expressionKinds = {
  CONSTR_DEFAULT: 'default',
  CONSTR_GENERATED: 'generated',
  CONSTR_CHECK: 'check',
} as const;

/** The names in the first parentheses of some tokens. */
function listedColumns(walk: Walk, from: number, to: number): SqlColumnName[] {
  let open = from;
  while (open < to && walk.mark(open) !== '(') open += 1;
  if (walk.mark(open) !== '(') return [];
  return walk
    .segments({ first: open + 1, last: walk.partner(open) - 1 })
    .map(({ first }) => ({ ...walk.span({ first, last: first }), name: walk.namePart(first) }));
}

function partitionKeys(walk: Walk, { partspec }: CreateStmt): SqlExpression[] {
  return (partspec?.partParams ?? []).flatMap((node) => {
    const key = bodyOf(node, 'PartitionElem');
    if (key === undefined) return [];
    return key.expr === undefined
      ? [columnAt(walk, walk.at(key.location))]
      : [readExpression(walk, key.expr).node];
  });
}

const createTableAs: Reader<'CreateTableAsStmt'> = (walk, { into, query, objtype, if_not_exists }) => {
  if (query === undefined) return undefined;
  const table = readTable(walk, into?.rel);
  const columns = (into?.colNames ?? []).map(textOf);
  // `AS EXECUTE prepared` has no query to read.
  const as = bodyOf(query, 'SelectStmt') === undefined ? undefined : readQuery(walk, query).node;
  if (objtype === 'OBJECT_MATVIEW') {
    return as === undefined ? undefined : { kind: 'create-view', view: table.node, columns, query: as };
  }
  return {
    kind: 'create-table',
    table: table.node,
    ifNotExists: if_not_exists === true,
    columns: [],
    constraints: [],
    partitionBy: [],
    ...(as === undefined ? {} : { as }),
  };
};

const createView: Reader<'ViewStmt'> = (walk, { view, aliases, query }) =>
  query === undefined
    ? undefined
    : {
        kind: 'create-view',
        view: readTable(walk, view).node,
        columns: (aliases ?? []).map(textOf),
        query: readQuery(walk, query).node,
      };

const alterTable: Reader<'AlterTableStmt'> = (walk, { relation, cmds = [], objtype }) => {
  if (objtype !== 'OBJECT_TABLE' && objtype !== 'OBJECT_FOREIGN_TABLE') return undefined;
  const table = readTable(walk, relation);
  let first = table.last + 1;
  if (walk.mark(first) === '*') first += 1;
  const segments = walk.segments({ first, last: walk.length - 1 });
  if (segments.length !== cmds.length) throw new Misfit('not as many actions as commas');
  return {
    kind: 'alter-table',
    table: table.node,
    actions: segments.flatMap((segment, index) => {
      const command = bodyOf(cmds[index], 'AlterTableCmd');
      return command === undefined ? [] : [readAction(walk, command, segment)];
    }),
  };
};

function readAction(walk: Walk, command: AlterTableCmd, stretch: Stretch): SqlTableAction {
  const span = walk.span(stretch);
  const nameAt = walk.mark(stretch.first + 1) === 'column' ? stretch.first + 2 : stretch.first + 1;
  const name = command.name ?? '';
  switch (command.subtype) {
    case 'AT_AddColumn': {
      const column = bodyOf(command.def, 'ColumnDef');
      if (column?.typeName === undefined) return { ...span, kind: 'other' };
      const definition = readColumnDefinition(walk, column);
      return { ...span, kind: 'add-column', column: definition, ifNotExists: command.missing_ok === true };
    }
    case 'AT_DropColumn':
      return { ...span, kind: 'drop-column', name, ifExists: command.missing_ok === true };
    case 'AT_AlterColumnType': {
      const { typeName, raw_default: using } = bodyOf(command.def, 'ColumnDef') ?? {};
      const type = walk.type(typeName?.location, typeName?.arrayBounds?.length ?? 0);
      return {
        ...span,
        kind: 'alter-type',
        name: walk.namePart(nameAt),
        nameSpan: walk.span({ first: nameAt, last: nameAt }),
        type: type.node,
        ...(using === undefined ? {} : { using: readExpression(walk, using).node }),
      };
    }
    case 'AT_ColumnDefault':
      return command.def === undefined
        ? { ...span, kind: 'drop-default', name }
        : { ...span, kind: 'set-default', name, expression: readExpression(walk, command.def).node };
    case 'AT_AddConstraint': {
      const constraint = bodyOf(command.def, 'Constraint');
      if (constraint === undefined) return { ...span, kind: 'other' };
      const own = { first: walk.at(constraint.location), last: stretch.last };
      return { ...span, kind: 'add-constraint', constraint: readConstraint(walk, constraint, own) };
    }
    case 'AT_DropConstraint':
      return { ...span, kind: 'drop-constraint', name };
    default:
      return { ...span, kind: 'other' };
  }
}

const renamed: Readonly<Record<string, 'table' | 'column' | 'view' | 'index' | 'schema'>> = {
  OBJECT_TABLE: 'table',
  OBJECT_COLUMN: 'column',
  OBJECT_VIEW: 'view',
  OBJECT_MATVIEW: 'view',
  OBJECT_INDEX: 'index',
  OBJECT_SCHEMA: 'schema',
};

const rename: Reader<'RenameStmt'> = (walk, { renameType = '', relation, subname = '', newname = '' }) => {
  const what = renamed[renameType];
  if (what === undefined) return undefined;
  if (what === 'schema') return { kind: 'rename', what, of: walk.name(2).node, to: newname };
  const of = readTable(walk, relation).node;
  return { kind: 'rename', what, of, ...(what === 'column' ? { column: subname } : {}), to: newname };
};

const setSchema: Reader<'AlterObjectSchemaStmt'> = (walk, { relation, newschema = '' }) =>
  relation === undefined
    ? undefined
    : { kind: 'set-schema', of: readTable(walk, relation).node, schema: newschema };

const dropped = {
  OBJECT_TABLE: 'table',
  OBJECT_FOREIGN_TABLE: 'table',
  OBJECT_VIEW: 'view',
  OBJECT_MATVIEW: 'view',
  OBJECT_INDEX: 'index',
  OBJECT_SCHEMA: 'schema',
  OBJECT_TYPE: 'type',
  OBJECT_DOMAIN: 'domain',
  OBJECT_FUNCTION: 'function',
  OBJECT_PROCEDURE: 'function',
  OBJECT_ROUTINE: 'function',
  OBJECT_EXTENSION: 'extension',
} as const;

const drop: Reader<'DropStmt'> = (walk, { removeType, behavior }) => {
  const what = (dropped as Readonly<Record<string, (typeof dropped)[keyof typeof dropped]>>)[
    removeType ?? ''
  ];
  if (what === undefined) return undefined;
  // DROP MATERIALIZED VIEW, DROP FOREIGN TABLE.
  let at = ['materialized', 'foreign'].includes(walk.mark(1)) ? 3 : 2;
  if (walk.mark(at) === 'concurrently') at += 1;
  if (walk.mark(at) === 'if' && walk.mark(at + 1) === 'exists') at += 2;
  return { kind: 'drop', what, names: nodesOf(walk.names(at)), cascade: behavior === 'DROP_CASCADE' };
};

const createIndex: Reader<'IndexStmt'> = (walk, index) => {
  const table = readTable(walk, index.relation);
  let open = table.last + 1;
  if (walk.mark(open) === 'using') open += 2;
  const segments = walk.segments({ first: open + 1, last: walk.partner(open) - 1 });
  return {
    kind: 'create-index',
    ...(index.idxname === undefined ? {} : { index: index.idxname }),
    table: table.node,
    method: index.accessMethod ?? 'btree',
    unique: index.unique === true,
    concurrently: index.concurrent === true,
    keys: (index.indexParams ?? []).flatMap((node, at) => {
      const segment = segments[at];
      const element = bodyOf(node, 'IndexElem');
      return segment === undefined || element === undefined ? [] : [readIndexKey(walk, element, segment)];
    }),
    ...(index.whereClause === undefined ? {} : { where: readExpression(walk, index.whereClause).node }),
  };
};

function readIndexKey(walk: Walk, element: NodeBody<'IndexElem'>, segment: Stretch): SqlIndexKey {
  const operatorClass = (element.opclass ?? []).map(textOf).join('.');
  return {
    ...walk.span(segment),
    expression:
      element.expr === undefined ? columnAt(walk, segment.first) : readExpression(walk, element.expr).node,
    ...(operatorClass === '' ? {} : { operatorClass }),
  };
}

const createSchema: Reader<'CreateSchemaStmt'> = (_walk, { schemaname = '' }) => ({
  kind: 'create-schema',
  schema: schemaname,
});

/** CREATE TYPE and CREATE DOMAIN: the name is the third token. */
const createDomain: Reader<'CreateDomainStmt'> = (walk, { typeName }) => ({
  kind: 'create-type',
  type: walk.name(2).node,
  base: walk.type(typeName?.location, typeName?.arrayBounds?.length ?? 0).node,
});

const createType = (walk: Walk): Unplaced => ({ kind: 'create-type', type: walk.name(2).node });

const define: Reader<'DefineStmt'> = (walk, { kind }) =>
  kind === 'OBJECT_TYPE' ? createType(walk) : undefined;

const createFunction: Reader<'CreateFunctionStmt'> = (walk, { parameters = [] }) => {
  const name = walk.name(walk.mark(1) === 'or' ? 4 : 2);
  const given = parameters.flatMap((node) => bodyOf(node, 'FunctionParameter') ?? []);
  return {
    kind: 'create-function',
    function: name.node,
    arguments: given
      .filter(({ mode }) => mode !== 'FUNC_PARAM_OUT' && mode !== 'FUNC_PARAM_TABLE')
      .map(({ argType }) => walk.type(argType?.location, argType?.arrayBounds?.length ?? 0).node),
  };
};

const createExtension: Reader<'CreateExtensionStmt'> = (_walk, { extname = '' }) => ({
  kind: 'create-extension',
  extension: extname,
});

const truncate: Reader<'TruncateStmt'> = (walk, { relations = [] }) => ({
  kind: 'truncate',
  tables: relations.flatMap((node) => {
    const relation = bodyOf(node, 'RangeVar');
    return relation === undefined ? [] : [readTable(walk, relation).node];
  }),
});

const copy: Reader<'CopyStmt'> = (walk, { is_from, relation, attlist, query }) => {
  if (query !== undefined) return { kind: 'query', query: readQuery(walk, query).node };
  if (!is_from || relation === undefined) return undefined;
  return { kind: 'copy-from', table: readTable(walk, relation).node, columns: (attlist ?? []).map(textOf) };
};

const setVariable: Reader<'VariableSetStmt'> = (_walk, { name, kind, args = [] }) =>
  name !== 'search_path' || kind !== 'VAR_SET_VALUE'
    ? undefined
    : {
        kind: 'set-search-path',
        schemas: args.flatMap((node) => bodyOf(node, 'A_Const')?.sval?.sval ?? []),
      };

/** EXPLAIN, PREPARE, DECLARE CURSOR: the query in it. */
function inner(walk: Walk, { query }: { readonly query?: Node }): Unplaced | undefined {
  return query === undefined ? undefined : readStatement(walk, query);
}

function write(kind: 'InsertStmt' | 'UpdateStmt' | 'DeleteStmt' | 'MergeStmt') {
  return (walk: Walk, body: unknown): Unplaced => ({
    kind: 'query',
    query: readQuery(walk, { [kind]: body } as unknown as Node).node,
  });
}

const select: Reader<'SelectStmt'> = (walk, statement) => {
  const { intoClause, ...query } = statement;
  const searchPath = searchPathOf(statement);
  if (searchPath !== undefined) return { kind: 'set-search-path', schemas: searchPath };
  const as = readQuery(walk, { SelectStmt: query }).node;
  if (intoClause?.rel === undefined || walk.inBlock) return { kind: 'query', query: as };
  return {
    kind: 'create-table',
    table: readTable(walk, intoClause.rel).node,
    ifNotExists: false,
    columns: [],
    constraints: [],
    partitionBy: [],
    as,
  };
};

/** `SELECT set_config('search_path', '…', false)`, as pg_dump writes it. */
function searchPathOf({ targetList = [], fromClause }: NodeBody<'SelectStmt'>): string[] | undefined {
  const [target, ...others] = targetList;
  const call = bodyOf(bodyOf(target, 'ResTarget')?.val, 'FuncCall');
  if (call === undefined || others.length > 0 || fromClause !== undefined) return undefined;
  if (textOf(call.funcname?.at(-1)) !== 'set_config') return undefined;
  const [name, value] = (call.args ?? []).map((node) => bodyOf(node, 'A_Const')?.sval?.sval);
  if (name !== 'search_path' || value === undefined) return undefined;
  return value.split(',').flatMap((schema) => {
    const trimmed = schema.trim();
    if (trimmed === '') return [];
    return trimmed.startsWith('"') ? trimmed.slice(1, -1) : trimmed.toLowerCase();
  });
}

const readers = {
  CreateStmt: createTable,
  CreateTableAsStmt: createTableAs,
  ViewStmt: createView,
  AlterTableStmt: alterTable,
  RenameStmt: rename,
  AlterObjectSchemaStmt: setSchema,
  DropStmt: drop,
  IndexStmt: createIndex,
  CreateSchemaStmt: createSchema,
  CreateDomainStmt: createDomain,
  CompositeTypeStmt: createType,
  CreateEnumStmt: createType,
  CreateRangeStmt: createType,
  DefineStmt: define,
  CreateFunctionStmt: createFunction,
  CreateExtensionStmt: createExtension,
  TruncateStmt: truncate,
  CopyStmt: copy,
  VariableSetStmt: setVariable,
  ExplainStmt: inner,
  PrepareStmt: inner,
  DeclareCursorStmt: inner,
  SelectStmt: select,
  InsertStmt: write('InsertStmt'),
  UpdateStmt: write('UpdateStmt'),
  DeleteStmt: write('DeleteStmt'),
  MergeStmt: write('MergeStmt'),
} as const;

/** What a statement of the tree says; undefined for one about something else. */
export function readStatement(walk: Walk, node: Node): Unplaced | undefined {
  const [kind = ''] = Object.keys(node);
  const reader = (readers as Readonly<Record<string, (walk: Walk, body: never) => Unplaced | undefined>>)[
    kind
  ];
  return reader?.(walk, Object.values(node)[0] as never);
}
