import type { PrismaModel, PrismaModelField } from '../../model/blind-index.ts';
import type { Fix } from '../../model/finding.ts';
import { nearest } from '../../model/nearest.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { listed } from '../../model/words.ts';
import {
  addArgument,
  flagOf,
  headOf,
  removeArguments,
  replaceText,
  type Written,
  writtenOf,
} from '../fieldseal-annotation.ts';
import { fieldsealCode } from '../fieldseal-code.ts';
import { isType } from '../is-type.ts';
import {
  type Declaration,
  type FieldDeclaration,
  fieldDeclarations,
  modelDeclarations,
  nameOf,
  reportOn,
} from './declaration.ts';
import { type CostKey, leastCosts, synonyms, valuesOf, valueTypeOf } from './values.ts';

const refusal = ', which prisma generate refuses';

/** What Fieldseal's generator refuses at `prisma generate`. Source: npm @fieldseal/prisma 0.1.3, `dist/declarations.js`. */
export function* refusedByGenerator(model: PrismaModel): Generator<Report> {
  const fields = fieldDeclarations(model);
  for (const declaration of [...modelDeclarations(model), ...fields]) yield* checkGrammar(declaration);
  yield* checkTable(model, fields);
  const encrypted = new Set(
    fields.flatMap(({ declares, field }) => (declares === 'value field' ? field.name : [])),
  );
  const siblings = new Map<string, FieldDeclaration>();
  for (const declaration of fields) {
    // What a faulty annotation says besides is not known.
    if (declaration.annotation.problems.length > 0) continue;
    switch (declaration.declares) {
      case 'value field':
        if (isType(declaration.field)) yield* checkValueField(declaration);
        break;
      case 'index field':
        if (isType(declaration.field)) yield* checkIndexField(declaration);
        yield* checkSource(declaration, { fields, encrypted, siblings });
        break;
      default:
        yield* checkNothing(declaration);
    }
  }
}

function* checkGrammar(declaration: Declaration): Generator<Report> {
  for (const { place, message, fix } of declaration.annotation.problems) {
    yield reportOn(
      declaration,
      place,
      `${message}; prisma generate fails until then${fieldsealCode}`,
      fix === undefined ? [] : [fix],
    );
  }
}

function* checkTable(model: PrismaModel, fields: readonly FieldDeclaration[]): Generator<Report> {
  const declared = fields.find(({ declares }) => declares !== 'nothing');
  const [first] = model.annotations.flatMap((annotation) => {
    const uuid = writtenOf(annotation, 'table_uuid');
    return uuid === undefined ? [] : [uuid];
  });
  if (declared === undefined) return;
  if (first !== undefined) yield* checkUuid({ model }, first);
  else if (model.annotations.every(({ problems }) => problems.length === 0)) {
    yield {
      place: model.namePlace,
      message: `${model.name} has fields of Fieldseal and no table_uuid, a part of every key${refusal}: write /// @fieldseal(table_uuid: "…") above the model, with a random UUID that never changes${fieldsealCode}`,
      related: [{ message: `${declared.field.name} is declared here`, place: declared.annotation.place }],
    };
  }
}

