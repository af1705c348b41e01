import type { AnnotationOption, EncryptedSchema, PrismaModel } from '../../model/blind-index.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { flagOf, removeArguments, replaceText, type Written, writtenOf } from '../fieldseal-annotation.ts';
import { fieldsealCode } from '../fieldseal-code.ts';
import { fieldsealOption } from '../fieldseal-options.ts';
import {
  type Declaration,
  type FieldDeclaration,
  fieldDeclarations,
  modelDeclarations,
  nameOf,
  reportOn,
} from './declaration.ts';

/** Options that Fieldseal knows and, as they stand, passes over without a word. */
export function* passedOver(model: PrismaModel): Generator<Report> {
  for (const declaration of [...modelDeclarations(model), ...fieldDeclarations(model)]) {
    // One that declares nothing is refused as a whole.
    if (declaration.declares === 'nothing' || declaration.annotation.problems.length > 0) continue;
    for (const option of declaration.annotation.options) {
      const reports = [...checkOption(declaration, option)];
      yield* reports;
      // What is meant for a field and stands on a model is one slip.
      if (reports.length > 0 && declaration.declares === 'model') break;
    }
    yield* checkSkewed(declaration);
  }
}

function* checkOption(declaration: Declaration, option: AnnotationOption): Generator<Report> {
  const known = fieldsealOption(option.key);
  if (known === undefined) return;
  const { annotation, declares } = declaration;
  if (known.of !== declares) {
    yield {
      ...reportOn(
        declaration,
        option.keyPlace,
        `${option.key} belongs to ${places[known.of]}, and Fieldseal passes over it on ${nameOf(declaration)} without a word: move it there, or take it out`,
        annotation.options.length === 1
          ? []
          : [suggestion(`remove ${option.key}`, ...removeArguments(annotation, [option.key]))],
      ),
      severity: option.key === 'tenant_bound' || declares === 'model' ? 'error' : 'warning',
    };
    return;
  }
  if (known.form === 'flag' && option.value !== undefined && option.valuePlace !== undefined) {
    if (flagOf(annotation, option.key) !== undefined) return;
    const whole = { ...option.keyPlace, end: option.valuePlace.end };
    yield reportOn(
      declaration,
      option.keyPlace,
      `${option.key} of ${nameOf(declaration)} is a bare word, and Fieldseal passes over one with a value without a word: write ${option.key} alone`,
      option.value === 'true' ? [suggestion(`write ${option.key}`, replaceText(whole, option.key))] : [],
    );
  } else if (known.form === 'value' && option.value === undefined) {
    if (writtenOf(annotation, option.key) !== undefined) return;
    const text = option.key === 'skewed' ? 'skewed: true' : undefined;
    // A required key without a value is missing, which is said already.
    if (isRequired.has(option.key)) return;
    yield reportOn(
      declaration,
      option.keyPlace,
      `${option.key} of ${nameOf(declaration)} has no value, and Fieldseal passes over the bare word: write ${text ?? `${option.key}: …`}`,
      text === undefined ? [] : [suggestion(`write ${text}`, replaceText(option.keyPlace, text))],
    );
  }
}

const places = {
  model: 'the annotation of the model',
  'value field': 'the annotation of an encrypted field',
  'index field': 'the annotation of an index',
} as const;

const isRequired: ReadonlySet<string> = new Set([
  'table_uuid',
  'column_uuid',
  'idf',
  'normalize',
  'truncate_bits',
  'projected_population',
]);

function* checkSkewed(declaration: Declaration): Generator<Report> {
  const skewed = writtenOf(declaration.annotation, 'skewed');
  if (declaration.declares !== 'index field' || skewed === undefined) return;
  if (skewed.value === 'true' || skewed.value === 'false') return;
  yield reportOn(
    declaration,
    skewed.valuePlace,
    `Fieldseal reads skewed: ${skewed.value} of ${nameOf(declaration)} as not skewed, since only true counts: write true or false`,
    [suggestion('write true', replaceText(skewed.valuePlace, 'true'))],
  );
}

interface Column {
  readonly declaration: FieldDeclaration;
  readonly uuid: Written;
  /** The names of its indexes. */
  readonly indexIds: readonly string[];
}

/** Columns of one schema that have the UUIDs of another column: the keys of both are the same. */
export function* sharedUuids({ models }: EncryptedSchema): Generator<Report> {
  const first = new Map<string, Column>();
  for (const model of models) {
    const table = model.annotations.flatMap((annotation) => writtenOf(annotation, 'table_uuid') ?? [])[0];
    if (model.kind !== 'model' || table === undefined) continue;
    for (const column of columnsOf(model)) {
      const key = `${table.value} ${column.uuid.value}`.toLowerCase();
      const other = first.get(key);
      if (other === undefined) first.set(key, column);
      else if (other.declaration.field !== column.declaration.field) yield shared(column, other);
    }
  }
}

function columnsOf(model: PrismaModel): readonly Column[] {
  const fields = fieldDeclarations(model);
  const indexIds = new Map<string, string[]>();
  for (const { annotation, declares } of fields) {
    const source = declares === 'index field' ? writtenOf(annotation, 'index')?.value : undefined;
    if (source === undefined) continue;
    const id = writtenOf(annotation, 'index_id')?.value ?? 'exact';
    const known = indexIds.get(source);
    if (known === undefined) indexIds.set(source, [id]);
    else known.push(id);
  }
  return fields.flatMap((declaration): Column[] => {
    const uuid = writtenOf(declaration.annotation, 'column_uuid');
    if (declaration.declares !== 'value field' || uuid === undefined) return [];
    return [{ declaration, uuid, indexIds: indexIds.get(declaration.field.name) ?? [] }];
  });
}

function shared({ declaration, uuid, indexIds }: Column, other: Column): Report {
  const refused = indexIds.some((id) => other.indexIds.includes(id));
  const name = nameOf(declaration);
  const others = nameOf(other.declaration);
  const sameModel = declaration.model === other.declaration.model;
  const why = refused
    ? `, and since both have an index the client cannot be made`
    : `: a value that somebody copies from one to the other decrypts there as its own`;
  const write = `give ${declaration.field.name} a random UUID of its own while it has no rows`;
  return {
    ...reportOn(
      declaration,
      uuid.valuePlace,
      `${name} has the ${sameModel ? 'column_uuid' : 'table_uuid and column_uuid'} of ${others}, so that both have the same keys${why}; ${write}${refused ? fieldsealCode : ''}`,
    ),
    severity: refused ? 'error' : 'warning',
    related: [{ message: `${others} has it here`, place: other.uuid.valuePlace }],
  };
}
