import type { Project } from '../../rules/model/project.ts';
import type { FileFacts } from '../read/facts.ts';
import { linkBlindIndex } from './blind-index/link-blind-index.ts';
import { linkEql } from './eql/link-eql.ts';
import { createEvaluator } from './evaluate.ts';
import type { Files, Wanted } from './files.ts';
import { linkMongodb } from './mongodb/link-mongodb.ts';
import type { LinkSettings } from './settings.ts';

export interface Linked {
  readonly project: Project;
  /** Files that some reference leads to and that were not read: with them more can be known. */
  readonly wanted: ReadonlySet<string>;
  /** Names of tables, views, indexes, types, collections and models by which further files may speak of what is encrypted. */
  readonly names: ReadonlySet<string>;
}

/** The facts of all files as one project. `read` are the files whose declarations count, in a stable order. */
export function link(read: readonly FileFacts[], files: Files, settings: LinkSettings): Linked {
  const wanted: Wanted = new Set();
  const evaluator = createEvaluator(files, wanted);
  const mongodb = linkMongodb(read, evaluator, files, settings);
  const eql = linkEql(read, evaluator, settings, files.names?.());
  return {
    project: {
      mongodb: mongodb.project,
      eql: eql.project,
      blindIndex: linkBlindIndex({ read, evaluator, files, settings, wanted }),
    },
    wanted,
    names: new Set([...eql.names, ...mongodb.names]),
  };
}