function* checkUuid(of: Pick<Declaration, 'model' | 'field'>, uuid: Written): Generator<Report> {
  if (isUuid.test(uuid.value)) return;
  yield reportOn(
    of,
    uuid.valuePlace,
    `the ${uuid.key} of ${nameOf(of)} is no UUID of 8-4-4-4-12 hexadecimal digits${refusal}: write a random one that never changes${fieldsealCode}`,
  );
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function* checkValueField(declaration: FieldDeclaration): Generator<Report> {
  const { annotation, field } = declaration;
  const uuid = writtenOf(annotation, 'column_uuid');
  if (uuid !== undefined) yield* checkUuid(declaration, uuid);
  else {
    yield reportOn(
      declaration,
      headOf(annotation),
      `${nameOf(declaration)} is encrypted without a column_uuid, a part of its keys${refusal}: write column_uuid: "…" with a random UUID that never changes${fieldsealCode}`,
    );
  }
  yield* checkWord(declaration, 'as');
  const storage = writtenOf(annotation, 'storage');
  if (yield* checkWord(declaration, 'storage')) yield* checkStorage(declaration, field, storage);
}

function* checkStorage(
  declaration: FieldDeclaration,
  field: PrismaModelField,
  storage: Written | undefined,
): Generator<Report> {
  const { annotation } = declaration;
  const asBytes = retyped(field, 'Bytes');
  switch (field.type) {
    case 'Bytes':
      if (storage?.value !== 'base64') return;
      yield reportOn(
        declaration,
        storage.valuePlace,
        `${nameOf(declaration)} is Bytes, and base64 is for text${refusal}: leave storage out, or make the column String${fieldsealCode}`,
        [
          suggestion('remove storage', ...removeArguments(annotation, ['storage'])),
          ...retyped(field, 'String'),
        ],
      );
      return;
    case 'String': {
      if (storage?.value === 'base64') return;
      const changes =
        storage === undefined
          ? addArgument(annotation, 'storage: "base64"')
          : [replaceText(storage.valuePlace, '"base64"')];
      yield reportOn(
        declaration,
        storage?.valuePlace ?? field.typePlace,
        `${nameOf(declaration)} is String, and the bytes of an envelope are no text${refusal}: make it Bytes, or write storage: "base64", which takes a third more room${fieldsealCode}`,
        [...asBytes, suggestion('write storage: "base64"', ...changes)],
      );
      return;
    }
    default: {
      const as = writtenOf(annotation, 'as') === undefined ? valueTypeOf[field.type] : undefined;
      yield reportOn(
        declaration,
        field.typePlace,
        `${nameOf(declaration)} is ${field.type}, and the column holds an envelope of bytes${refusal}: make it Bytes${as === undefined ? ' and say in as what the value is' : `, with as: "${as}"`}${fieldsealCode}`,
        as === undefined
          ? []
          : asBytes.map(({ changes }) =>
              suggestion(
                `make it Bytes, with as: "${as}"`,
                ...changes,
                ...addArgument(annotation, `as: "${as}"`),
              ),
            ),
      );
    }
  }
}

/** Another type, where no attribute of the field depends on the one that it has. */
function retyped(
  { list, nativeType, hasDefault, typePlace }: PrismaModelField,
  type: string,
): readonly Fix[] {
  if (list || nativeType !== undefined || hasDefault !== undefined) return [];
  return [suggestion(`make the column ${type}`, replaceText(typePlace, type))];
}

function* checkIndexField(declaration: FieldDeclaration): Generator<Report> {
  const { annotation, field } = declaration;
  if (field.type !== 'Bytes' || field.list) {
    const fixes = retyped(field, field.optional ? 'Bytes' : 'Bytes?');
    yield reportOn(
      declaration,
      field.typePlace,
      `${nameOf(declaration)} is ${field.type}${field.list ? '[]' : ''}, and the bytes of a blind index are compared as they are${refusal}: make it Bytes?${fieldsealCode}`,
      fixes,
    );
  } else if (!field.optional) {
    yield reportOn(
      declaration,
      field.typePlace,
      `${nameOf(declaration)} is required, and every create would have to give a value that nobody but Fieldseal may set${refusal}: make it Bytes?${fieldsealCode}`,
      [suggestion('make it Bytes?', replaceText(field.typePlace, 'Bytes?'))],
    );
  }
  for (const key of ['idf', 'normalize'] as const) {
    if (writtenOf(annotation, key) === undefined) yield missing(declaration, key, `one of ${quoted(key)}`);
    else yield* checkWord(declaration, key);
  }
  yield* checkWord(declaration, 'on_unindexable');
  yield* checkNumber(declaration, 'truncate_bits', 'the bits of the index that are kept');
  yield* checkNumber(
    declaration,
    'projected_population',
    'how many distinct values there will be, at least 16',
  );
  yield* checkCosts(declaration);
}

function missing(declaration: FieldDeclaration, key: string, what: string): Report {
  return reportOn(
    declaration,
    headOf(declaration.annotation),
    `the index ${nameOf(declaration)} has no ${key}${refusal}: write ${what}${fieldsealCode}`,
  );
}

/** Yields what is wrong with a word of a closed list; returns true where nothing is. */
function* checkWord(declaration: FieldDeclaration, key: keyof typeof valuesOf): Generator<Report, boolean> {
  const written = writtenOf(declaration.annotation, key);
  const known: readonly string[] = valuesOf[key];
  if (written === undefined || known.includes(written.value)) return true;
  const word = written.value.toLowerCase();
  const meant = nearest(written.value, known) ?? synonyms[key][word];
  yield reportOn(
    declaration,
    written.valuePlace,
    `"${written.value}" is no ${key} of Fieldseal${refusal}: write ${meant === undefined ? `one of ${quoted(key)}` : `"${meant}"`}${fieldsealCode}`,
    meant === undefined
      ? []
      : [suggestion(`write "${meant}"`, replaceText(written.valuePlace, `"${meant}"`))],
  );
  return false;
}

function quoted(key: keyof typeof valuesOf): string {
  return listed(
    valuesOf[key].map((one) => `"${one}"`),
    'or',
  );
}

function* checkNumber(declaration: FieldDeclaration, key: string, what: string): Generator<Report> {
  const written = writtenOf(declaration.annotation, key);
  if (written === undefined) yield missing(declaration, key, what);
  else if (written.number === undefined) yield noNumber(declaration, written);
}

function noNumber(declaration: FieldDeclaration, { key, value, valuePlace }: Written): Report {
  const digits = /^\s*(\d{1,15})\s*$/.exec(value.replaceAll('_', ''))?.[1];
  return reportOn(
    declaration,
    valuePlace,
    `the ${key} of ${nameOf(declaration)} is "${value}", and only a whole number without quotes is one${refusal}: write ${digits ?? 'its digits'}${fieldsealCode}`,
    digits === undefined ? [] : [suggestion(`write ${digits}`, replaceText(valuePlace, digits))],
  );
}

function* checkCosts(declaration: FieldDeclaration): Generator<Report> {
  const { annotation } = declaration;
  const time = writtenOf(annotation, 'argon2_time_cost');
  const memory = writtenOf(annotation, 'argon2_memory_kib');
  for (const cost of [time, memory]) {
    if (cost !== undefined && cost.number === undefined) yield noNumber(declaration, cost);
  }
  const alone = time ?? memory;
  if (alone === undefined || (time !== undefined && memory !== undefined)) return;
  const other: CostKey = time === undefined ? 'argon2_time_cost' : 'argon2_memory_kib';
  const text = `${other}: ${leastCosts[other]}`;
  yield reportOn(
    declaration,
    alone.keyPlace,
    `${alone.key} of ${nameOf(declaration)} stands without ${other}, and half a cost is none${refusal}: write ${text} beside it, or leave both out${fieldsealCode}`,
    [
      suggestion(`add ${text}, the least`, ...addArgument(annotation, text)),
      suggestion(`remove ${alone.key}`, ...removeArguments(annotation, [alone.key])),
    ],
  );
}

interface Siblings {
  readonly fields: readonly FieldDeclaration[];
  readonly encrypted: ReadonlySet<string>;
  /** The first index over each field. */
  readonly siblings: Map<string, FieldDeclaration>;
}

function* checkSource(
  declaration: FieldDeclaration,
  { fields, encrypted, siblings }: Siblings,
): Generator<Report> {
  const source = writtenOf(declaration.annotation, 'index');
  if (source === undefined) return;
  const { model } = declaration;
  if (!encrypted.has(source.value)) {
    const there = model.fields.some(({ name }) => name === source.value);
    // A field whose annotation cannot be read may be meant to be encrypted.
    if (fields.some(({ field, annotation }) => field.name === source.value && annotation.problems.length > 0))
      return;
    const meant = there ? undefined : nearest(source.value, [...encrypted]);
    yield reportOn(
      declaration,
      source.valuePlace,
      `${nameOf(declaration)} indexes "${source.value}", ${there ? `and Fieldseal does not encrypt that${refusal}: declare @fieldseal(encrypted, …) on it` : `and ${model.name} has no such field${refusal}: write ${meant === undefined ? 'the name of an encrypted field' : `"${meant}"`}`}${fieldsealCode}`,
      meant === undefined
        ? []
        : [suggestion(`write "${meant}"`, replaceText(source.valuePlace, `"${meant}"`))],
    );
    return;
  }
  const first = siblings.get(source.value);
  if (first === undefined) {
    siblings.set(source.value, declaration);
    return;
  }
  yield {
    ...reportOn(
      declaration,
      source.valuePlace,
      `${first.field.name} indexes "${source.value}" already, and a column has one equality${refusal}: keep one of the two${fieldsealCode}`,
    ),
    related: [{ message: `${first.field.name} indexes it here`, place: first.annotation.place }],
  };
}

function* checkNothing(declaration: FieldDeclaration): Generator<Report> {
  const { annotation } = declaration;
  // A slip in one of its names has a rule of its own.
  if (annotation.options.some(({ known }) => !known)) return;
  const encrypted = writtenOf(annotation, 'encrypted');
  if (encrypted !== undefined) {
    yield reportOn(
      declaration,
      encrypted.keyPlace,
      `encrypted of ${nameOf(declaration)} is a bare word and takes no value, so that this declares nothing${refusal}: write encrypted${fieldsealCode}`,
      encrypted.value === 'true'
        ? [
            suggestion(
              'write encrypted',
              replaceText({ ...encrypted.keyPlace, end: encrypted.valuePlace.end }, 'encrypted'),
            ),
          ]
        : [],
    );
    return;
  }
  const index = flagOf(annotation, 'index');
  const column = writtenOf(annotation, 'column_uuid');
  yield reportOn(
    declaration,
    index?.keyPlace ?? headOf(annotation),
    `the annotation of ${nameOf(declaration)} declares nothing${refusal}: write encrypted for a field that holds values, or index: "…" for one that holds the blind index of another${fieldsealCode}`,
    column === undefined
      ? []
      : [
          suggestion(
            'write encrypted',
            replaceText({ ...column.keyPlace, end: column.keyPlace.start }, 'encrypted, '),
          ),
        ],
  );
}
