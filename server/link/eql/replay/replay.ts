import type {
  EqlConfigCall,
  EqlDatabase,
  EqlDefinition,
  EqlInstall,
  EqlUse,
} from '../../../../rules/model/eql.ts';
import type { Place } from '../../../../rules/model/place.ts';
import type { EqlGeneration } from '../../../../rules/model/target.ts';
import type { SqlName, SqlStatement, SqlType } from '../../../read/sql/statement.ts';
import type { Catalog } from '../catalog.ts';
import { createConfigurer } from './configuration.ts';
import type { Describe } from './describe.ts';
import type { Digest } from './digest.ts';
import { encryptedType } from './encrypted-type.ts';
import type { Group, Grouped, Run } from './groups.ts';
import { createIndex, dropIndex, toIndex } from './indexes.ts';
import { dropSchema, install, lostIndexes, runScript } from './installs.ts';
import type { Picture } from './picture.ts';
import { emptyTable, fillTable, noteWrites } from './rows.ts';
import { ask, createStage, happensAfter, placeAt, type Stage, tableNamed } from './stage.ts';
import { alterTable, createTable, createView, dropTable, moveTable, rename } from './tables.ts';
import { generationOfSchema } from './written-names.ts';

/** What a group of files leaves behind. */
export interface Replayed extends Pick<EqlDatabase, 'usedBeforeInstall'> {
  readonly picture: Picture;
  readonly configCalls: readonly EqlConfigCall[];
  readonly definitions: readonly EqlDefinition[];
  readonly installs: readonly EqlInstall[];
  readonly uses: readonly EqlUse[];
}

export interface ReplayContext extends Pick<Grouped, 'included'> {
  readonly describe: Describe;
  /** What other files of the package make. */
  readonly outside: Catalog;
}

/** The name of a script that installs EQL, where its text is not there. */
const installScript = /cipherstash|(?:^|[/_-])eql(?:[._-]|$)/i;

/** Runs the statements of all files in order, each against what those before it left. */
export function replay(group: Group, { included, describe, outside }: ReplayContext): Replayed {
  const stage = createStage(describe, outside);
  const { now } = stage;
  const order = createInstallOrder();
  const configure = createConfigurer(stage);
  const open = new Set<Digest>();

  const run = (digest: Digest, number: number) => {
    // A script that includes itself does so for ever.
    if (open.has(digest)) return;
    open.add(digest);
    const { file, in: form } = now;
    now.file = digest.file;
    now.in = digest.in;
    for (const [generation, { name }] of digest.firstNames) {
      order.used(generation, { number, part: now.part, place: placeAt(stage, name), name: name.name });
    }
    for (const { statement, calls } of digest.steps) {
      const before = stage.installs.length;
      if (statement.kind === 'include') include(statement, number);
      else runStatement(stage, statement);
      for (const { generation, kind, place } of stage.installs.slice(before)) {
        if (kind === 'install') order.installed(generation, { number, part: now.part, place });
      }
      for (const call of calls) configure(call);
    }
    now.file = file;
    now.in = form;
    open.delete(digest);
  };

  const include = (statement: SqlStatement & { readonly kind: 'include' }, number: number) => {
    const target = included(now.file, group.packageFolder, statement.file);
    if (target !== undefined) run(target, number);
    else if (installScript.test(statement.file))
      runScript(stage, group.generation, placeAt(stage, statement));
  };

  group.runs.forEach(({ digest, part, buildsOnly, asks }: Run, number) => {
    Object.assign(now, { part, buildsOnly, asks, path: [] });
    run(digest, number);
  });

  const usedBeforeInstall = order.usedBefore();
  return {
    picture: stage.picture,
    configCalls: stage.configCalls,
    definitions: stage.definitions,
    installs: stage.installs.map(({ dropped, ...one }) => ({
      ...one,
      lost: lostIndexes(stage, dropped).map(toIndex),
    })),
    ...(usedBeforeInstall === undefined ? {} : { usedBeforeInstall }),
    uses: stage.uses,
  };
}

