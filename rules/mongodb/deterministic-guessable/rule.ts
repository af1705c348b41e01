import { guessField, isGuessable } from '../../guessability/classify.ts';
import { describeGuess } from '../../guessability/describe.ts';
import type { Fix } from '../../model/finding.ts';
import type { CsfleField, CsfleSchema } from '../../model/mongodb.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { lookup } from '../../model/value.ts';
import { deterministic, notDeterministic, random } from '../csfle-algorithms.ts';
import { ownPlace, setOwn } from '../own-value.ts';

export const rule = defineRule({
  id: 'mongodb/deterministic-guessable',
  severity: 'warning',
  title: 'deterministic encryption of values that can be guessed',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    for (const schema of project.mongodb.csfleSchemas) {
      for (const field of schema.fields) yield* checkField(schema, field);
    }
  },
});

function* checkField(schema: CsfleSchema, field: CsfleField): Generator<Report> {
  const { algorithm, bsonType, encrypt, path } = field;
  if (algorithm?.kind !== 'string' || algorithm.value !== deterministic) return;
  // What Deterministic cannot take has an error.
  if (bsonType?.kind === 'string' && notDeterministic.some((type) => type === bsonType.value)) return;
  const guessed = guessField(field, schema.fields);
  if (guessed === undefined || !isGuessable(guessed)) return;
  const own = encrypt === undefined ? undefined : lookup(encrypt, 'algorithm');
  yield {
    place: own?.state === 'present' ? ownPlace(own.property) : field.encryptProperty.keyPlace,
    field: path,
    message: `${path ?? 'this field'} is encrypted deterministically, so equal values are equal ciphertexts: whoever reads the database sees how often each occurs and who shares it, and can match that with what is known of the values (${describeGuess(guessed)}); encrypt it at random, or move it to Queryable Encryption if it is searched`,
    fixes: toRandom(field),
  };
}

function toRandom({ encrypt }: CsfleField): Fix[] {
  if (encrypt === undefined) return [];
  const found = lookup(encrypt, 'algorithm');
  if (found.state === 'unknown') return [];
  return [
    suggestion(
      'encrypt it at random: no query finds it any more',
      ...(found.state === 'present'
        ? setOwn(encrypt, found.property, random)
        : [{ kind: 'add-property', object: encrypt, key: 'algorithm', value: random } as const]),
    ),
  ];
}
