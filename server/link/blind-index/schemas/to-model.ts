import type {
  FieldEncryption,
  IndexField,
  PrismaEncryption,
  PrismaModel,
  PrismaModelAttribute,
  PrismaModelField,
} from '../../../../rules/model/blind-index.ts';
import type { FieldOverride } from '../../../../rules/model/field.ts';
import type { PrismaAttribute, PrismaBlock, PrismaField, PrismaValue } from '../../../read/prisma/schema.ts';
import { placeOf } from '../../evaluate.ts';
import { argumentNamed, mappedName, namedArgument } from '../../prisma/arguments.ts';
import type { LinkSettings } from '../../settings.ts';
import type { AnnotationReader, ReadAnnotations } from './annotation-reader.ts';
import type { CommentedBlock } from './comments-of.ts';

/** What a whole schema says and each of its models needs. */
export interface SchemaNames {
  readonly package: PrismaEncryption;
  readonly read: AnnotationReader;
  /** Names of models and views. */
  readonly models: ReadonlySet<string>;
  /** How many values each enumeration has. */
  readonly enums: ReadonlyMap<string, number>;
  /** Names of datasources, before the dot of a native type: `@db.Text`. */
  readonly datasources: ReadonlySet<string>;
  readonly settings: LinkSettings;
}

type Kind = PrismaModel['kind'];

export function isModel({ kind }: PrismaBlock): boolean {
  return kind === 'model' || kind === 'view' || kind === 'type';
}

/** A model with every field, and with what the package makes of the comments about each. */
export function toModel(
  file: string,
  block: PrismaBlock,
  commented: CommentedBlock,
  names: SchemaNames,
): PrismaModel {
  const kind = block.kind as Kind;
  const keys = relationKeys(block);
  const passedOver = isPassedOver(block, names.package);
  const drafts = block.fields.map((field) => {
    const comments = commented.fields.get(field);
    const read = comments === undefined ? nothing : names.read(comments);
    const skipped = passedOver || isIgnored(field, names.package);
    const told = skipped ? unread(read, block, names) : read;
    return {
      read: skipped ? withoutEncryption(told) : read,
      field: toField(file, block, field, keys, told, commented.overrides.get(field), names),
    };
  });
  const own = passedOver ? unread(names.read(commented.model), block, names) : names.read(commented.model);
  return {
    kind,
    name: block.name,
    table: mappedName(block) ?? block.name,
    namePlace: placeOf(file, block.nameSpan),
    place: placeOf(file, block),
    fields: withEncryption(drafts),
    attributes: block.attributes.map((attribute) => toAttribute(file, attribute)),
    annotations: own.annotations,
    strays: own.strays,
    insert: {
      place: { file, start: block.bodyEnd, end: block.bodyEnd },
      indent: block.indent,
      lineBreak: commented.model.lineBreak,
    },
  };
}

const nothing: ReadAnnotations = { annotations: [], strays: [] };

function withoutEncryption({ annotations, strays }: ReadAnnotations): ReadAnnotations {
  return { annotations, strays };
}

/**
 * What is marked `@ignore` Fieldseal's generator is not handed: it refuses nothing of it, and the client stores nothing there.
 * What is written into a composite type is stored as it is.
 */
function unread(
  read: ReadAnnotations,
  { kind }: PrismaBlock,
  { package: name }: SchemaNames,
): ReadAnnotations {
  return name === 'fieldseal' && kind !== 'type' ? nothing : read;
}

/**
 * True for a block that the package does not look into. prisma-field-encryption reads what Prisma's client knows: models and
 * views, but no composite types; its fork reads blocks of `model`; Fieldseal's generator is handed the models and views of the
 * client. Source: `buildFieldMap` of npm @fieldseal/prisma 0.1.3, which goes through `datamodel.models`.
 */
function isPassedOver({ kind, attributes }: PrismaBlock, name: PrismaEncryption): boolean {
  switch (name) {
    case 'prisma-field-encryption':
    case 'fieldseal':
      return kind === 'type' || attributes.some((one) => one.name === 'ignore');
    case 'prisma-encryption':
      return kind !== 'model';
  }
}

function isIgnored({ type, attributes }: PrismaField, name: PrismaEncryption): boolean {
  return (
    name !== 'prisma-encryption' &&
    (type === 'Unsupported' || attributes.some((attribute) => attribute.name === 'ignore'))
  );
}

interface Draft {
  readonly field: PrismaModelField;
  readonly read: ReadAnnotations;
}