function runStatement(stage: Stage, statement: SqlStatement): void {
  const place = () => placeAt(stage, statement);
  switch (statement.kind) {
    case 'create-table':
      createTable(stage, statement);
      return;
    case 'alter-table':
      alterTable(stage, statement.table, statement.actions);
      return;
    case 'rename':
      rename(stage, statement);
      return;
    case 'set-schema': {
      const table = tableNamed(stage, statement.of);
      if (table !== undefined && happensAfter(stage, table)) {
        moveTable(stage, table, statement.schema, table.name);
      }
      return;
    }
    case 'drop':
      for (const name of statement.names) drop(stage, statement.what, name, place());
      return;
    case 'create-index':
      createIndex(stage, statement);
      return;
    case 'create-view':
      createView(stage, statement);
      return;
    case 'create-schema': {
      const generation = generationOfSchema(statement.schema);
      if (generation !== undefined && statement.schema === `eql_${generation}`)
        install(stage, generation, place());
      return;
    }
    case 'create-type':
      createType(stage, statement.type, statement.base);
      return;
    case 'query':
      ask(stage, statement.query);
      noteWrites(stage, statement.query, place());
      return;
    case 'copy-from':
      fillTable(stage, statement.table, statement.columns, place());
      return;
    case 'truncate':
      for (const name of statement.tables) emptyTable(stage, name);
      return;
    case 'set-search-path':
      stage.now.path = statement.schemas.filter((schema) => schema !== '$user');
      return;
    case 'json-index-syntax': {
      const { open, close, table } = statement;
      const columns = tableNamed(stage, { name: table })?.columns.values() ?? [];
      const generation = [...columns].some(({ encrypted }) => encrypted?.generation === 'v2') ? 'v2' : 'v3';
      stage.definitions.push({ kind: 'json-index-syntax', generation, place: place(), open, close });
      return;
    }
    case 'include':
    case 'create-function':
    case 'create-extension':
    case 'other':
      return;
  }
}

function drop(
  stage: Stage,
  what: (SqlStatement & { readonly kind: 'drop' })['what'],
  name: SqlName,
  place: Place,
): void {
  switch (what) {
    case 'table':
    case 'view': {
      const table = tableNamed(stage, name);
      if (table !== undefined && happensAfter(stage, table)) dropTable(stage, table);
      return;
    }
    case 'index': {
      const index = stage.picture.indexes.get(name.name);
      if (index !== undefined && happensAfter(stage, index)) dropIndex(stage, index);
      return;
    }
    case 'schema':
      dropSchema(stage, name, place);
      return;
    case 'type':
    case 'domain':
      if (!stage.now.buildsOnly) stage.picture.types.delete(name.name);
      return;
    case 'function':
    case 'extension':
      return;
  }
}

/** A domain over an encrypted type encrypts as that does. v1 has no schema that shows its install. */
function createType(stage: Stage, type: SqlName, base: SqlType | undefined): void {
  if (type.name === 'cs_encrypted_v1') {
    install(stage, 'v1', placeAt(stage, type));
    return;
  }
  const found = base === undefined ? undefined : encryptedType(base, stage.picture.types);
  if (found !== undefined) stage.picture.types.set(type.name, found);
}

interface Moment {
  /** The file, counted in the order of the run. */
  readonly number: number;
  readonly part: number;
  readonly place: Place;
}

/** Keeps when EQL is used and when it is installed, to say whether the one comes before the other. */
function createInstallOrder() {
  const uses = new Map<EqlGeneration, (Moment & { readonly name: string })[]>();
  const installs = new Map<EqlGeneration, Moment>();
  return {
    used(generation: EqlGeneration, moment: Moment & { readonly name: string }): void {
      const known = uses.get(generation);
      if (known === undefined) uses.set(generation, [moment]);
      else if (known.at(-1)?.part !== moment.part) known.push(moment);
    },
    installed(generation: EqlGeneration, moment: Moment): void {
      if (!installs.has(generation)) installs.set(generation, moment);
    },
    usedBefore(): EqlDatabase['usedBeforeInstall'] {
      for (const [generation, install] of installs) {
        const use = (uses.get(generation) ?? []).find(
          ({ part, number }) => part === install.part && number < install.number,
        );
        if (use !== undefined) return { place: use.place, name: use.name, install: install.place };
      }
      return undefined;
    },
  };
}
