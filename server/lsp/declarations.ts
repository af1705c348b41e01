import type { CsfleField, CsfleSchema, FieldList, QueryableField } from '../../rules/model/mongodb.ts';
import { holds, type Place } from '../../rules/model/place.ts';
import type { Project } from '../../rules/model/project.ts';
import { type ObjectValue, type Property, propertyOf } from '../../rules/model/value.ts';

/** An encrypted field with every stretch of text that declares it. */
export type Declared =
  | {
      readonly kind: 'queryable';
      readonly field: QueryableField;
      readonly list: FieldList;
      readonly parts: readonly Place[];
    }
  | {
      readonly kind: 'client-side';
      readonly field: CsfleField;
      readonly schema: CsfleSchema;
      readonly parts: readonly Place[];
    };

/** A collection, table or model with the places that stand for all of its fields. */
export type DeclaredContainer =
  | { readonly kind: 'queryable'; readonly list: FieldList; readonly places: readonly Place[] }
  | { readonly kind: 'client-side'; readonly schema: CsfleSchema; readonly places: readonly Place[] };

export function declaredFields({ mongodb }: Project): readonly Declared[] {
  return [
    ...mongodb.fieldLists.flatMap((list) =>
      list.fields.map((field): Declared => ({ kind: 'queryable', field, list, parts: partsOf(field) })),
    ),
    ...mongodb.csfleSchemas.flatMap((schema) =>
      schema.fields.map(
        (field): Declared => ({
          kind: 'client-side',
          field,
          schema,
          parts: clientSideParts(field, schema.origin),
        }),
      ),
    ),
  ];
}

export function declaredContainers({ mongodb }: Project): readonly DeclaredContainer[] {
  const maps = mongodb.namespaceMaps.flatMap(({ kind, value }) =>
    kind === 'schemaMap' && value.kind === 'object' ? value.properties : [],
  );
  return [
    ...mongodb.fieldLists.map(
      (list): DeclaredContainer => ({ kind: 'queryable', list, places: placesOfList(list) }),
    ),
    ...mongodb.csfleSchemas.map(
      (schema): DeclaredContainer => ({
        kind: 'client-side',
        schema,
        places: maps.flatMap(({ value, keyPlace }) =>
          startsAt(value.place, schema.schema.place) ? [keyPlace] : [],
        ),
      }),
    ),
  ];
}

/** The field whose declaration an offset stands in; of several the innermost. */
export function fieldAt(project: Project, file: string, offset: number): Declared | undefined {
  let best: { readonly declared: Declared; readonly length: number } | undefined;
  for (const declared of declaredFields(project)) {
    for (const part of declared.parts) {
      const length = part.end - part.start;
      if (contains(part, file, offset) && (best === undefined || length < best.length)) {
        best = { declared, length };
      }
    }
  }
  return best?.declared;
}

export function containerAt(project: Project, file: string, offset: number): DeclaredContainer | undefined {
  return declaredContainers(project).find(({ places }) =>
    places.some((place) => contains(place, file, offset)),
  );
}

/** The setting of a field that an offset stands in, with the object that has it. */
export interface SettingAt {
  readonly object: ObjectValue;
  readonly property: Property;
}

export function settingAt({ field }: Declared, file: string, offset: number): SettingAt | undefined {
  const objects: readonly (ObjectValue | undefined)[] =
    field.system === 'mongodb-qe'
      ? [...field.queries.map(({ object }) => object), field.encrypt, field.element]
      : [field.encrypt];
  for (const object of objects) {
    const property = object?.properties.findLast(({ place }) => contains(place, file, offset));
    if (object !== undefined && property !== undefined) return { object, property };
  }
  return undefined;
}

export function contains({ file, start, end }: Place, inFile: string, offset: number): boolean {
  return file === inFile && start <= offset && offset < end;
}

/** The element, and what of it is written elsewhere. */
function partsOf({ element, queriesProperty, queries }: QueryableField): readonly Place[] {
  const parts = [element.place];
  const elsewhere = [queriesProperty?.value.place, ...queries.map(({ object }) => object.place)];
  for (const place of elsewhere) {
    if (place !== undefined && !parts.some((part) => holds(part, place))) parts.push(place);
  }
  return parts;
}

/** From the field's name to the end of its subschema; the keyword `encrypt` alone where no name leads to it. */
function clientSideParts(field: CsfleField, origin: CsfleSchema['origin']): readonly Place[] {
  const { holder, place, encryptProperty, parents } = field;
  const named = origin === 'mongoose' || parents.at(-1)?.name?.keyPlace === place;
  if (!named) return [encryptProperty.place];
  return place.file === holder.place.file && place.start < holder.place.start
    ? [{ ...place, end: holder.place.end }]
    : [place, holder.place];
}

function placesOfList(list: FieldList): readonly Place[] {
  const key = list.mongoose ? undefined : propertyOf(list.document, 'fields')?.keyPlace;
  const uses = list.uses.flatMap(({ kind, place }) =>
    kind === 'createCollection' || kind === 'createEncryptedCollection' ? [] : [place],
  );
  return [...(key === undefined ? [] : [key]), ...uses];
}

function startsAt(one: Place, other: Place): boolean {
  return one.file === other.file && one.start === other.start;
}
