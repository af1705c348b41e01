/** Arguments of a call that configures EQL, in the order in which they are declared. */
export type ConfigArgument = 'table_name' | 'column_name' | 'index_name' | 'cast_as' | 'opts' | 'migrating';

export interface ConfigFunction {
  readonly generation: 'v1' | 'v2';
  readonly arguments: readonly ConfigArgument[];
  /** What it does to the configuration of its column. */
  readonly does:
    | 'add-index'
    | 'modify-index'
    | 'remove-index'
    | 'add-column'
    | 'remove-column'
    | 'create-columns'
    | 'other';
}

const index = ['table_name', 'column_name', 'index_name', 'cast_as', 'opts'] as const;
const column = ['table_name', 'column_name', 'cast_as'] as const;

/** Source: src/config/functions.sql and src/encryptindex of encrypt-query-language at 2.2.1 and 2.3.1. */
const v2: Readonly<Record<string, ConfigFunction>> = {
  add_search_config: { generation: 'v2', arguments: [...index, 'migrating'], does: 'add-index' },
  modify_search_config: { generation: 'v2', arguments: [...index, 'migrating'], does: 'modify-index' },
  remove_search_config: {
    generation: 'v2',
    arguments: ['table_name', 'column_name', 'index_name', 'migrating'],
    does: 'remove-index',
  },
  add_column: { generation: 'v2', arguments: [...column, 'migrating'], does: 'add-column' },
  remove_column: {
    generation: 'v2',
    arguments: ['table_name', 'column_name', 'migrating'],
    does: 'remove-column',
  },
  add_encrypted_constraint: { generation: 'v2', arguments: ['table_name', 'column_name'], does: 'other' },
  remove_encrypted_constraint: { generation: 'v2', arguments: ['table_name', 'column_name'], does: 'other' },
  migrate_config: { generation: 'v2', arguments: [], does: 'other' },
  activate_config: { generation: 'v2', arguments: [], does: 'other' },
  discard: { generation: 'v2', arguments: [], does: 'other' },
  reload_config: { generation: 'v2', arguments: [], does: 'other' },
  create_encrypted_columns: { generation: 'v2', arguments: [], does: 'create-columns' },
  rename_encrypted_columns: { generation: 'v2', arguments: [], does: 'create-columns' },
};

/** Source: sql/021-config-functions.sql and sql/030-encryptindex.sql at 1.0.1. */
const v1: Readonly<Record<string, ConfigFunction>> = {
  cs_add_index_v1: { generation: 'v1', arguments: index, does: 'add-index' },
  cs_modify_index_v1: { generation: 'v1', arguments: index, does: 'modify-index' },
  cs_remove_index_v1: {
    generation: 'v1',
    arguments: ['table_name', 'column_name', 'index_name'],
    does: 'remove-index',
  },
  cs_add_column_v1: { generation: 'v1', arguments: column, does: 'add-column' },
  cs_remove_column_v1: { generation: 'v1', arguments: ['table_name', 'column_name'], does: 'remove-column' },
  cs_encrypt_v1: { generation: 'v1', arguments: [], does: 'other' },
  cs_activate_v1: { generation: 'v1', arguments: [], does: 'other' },
  cs_discard_v1: { generation: 'v1', arguments: [], does: 'other' },
  cs_refresh_encrypt_config: { generation: 'v1', arguments: [], does: 'other' },
  cs_create_encrypted_columns_v1: { generation: 'v1', arguments: [], does: 'create-columns' },
  cs_rename_encrypted_columns_v1: { generation: 'v1', arguments: [], does: 'create-columns' },
};

/** The function of a call, when it configures EQL. v1 has no schema of its own. */
export function configFunction(schema: string | undefined, name: string): ConfigFunction | undefined {
  if (schema === 'eql_v2') return Object.hasOwn(v2, name) ? v2[name] : undefined;
  if (schema !== undefined && schema !== 'public') return undefined;
  return Object.hasOwn(v1, name) ? v1[name] : undefined;
}
