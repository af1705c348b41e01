import type { PrismaAnnotation, PrismaModel, PrismaModelField } from '../../model/blind-index.ts';
import type { Fix } from '../../model/finding.ts';
import type { Place } from '../../model/place.ts';
import type { Report } from '../../model/rule.ts';
import { flagOf, writtenOf } from '../fieldseal-annotation.ts';
import type { FieldsealHolder } from '../fieldseal-options.ts';

/** One annotation of a model or of one of its fields, and what it declares. */
export interface Declaration {
  readonly model: PrismaModel;
  readonly annotation: PrismaAnnotation;
  /** Absent for the model's own. */
  readonly field?: PrismaModelField;
  /** `nothing`: neither of the words that Fieldseal looks for. */
  readonly declares: FieldsealHolder | 'nothing';
}

/** A declaration of a field. */
export interface FieldDeclaration extends Declaration {
  readonly field: PrismaModelField;
}

export function modelDeclarations(model: PrismaModel): readonly Declaration[] {
  return model.annotations.map((annotation) => ({ model, annotation, declares: 'model' }));
}

export function fieldDeclarations(model: PrismaModel): readonly FieldDeclaration[] {
  return model.fields.flatMap((field) =>
    field.annotations.map(
      (annotation): FieldDeclaration => ({
        model,
        annotation,
        field,
        declares:
          flagOf(annotation, 'encrypted') !== undefined
            ? 'value field'
            : writtenOf(annotation, 'index') !== undefined
              ? 'index field'
              : 'nothing',
      }),
    ),
  );
}

/** `Person.email`, or the model alone. */
export function nameOf({ model, field }: Pick<Declaration, 'model' | 'field'>): string {
  return field === undefined ? model.name : `${model.name}.${field.name}`;
}

export function reportOn(
  { field }: Pick<Declaration, 'field'>,
  place: Place,
  message: string,
  fixes: readonly Fix[] = [],
): Report {
  return { place, message, fixes, ...(field === undefined ? {} : { field: field.name }) };
}
