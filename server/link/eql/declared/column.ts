import type { EqlColumn, EqlSource } from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { EqlGeneration } from '../../../../rules/model/target.ts';
import type { LinkSettings } from '../../settings.ts';

/** The table that a column stands in. */
export interface Holder {
  readonly name: string;
  readonly schema?: string;
}

type Told = Pick<
  EqlColumn,
  'name' | 'place' | 'typePlace' | 'searches' | 'declaration' | 'property' | 'domain' | 'cast'
>;

/** A column as a file declares it, with what the configuration says of it. */
export function toColumn(
  holder: Holder,
  source: EqlSource,
  generation: EqlGeneration,
  told: Told,
  settings: LinkSettings,
): EqlColumn {
  const { file }: Place = told.declaration;
  const system = `eql-${generation}` as const;
  const { schema } = holder;
  const container = {
    system,
    file,
    ...(schema === undefined ? {} : { database: schema }),
    collection: holder.name,
  };
  const platform = settings.eqlPlatform(file);
  return {
    ...told,
    system,
    generation,
    source,
    container,
    table: holder.name,
    ...(schema === undefined ? {} : { schema }),
    path: told.name,
    assumptions: settings.assumptions(file),
    override: settings.override(file, container, told.name),
    budgets: settings.budgets(file),
    packageFolder: settings.packageOf(file),
    proxy: settings.eqlProxy(file),
    ...(platform === undefined ? {} : { platform }),
  };
}
