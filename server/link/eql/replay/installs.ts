import type { Place } from '../../../../rules/model/place.ts';
import type { EqlGeneration } from '../../../../rules/model/target.ts';
import type { SqlName } from '../../../read/sql/statement.ts';
import { dropIndex, subjectOf } from './indexes.ts';
import { type IndexState, keyOf } from './picture.ts';
import { happensAfter, type Stage } from './stage.ts';
import { dropTable, tablesIn } from './tables.ts';
import { generationOfSchema } from './written-names.ts';

/** The script of EQL runs, whose text is not there: it drops its schema before it makes it. */
export function runScript(stage: Stage, generation: EqlGeneration, place: Place): void {
  stage.installs.push({ generation, kind: 'install', place, dropped: dropOver(stage, `eql_${generation}`) });
}

export function install(stage: Stage, generation: EqlGeneration, place: Place): void {
  stage.installs.push({ generation, kind: 'install', place, dropped: new Set() });
}

export function dropSchema(stage: Stage, { name }: SqlName, place: Place): void {
  const generation = generationOfSchema(name);
  if (generation === undefined) {
    for (const table of tablesIn(stage, name)) dropTable(stage, table);
    return;
  }
  // The schema of EQL's own functions goes beside it, and says nothing more.
  if (name !== `eql_${generation}`) dropOver(stage, name, stage.installs.at(-1)?.dropped);
  else stage.installs.push({ generation, kind: 'drop', place, dropped: dropOver(stage, name) });
}

/** Drops the indexes that call into a schema. */
function dropOver(stage: Stage, schema: string, dropped = new Set<IndexState>()): Set<IndexState> {
  for (const index of stage.picture.indexes.values()) {
    if (!index.schemas.includes(schema) || !happensAfter(stage, index)) continue;
    dropIndex(stage, index);
    dropped.add(index);
    const subject = subjectOf(index);
    const known = stage.lost.get(subject);
    if (known === undefined) stage.lost.set(subject, [{ index, dropped }]);
    else known.push({ index, dropped });
  }
  return dropped;
}

/** What was dropped and not built again; what went with its table or column is nobody's loss. */
export function lostIndexes({ picture }: Stage, dropped: ReadonlySet<IndexState>): IndexState[] {
  return [...dropped].filter(
    ({ table, columns }) =>
      picture.tables.get(keyOf(table.schema, table.name)) === table &&
      columns.every((column) => table.columns.get(column.name) === column),
  );
}
