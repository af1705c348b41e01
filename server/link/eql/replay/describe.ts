import type { EqlPlatform } from '../../../../rules/model/eql.ts';
import type { Container, System } from '../../../../rules/model/field.ts';
import type { LinkSettings } from '../../settings.ts';
import type { EncryptedType } from './encrypted-type.ts';
import type { ColumnDraft, ColumnState, TableState } from './picture.ts';

/** What the settings say of a file, asked once a file. */
export interface Surroundings {
  readonly packageFolder: string;
  readonly proxy: boolean;
  readonly platform?: EqlPlatform;
}

export type Describe = ReturnType<typeof createDescriber>;

const systems = { v1: 'eql-v1', v2: 'eql-v2', v3: 'eql-v3' } as const satisfies Record<string, System>;

export function createDescriber(settings: LinkSettings) {
  const known = new Map<string, Surroundings>();

  const around = (file: string): Surroundings => {
    let found = known.get(file);
    if (found === undefined) {
      const platform = settings.eqlPlatform(file);
      found = {
        packageFolder: settings.packageOf(file),
        proxy: settings.eqlProxy(file),
        ...(platform === undefined ? {} : { platform }),
      };
      known.set(file, found);
    }
    return found;
  };

  const containerOf = (table: TableState, system: System, file: string): Container =>
    table.schema === undefined
      ? { system, file, collection: table.name }
      : { system, file, database: table.schema, collection: table.name };

  return {
    around,
    /** A column that has become encrypted. Put together key by key: spreads of parts take longer than all the rest. */
    column(
      state: ColumnState,
      type: EncryptedType,
      { typePlace, declaration }: Pick<ColumnDraft, 'typePlace' | 'declaration'>,
    ): ColumnDraft {
      const { owner: table, place, name } = state;
      const { file } = place;
      const { packageFolder, proxy, platform } = around(file);
      const system = systems[type.generation];
      const container = containerOf(table, system, file);
      const column: ColumnDraft = {
        system,
        container,
        path: name,
        place,
        assumptions: settings.assumptions(file),
        override: settings.override(file, container, name),
        budgets: settings.budgets(file),
        generation: type.generation,
        source: 'sql',
        table: table.name,
        name,
        typePlace,
        searches: [],
        declaration,
        packageFolder,
        proxy,
      };
      if (table.schema !== undefined) column.schema = table.schema;
      if (type.domain !== undefined) column.domain = type.domain;
      if (platform !== undefined) column.platform = platform;
      return column;
    },
    /** Its name, or that of its table, is another now. */
    renamed(state: ColumnState): void {
      const { encrypted, owner: table } = state;
      if (encrypted === undefined) return;
      const { file } = encrypted.place;
      encrypted.container = containerOf(table, encrypted.system, file);
      encrypted.path = state.name;
      encrypted.name = state.name;
      encrypted.table = table.name;
      if (table.schema === undefined) delete encrypted.schema;
      else encrypted.schema = table.schema;
      encrypted.override = settings.override(file, encrypted.container, state.name);
    },
  };
}
