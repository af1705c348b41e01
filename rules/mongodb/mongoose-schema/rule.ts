import type { MongooseField, MongooseSchema } from '../../model/mongodb.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { checkEncryptionType, type EncryptionType, knownEncryptionType } from './encryption-type.ts';
import { checkKeysOfType } from './keys-of-type.ts';
import { checkNested } from './nested.ts';
import { checkPosition } from './position.ts';
import { checkQueries } from './queries.ts';
import { checkValueType } from './value-type.ts';

export const rule = defineRule({
  id: 'mongodb/mongoose-schema',
  severity: 'error',
  title: 'a Mongoose schema whose encryption Mongoose refuses, ignores or passes on wrong',
  since: '0.1.0',
  fix: 'safe',
  *check(project) {
    for (const schema of project.mongodb.mongooseSchemas) yield* checkSchema(schema);
  },
});

function* checkSchema(schema: MongooseSchema): Generator<Report> {
  const type = knownEncryptionType(schema);
  yield* checkEncryptionType(schema);
  yield* checkNested(schema);
  for (const field of schema.fields) yield* checkField(field, type);
}

function* checkField(field: MongooseField, type: EncryptionType | undefined): Generator<Report> {
  yield* checkPosition(field);
  if (field.position !== 'schema') return;
  yield* checkValueType(field);
  if (type !== undefined) yield* checkKeysOfType(field, type);
  if (type === 'queryableEncryption') yield* checkQueries(field);
}
