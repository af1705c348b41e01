import type { Container, System } from '../../../rules/model/field.ts';
import type {
  CollectionCommand,
  CsfleSchema,
  FieldList,
  MongodbProject,
  MongooseSchema,
} from '../../../rules/model/mongodb.ts';
import type { Place } from '../../../rules/model/place.ts';
import { stringAt } from '../../../rules/model/value.ts';
import type { FileFacts } from '../../read/facts.ts';
import { type Evaluator, noParameters } from '../evaluate.ts';
import type { Files } from '../files.ts';
import { askedOnce, type LinkSettings } from '../settings.ts';
import { type CommandDraft, createCollector } from './collector.ts';
import { buildCsfleSchema, buildMongooseCsfle } from './csfle.ts';
import { buildFieldList, buildMongooseList } from './field-list.ts';
import { type Encryption, linkQueries } from './queries/link-queries.ts';
import { walkCalls } from './walk-calls.ts';
import { walkValues } from './walk-values.ts';

export interface LinkedMongodb {
  readonly project: MongodbProject;
  /** Names by which further files may ask the collections and models whose fields are encrypted. */
  readonly names: ReadonlySet<string>;
}

/** All that the files say about MongoDB. Calls come first, since they know what a literal is for. */
export function linkMongodb(
  read: readonly FileFacts[],
  evaluator: Evaluator,
  files: Files,
  asked: LinkSettings,
): LinkedMongodb {
  const collector = createCollector();
  const settings = askedOnce(asked);
  for (const { file, source } of read) {
    if (source !== undefined) walkCalls(file, source.calls, evaluator, collector);
  }
  for (const { file, source, documents } of read) {
    for (const tree of source?.literals ?? []) {
      walkValues(evaluator.evaluate({ file, tree, parameters: noParameters }), collector);
    }
    // Source code has no documents.
    for (const tree of documents) walkValues(evaluator.evaluateDocument(file, tree), collector);
  }

  const mongooseSchemas = [...collector.mongoose.values()].map((schema) => ({
    ...schema,
    target: settings.mongodb(schema.place.file),
  }));
  const fieldLists = new Map<string, FieldList>();
  for (const [key, draft] of collector.fieldLists) {
    const { document, uses, ambiguous, database, collection } = draft;
    const names = ambiguous ? {} : { database, collection };
    fieldLists.set(
      key,
      buildFieldList(document, toContainer('mongodb-qe', document.place.file, names), uses, settings),
    );
  }
  const csfleSchemas: CsfleSchema[] = [...collector.csfle.values()].map((draft) =>
    buildCsfleSchema(
      draft.schema,
      draft.origin,
      toContainer('mongodb-csfle', draft.schema.place.file, draft),
      settings,
    ),
  );
  const models = new Map<string, Encryption>();
  for (const schema of mongooseSchemas) {
    const type = schema.encryptionType?.kind === 'string' ? schema.encryptionType.value : undefined;
    if (type === 'queryableEncryption') {
      const fieldList = buildMongooseList(schema, mongooseContainer(schema, 'mongodb-qe'), settings);
      fieldLists.set(mongooseKey(schema.place), fieldList);
      models.set(mongooseKey(schema.place), { fieldList });
    } else if (type === 'csfle') {
      const csfleSchema = buildMongooseCsfle(schema, mongooseContainer(schema, 'mongodb-csfle'), settings);
      csfleSchemas.push(csfleSchema);
      models.set(mongooseKey(schema.place), { csfleSchema });
    }
  }
  const ofModel = (schema: Place) => models.get(mongooseKey(schema));
  const declared = { fieldLists: [...fieldLists.values()], csfleSchemas, ofModel };
  const { queries, names } = linkQueries({ read, evaluator, files, settings }, declared);

  const project: MongodbProject = {
    fieldLists: declared.fieldLists,
    csfleSchemas,
    mongooseSchemas,
    clients: [...collector.clients.values()].map((client) => ({
      ...client,
      target: settings.mongodb(client.place.file),
      databases: [...collector.databases],
    })),
    namespaceMaps: [...collector.maps.values()].map((map) => ({
      ...map,
      target: settings.mongodb(map.property.place.file),
    })),
    collectionCommands: [...collector.commands.values()].flatMap((draft) =>
      toCommand(draft, fieldLists, settings),
    ),
    queries,
  };
  return { project, names };
}

function mongooseKey({ file, start }: Place): string {
  return `mongoose ${file}:${start}`;
}

interface Names {
  readonly database?: string | undefined;
  readonly collection?: string | undefined;
}

function toContainer(system: System, file: string, { database, collection }: Names): Container {
  return {
    system,
    file,
    ...(database === undefined ? {} : { database }),
    ...(collection === undefined ? {} : { collection }),
  };
}

function mongooseContainer(schema: MongooseSchema, system: System): Container {
  const collection = schema.options === undefined ? undefined : stringAt(schema.options, 'collection');
  return toContainer(system, schema.place.file, { collection });
}

/** Joins a command with the list that encrypts its collection; a command on any other collection is none of ours. */
function toCommand(
  draft: CommandDraft,
  fieldLists: ReadonlyMap<string, FieldList>,
  settings: LinkSettings,
): CollectionCommand[] {
  const { document, schema, database, collection, ...rest } = draft;
  const own =
    document === undefined ? undefined : fieldLists.get(`${document.place.file}:${document.place.start}`);
  if (schema !== undefined) {
    const fieldList = fieldLists.get(mongooseKey(schema));
    if (fieldList === undefined) return [];
    return [
      { ...rest, target: settings.mongodb(draft.place.file), container: fieldList.container, fieldList },
    ];
  }
  const fieldList = own ?? only(candidates(draft, fieldLists, settings));
  if (fieldList === undefined) return [];
  const { file } = draft.place;
  return [
    {
      ...rest,
      target: settings.mongodb(file),
      container: toContainer('mongodb-qe', file, { database, collection }),
      fieldList,
    },
  ];
}

function candidates(
  { place, database, collection }: CommandDraft,
  fieldLists: ReadonlyMap<string, FieldList>,
  settings: LinkSettings,
): FieldList[] {
  if (collection === undefined) return [];
  const home = settings.packageOf(place.file);
  return [...fieldLists.values()].filter(
    ({ container }) =>
      container.collection === collection &&
      (container.database === undefined || database === undefined || container.database === database) &&
      settings.packageOf(container.file) === home,
  );
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}
