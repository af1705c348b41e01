import { words } from '../../guessability/words.ts';
import type { Fix } from '../../model/finding.ts';
import { nearest } from '../../model/nearest.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { guessPrismaField } from '../guess-prisma-field.ts';
import { type IndexedField, indexedFields } from '../indexed-fields.ts';
import { packageName } from '../package-names.ts';
import { saltOf } from '../salt-of.ts';

export const rule = defineRule({
  id: 'blind-index/unsalted-hash',
  severity: 'warning',
  title: 'a hash without a salt, or with one that everybody who reads the schema has',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const indexed of indexedFields(blindIndex)) {
      if (indexed.schema.package === 'fieldseal') continue;
      // Nobody lists random values, not even those that are random in part, so there is nothing that a salt would hide.
      const guessed = guessPrismaField(indexed.field, indexed.model);
      if (guessed?.kind === 'unguessable' || guessed?.class === 'structured-id') continue;
      const report = reportOf(indexed);
      if (report !== undefined) yield report;
    }
  },
});

const rehash = 'every stored hash must be made again';
const globalSalt = 'PRISMA_FIELD_ENCRYPTION_HASH_SALT';

function reportOf({ schema, field, index, source }: IndexedField): Report | undefined {
  const { annotation, method } = index;
  const { options } = annotation;
  // Another rule says that options are cut or passed over: the salt may be among them.
  if (options.some(({ written }) => written !== undefined)) return undefined;
  const variable = variableFor(source.name);
  const title = `take the salt from the variable ${variable}: ${rehash}`;
  switch (saltOf(method, schema)) {
    case 'none': {
      const sign = options.some(({ value }) => value !== undefined) ? '&' : '?';
      const { file, end } = annotation.place;
      return {
        place: annotation.place,
        field: field.path,
        message: `${field.name} is a plain ${method.algorithm} of ${source.name} without a salt, the same in every database, so tables of digests that others made find its values: name a variable with saltEnv and set it, or set ${globalSalt}`,
        fixes: [
          suggestion(title, {
            kind: 'text',
            place: { file, start: end, end },
            text: `${sign}saltEnv=${variable}`,
          }),
        ],
      };
    }
    case 'literal': {
      const salt = options.find(({ key, value }) => key === 'salt' && value !== undefined);
      return {
        place: salt?.valuePlace ?? annotation.place,
        field: field.path,
        message: `the salt of ${field.name} stands in the schema, so whoever has the repository has it, and this ${method.algorithm} of ${source.name} is no better than one without: take it from the environment with saltEnv`,
        fixes: toVariable(salt, title, variable),
      };
    }
    case 'unset': {
      const { variable: named } = method;
      if (named === undefined) return undefined;
      const near = nearest(named.name, [...(schema.variables ?? [])]);
      return {
        place: named.place,
        field: field.path,
        message: `no environment or deployment file sets ${named.name}, and ${packageName(schema)} then hashes ${source.name} without a salt, not even that of ${globalSalt}: ${near === undefined ? 'set it wherever the application starts' : `did you mean ${near}?`}`,
        fixes:
          near === undefined
            ? []
            : [
                suggestion(`take the salt from ${near}: ${rehash}`, {
                  kind: 'text',
                  place: named.place,
                  text: near,
                }),
              ],
      };
    }
    case 'environment':
    case 'keyed':
      return undefined;
  }
}

function toVariable(
  salt: IndexedField['index']['annotation']['options'][number] | undefined,
  title: string,
  variable: string,
): Fix[] {
  if (salt?.valuePlace === undefined) return [];
  const place = { ...salt.keyPlace, end: salt.valuePlace.end };
  return [suggestion(title, { kind: 'text', place, text: `saltEnv=${variable}` })];
}

/** `dateOfBirth` becomes `DATE_OF_BIRTH_HASH_SALT`; an option takes ASCII letters only. */
function variableFor(name: string): string {
  const all = words(name).join('_').toUpperCase();
  return `${/^\w+$/.test(all) ? all : 'FIELD'}_HASH_SALT`;
}
