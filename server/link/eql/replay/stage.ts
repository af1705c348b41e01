import type {
  EqlColumn,
  EqlConfigCall,
  EqlDefinition,
  EqlInstall,
  EqlUse,
} from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { SqlName, SqlQuery } from '../../../read/sql/statement.ts';
import type { Span } from '../../../read/tree.ts';
import { placeOf } from '../../evaluate.ts';
import type { Catalog } from '../catalog.ts';
import { usesOf } from '../queries/uses.ts';
import type { Describe } from './describe.ts';
import {
  emptyPicture,
  findTable,
  type IndexState,
  type Picture,
  relationOf,
  type TableState,
} from './picture.ts';

/** Where a replay is, and what it has found so far. */
export interface Stage {
  readonly picture: Picture;
  readonly describe: Describe;
  readonly now: Now;
  /** What a query sees at this moment. */
  readonly catalog: Catalog;
  readonly configCalls: EqlConfigCall[];
  readonly definitions: EqlDefinition[];
  readonly installs: InstallDraft[];
  /** How often a name for an index was chosen that was taken already. */
  readonly counts: Map<string, number>;
  /** What installs dropped, by what it was about. */
  readonly lost: Map<object, { readonly index: IndexState; readonly dropped: Set<IndexState> }[]>;
  readonly uses: EqlUse[];
  /** The table that holds an encrypted column itself. */
  readonly owners: WeakMap<EqlColumn, TableState>;
}

/** The file that runs. */
export interface Now {
  file: string;
  /** Files of one part run one after the other. */
  part: number;
  buildsOnly: boolean;
  asks: boolean;
  in: 'sql' | 'embedded';
  /** The schemas that a bare name is looked for in; empty where nothing sets them. */
  path: readonly string[];
}

/** `dropped`: what it drops and nothing has built again. */
export type InstallDraft = Omit<EqlInstall, 'lost'> & { readonly dropped: Set<IndexState> };

export function createStage(describe: Describe, outside: Catalog): Stage {
  const picture = emptyPicture();
  const now: Now = { file: '', part: 0, buildsOnly: false, asks: true, in: 'sql', path: [] };
  return {
    picture,
    describe,
    now,
    catalog: {
      relation: (name) => {
        const table = findTable(picture, name, now.path);
        return table === undefined ? outside.relation(name) : relationOf(table);
      },
    },
    configCalls: [],
    definitions: [],
    installs: [],
    counts: new Map(),
    lost: new Map(),
    uses: [],
    owners: new WeakMap(),
  };
}

export function placeAt({ now: { file } }: Stage, span: Span): Place {
  return placeOf(file, span);
}

export function tableNamed(
  { picture, now }: Stage,
  name: { readonly schema?: string; readonly name: string },
): TableState | undefined {
  return findTable(picture, name, now.path);
}

/** True when what this file does to something certainly happens, and after it was made. */
export function happensAfter({ now }: Stage, made: { readonly part: number }): boolean {
  return made.part === now.part && !now.buildsOnly;
}

/** The schema in which a name is made. */
export function schemaOf({ now: { path } }: Stage, { schema }: SqlName): string | undefined {
  if (schema !== undefined) return schema;
  const [first] = path;
  return first === 'public' ? undefined : first;
}

export function ask({ now, catalog, uses }: Stage, query: SqlQuery): void {
  if (!now.asks) return;
  for (const use of usesOf(query, catalog, { file: now.file, in: now.in })) uses.push(use);
}
