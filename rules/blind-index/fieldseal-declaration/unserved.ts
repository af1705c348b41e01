import type { PrismaModel } from '../../model/blind-index.ts';
import type { Report } from '../../model/rule.ts';
import { fieldDeclarations, nameOf, reportOn } from './declaration.ts';

/**
 * Encrypted fields that Fieldseal takes and cannot serve. Source: npm @fieldseal/prisma 0.1.3, `dist/visitor/write.js`
 * and `dist/codec.js`.
 */
export function* unserved(model: PrismaModel): Generator<Report> {
  const told = new Set<string>();
  for (const declaration of fieldDeclarations(model)) {
    const { field } = declaration;
    if (declaration.declares !== 'value field' || told.has(field.name)) continue;
    told.add(field.name);
    const name = nameOf(declaration);
    if (field.list) {
      yield reportOn(
        declaration,
        field.typePlace,
        `${name} is a list, and Fieldseal encrypts single values: every write of it throws; keep the values in one field as text or bytes, or in rows of their own (FieldsealNotSupported)`,
      );
    }
    if (field.hasDefault !== undefined) {
      yield reportOn(
        declaration,
        field.hasDefault,
        `Fieldseal encrypts what a write gives, and the default of ${name} is filled in behind it: it is stored in plaintext, without an error and without an index; give the value in the code that creates the row`,
      );
    }
    if (field.relationKey) {
      yield reportOn(
        declaration,
        field.namePlace,
        `${name} refers to another row, and each write of it is another ciphertext, which equals nothing: refer by a field that is not encrypted`,
      );
    }
  }
}

/** The generator sees models and views alone. Source: as above, `dist/generator/emit.js`. */
export function* inCompositeType(model: PrismaModel): Generator<Report> {
  for (const declaration of fieldDeclarations(model)) {
    if (declaration.declares !== 'value field') continue;
    yield reportOn(
      declaration,
      declaration.field.namePlace,
      `Fieldseal does not look into composite types, and ${nameOf(declaration)} is stored in plaintext, without an error: move it to the model, or make the whole ${model.name} one encrypted field there`,
    );
  }
}
