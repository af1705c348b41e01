import { slowSearch } from '../../costs/blind-index/measured.ts';
import type { Guessability } from '../../guessability/classify.ts';
import { grouped } from '../../model/grouped.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { guessCodeIndex } from '../guess-code-index.ts';
import { guessPrismaField } from '../guess-prisma-field.ts';
import { type IndexedField, indexedFields } from '../indexed-fields.ts';
import { saltOf } from '../salt-of.ts';
import { timeToGuess } from '../time-to-guess.ts';

export const rule = defineRule({
  id: 'blind-index/guessable-fast-index',
  severity: 'error',
  title: 'values that can be tried out, searched through a fast hash',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const indexed of indexedFields(blindIndex)) {
      if (indexed.index.method.speed !== 'fast') continue;
      const guessed = guessPrismaField(indexed.field, indexed.model);
      if (guessed === undefined || !canBeTried(guessed)) continue;
      yield indexed.schema.package === 'fieldseal' ? ofFieldseal(indexed, guessed) : ofHash(indexed, guessed);
    }
    for (const index of blindIndex.codeIndexes) {
      if (index.speed !== 'fast') continue;
      const guessed = guessCodeIndex(index);
      if (guessed === undefined || !canBeTried(guessed)) continue;
      yield {
        place: index.speedPlace ?? index.declaration,
        severity: 'warning',
        field: index.path,
        message: `this index over ${index.table}.${index.columns[0]} is made by a fast hash, so whoever has the database and the key can try out every value (${timeToGuess(guessed)}): CipherSweet means it for values that nobody can list, so leave this argument out or write false`,
      };
    }
  },
});

/** Few values have a rule of their own, as have secrets; what may be random stays unsaid. */
function canBeTried({ kind }: Guessability): boolean {
  return kind === 'enumerable' || kind === 'listed';
}

function ofHash({ schema, field, index, source }: IndexedField, guessed: Guessability): Report {
  const { method, annotation } = index;
  const salt = saltOf(method, schema);
  const isKeyed = salt === 'environment' || salt === 'keyed';
  return {
    place: annotation.place,
    severity: isKeyed ? 'warning' : 'error',
    field: field.path,
    related: [{ message: 'the value that it gives away', place: source.namePlace }],
    message: `${field.name} is a plain ${method.algorithm} of ${source.name} ${saltings[salt]} can try out every value (${timeToGuess(guessed)}): ${isKeyed ? 'keep the salt where no dump or backup takes it, or ' : ''}search by something else, or by an index that is slow and has its key outside of database and repository`,
  };
}

const saltings = {
  none: 'without a key or salt, so whoever has the database',
  literal: 'whose salt stands in the schema, so whoever has database and repository',
  unset: 'whose salt comes from a variable that nothing sets, so whoever has the database',
  environment: 'with at most one salt for all rows, and whoever has it and the database',
  keyed: 'with one key for all rows, and whoever has it and the database',
} as const;

function ofFieldseal({ field, index, source }: IndexedField, guessed: Guessability): Report {
  const { method, bits } = index;
  const [fastest, slowest] = slowSearch.milliseconds;
  const gains =
    bits === undefined
      ? 'knows each row'
      : `narrows each row down to one value in ${grouped(2 ** Math.min(bits.value, 50))}`;
  return {
    place: method.place,
    severity: 'warning',
    field: field.path,
    related: [{ message: 'the value that it gives away', place: source.namePlace }],
    message: `${field.name} is a fast index over ${source.name}, so whoever has the database and the index key can try out every value (${timeToGuess(guessed)}) and ${gains}: Fieldseal's specification (7.3) keeps hmac-sha512 for values that nobody can list, which its generator does not check, so derive this one with argon2id`,
    fixes: [
      suggestion(
        `derive it with argon2id: ${fastest} to ${slowest} ms a search, in which the process serves nobody else, and every row's index is made again`,
        { kind: 'text', place: method.place, text: '"argon2id"' },
      ),
    ],
  };
}