/** The fields, each with what it is: encrypted with its indexes, or an index with its source. */
function withEncryption(drafts: readonly Draft[]): readonly PrismaModelField[] {
  const indexes = new Map<string, IndexField[]>();
  const all = drafts.map(({ field, read: { index } }) => {
    if (index === undefined) return undefined;
    const { sourceName, sourcePlace: _, ...rest } = index;
    const made: IndexField = { field: field.name, namePlace: field.namePlace, ...rest };
    const known = indexes.get(sourceName);
    if (known === undefined) indexes.set(sourceName, [made]);
    else known.push(made);
    return made;
  });
  const encrypted = new Map<string, PrismaModelField>();
  for (const { field, read } of drafts) {
    if (read.encrypted === undefined) continue;
    const encryption: FieldEncryption = {
      kind: 'encrypted',
      ...read.encrypted,
      indexes: indexes.get(field.name) ?? [],
    };
    encrypted.set(field.name, { ...field, encryption });
  }
  return drafts.map(({ field, read }, at) => {
    const index = all[at];
    if (read.encrypted !== undefined) return encrypted.get(field.name) ?? field;
    if (read.index === undefined || index === undefined) return field;
    const { sourceName, sourcePlace, annotation } = read.index;
    const source = encrypted.get(sourceName);
    const encryption: FieldEncryption = {
      kind: 'index',
      annotation,
      index,
      ...(source === undefined ? {} : { source }),
      sourceName,
      sourcePlace,
    };
    return { ...field, encryption };
  });
}

function toField(
  file: string,
  block: PrismaBlock,
  field: PrismaField,
  keys: ReadonlySet<string>,
  { annotations, strays }: ReadAnnotations,
  override: FieldOverride | undefined,
  { package: system, models, enums, datasources, settings }: SchemaNames,
): PrismaModelField {
  const { name, type = '' } = field;
  const namePlace = placeOf(file, field.nameSpan);
  const container = { system, file, collection: block.name };
  const attribute = (of: string) => field.attributes.find((one) => one.name === of);
  const unique = attribute('unique');
  const id = attribute('id');
  const hasDefault = attribute('default');
  const enumValues = enums.get(type);
  const nativeType = toNativeType(file, field, datasources);
  return {
    system,
    container,
    path: name,
    place: namePlace,
    assumptions: settings.assumptions(file),
    override: { ...settings.override(file, container, name), ...override },
    budgets: settings.budgets(file),
    model: block.name,
    name,
    column: mappedName(field) ?? name,
    namePlace,
    declaration: placeOf(file, field),
    type,
    typePlace: field.typeSpan === undefined ? namePlace : placeOf(file, field.typeSpan),
    list: field.list,
    optional: field.optional,
    relation: models.has(type),
    ...(enumValues === undefined ? {} : { enumValues }),
    ...(unique === undefined ? {} : { unique: placeOf(file, unique) }),
    ...(id === undefined ? {} : { id: placeOf(file, id) }),
    ...(hasDefault === undefined ? {} : { hasDefault: placeOf(file, hasDefault), ...toDefault(hasDefault) }),
    ...(nativeType === undefined ? {} : { nativeType }),
    relationKey: keys.has(name),
    annotations,
    strays,
  };
}

/** `@default(uuid(7))`: what makes the value; `@default("new")`: the value. */
function toDefault(attribute: PrismaAttribute): Pick<PrismaModelField, 'defaultCall' | 'defaultText'> {
  const value = argumentNamed(attribute, 'value');
  if (value?.kind === 'string') return { defaultText: value.value };
  if (value?.kind !== 'call') return {};
  const argument = value.arguments[0]?.value;
  const written =
    argument?.kind === 'number' ? argument.digits : argument?.kind === 'string' ? argument.value : undefined;
  return { defaultCall: { name: value.name, ...(written === undefined ? {} : { argument: written }) } };
}

/** `@db.VarChar(191)`, where a datasource has the name before the dot. */
function toNativeType(
  file: string,
  { attributes }: PrismaField,
  datasources: ReadonlySet<string>,
): PrismaModelField['nativeType'] {
  for (const attribute of attributes) {
    const dot = attribute.name.indexOf('.');
    if (dot < 0 || !datasources.has(attribute.name.slice(0, dot))) continue;
    const size = attribute.arguments?.[0]?.value;
    const written = size?.kind === 'number' ? Number(size.digits) : undefined;
    return {
      name: attribute.name.slice(dot + 1),
      ...(size === undefined || written === undefined || !Number.isSafeInteger(written)
        ? {}
        : { size: written, sizePlace: placeOf(file, size) }),
      place: placeOf(file, attribute),
    };
  }
  return undefined;
}

function toAttribute(file: string, attribute: PrismaAttribute): PrismaModelAttribute {
  return {
    name: attribute.name,
    place: placeOf(file, attribute),
    fields: fieldNames(argumentNamed(attribute, 'fields')),
  };
}

/** The fields that relations of a model go by. */
function relationKeys({ fields }: PrismaBlock): ReadonlySet<string> {
  return new Set(
    fields.flatMap(({ attributes }) =>
      attributes.flatMap((attribute) =>
        attribute.name === 'relation' ? fieldNames(namedArgument(attribute, 'fields')) : [],
      ),
    ),
  );
}

/** `[email, phone(sort: Desc)]`, or a single name. */
function fieldNames(value: PrismaValue | undefined): readonly string[] {
  switch (value?.kind) {
    case 'array':
      return value.items.flatMap(fieldNames);
    case 'name':
    case 'call':
      return [value.name];
    default:
      return [];
  }
}
