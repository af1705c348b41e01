import type { Project } from '../../rules/model/project.ts';

/** A project that declares nothing: a test adds what it is about. */
export const emptyProject: Project = {
  mongodb: {
    fieldLists: [],
    csfleSchemas: [],
    mongooseSchemas: [],
    clients: [],
    namespaceMaps: [],
    collectionCommands: [],
    queries: { operations: [], unknown: [] },
  },
  eql: { databases: [], declared: [], uses: [], names: [] },
  blindIndex: {
    schemas: [],
    clients: { extensions: [], plain: [] },
    keys: { uses: [], optional: [], hashes: [] },
    codeIndexes: [],
  },
};
