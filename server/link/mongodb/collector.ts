import type { Container } from '../../../rules/model/field.ts';
import type {
  CollectionCommand,
  CsfleSchema,
  EncryptingClient,
  FieldListUse,
  IndexDefinition,
  MongooseSchema,
  NamespaceMap,
} from '../../../rules/model/mongodb.ts';
import type { Place } from '../../../rules/model/place.ts';
import type { ObjectValue } from '../../../rules/model/value.ts';

export interface FieldListDraft {
  readonly document: ObjectValue;
  database?: string;
  collection?: string;
  /** Two uses name different collections: the list has no one container. */
  ambiguous: boolean;
  readonly uses: FieldListUse[];
}

export interface CsfleDraft {
  readonly schema: ObjectValue;
  readonly origin: CsfleSchema['origin'];
  readonly database?: string;
  readonly collection?: string;
}

export interface CommandDraft {
  readonly kind: CollectionCommand['kind'];
  readonly place: Place;
  readonly database?: string;
  readonly collection?: string;
  readonly options?: ObjectValue;
  readonly indexes: readonly IndexDefinition[];
  /** The list that the command itself holds. */
  readonly document?: ObjectValue;
  /** The Mongoose schema that it is a method of. */
  readonly schema?: Place;
}

/** What the passes over files have found; a literal that several passes meet counts once. */
export interface Collector {
  readonly fieldLists: ReadonlyMap<string, FieldListDraft>;
  readonly csfle: ReadonlyMap<string, CsfleDraft>;
  readonly commands: ReadonlyMap<string, CommandDraft>;
  readonly clients: ReadonlyMap<string, Omit<EncryptingClient, 'target' | 'databases'>>;
  readonly maps: ReadonlyMap<string, Omit<NamespaceMap, 'target'>>;
  readonly mongoose: ReadonlyMap<string, Omit<MongooseSchema, 'target'>>;
  readonly databases: ReadonlySet<string>;
  readonly usesOf: (document: ObjectValue) => readonly FieldListUse[];
  readonly addFieldList: (document: ObjectValue, container: Partial<Container>, use?: FieldListUse) => void;
  readonly addCsfle: (draft: CsfleDraft) => void;
  readonly addCommand: (draft: CommandDraft) => void;
  readonly addClient: (client: Omit<EncryptingClient, 'target' | 'databases'>) => void;
  readonly addMap: (map: Omit<NamespaceMap, 'target'>) => void;
  readonly addMongoose: (schema: Omit<MongooseSchema, 'target'>) => void;
  readonly addDatabase: (name: string) => void;
}

export function createCollector(): Collector {
  const fieldLists = new Map<string, FieldListDraft>();
  const csfle = new Map<string, CsfleDraft>();
  const commands = new Map<string, CommandDraft>();
  const clients = new Map<string, Omit<EncryptingClient, 'target' | 'databases'>>();
  const maps = new Map<string, Omit<NamespaceMap, 'target'>>();
  const mongoose = new Map<string, Omit<MongooseSchema, 'target'>>();
  const databases = new Set<string>();

  return {
    fieldLists,
    csfle,
    commands,
    clients,
    maps,
    mongoose,
    databases,
    usesOf: (document) => fieldLists.get(keyOf(document.place))?.uses ?? [],
    addFieldList(document, { database, collection }, use) {
      const key = keyOf(document.place);
      const draft = fieldLists.get(key) ?? { document, uses: [], ambiguous: false };
      fieldLists.set(key, draft);
      if (use !== undefined && !draft.uses.some((one) => keyOf(one.place) === keyOf(use.place)))
        draft.uses.push(use);
      if (collection !== undefined) {
        if (draft.collection !== undefined && draft.collection !== collection) draft.ambiguous = true;
        draft.collection = collection;
      }
      if (database !== undefined) {
        if (draft.database !== undefined && draft.database !== database) draft.ambiguous = true;
        draft.database = database;
      }
    },
    addCsfle(draft) {
      const key = keyOf(draft.schema.place);
      if (!csfle.has(key)) csfle.set(key, draft);
    },
    addCommand(draft) {
      const key = keyOf(draft.place);
      if (!commands.has(key)) commands.set(key, draft);
    },
    addClient(client) {
      const key = keyOf(client.options.place);
      if (!clients.has(key)) clients.set(key, client);
    },
    addMap(map) {
      const key = `${map.kind} ${keyOf(map.property.place)}`;
      if (!maps.has(key)) maps.set(key, map);
    },
    addMongoose(schema) {
      const key = keyOf(schema.place);
      if (!mongoose.has(key)) mongoose.set(key, schema);
    },
    addDatabase: (name) => void databases.add(name),
  };
}

function keyOf(place: Place): string {
  return `${place.file}:${place.start}`;
}
