import type { CsfleField, CsfleSchema } from '../../model/mongodb.ts';
import { defineRule } from '../../model/rule.ts';
import { checkAlgorithm } from './algorithm.ts';
import { checkEncryptKeys } from './encrypt-keys.ts';
import { checkKeyId } from './key-id.ts';
import { checkKeywords } from './keywords.ts';
import { checkMetadata } from './metadata.ts';
import { checkMissing } from './missing.ts';
import { checkPlacement } from './placement.ts';
import { encryptsAutomatically, type Flaw, toReport } from './report.ts';
import { checkSiblings } from './siblings.ts';
import { checkValueType } from './value-type.ts';

export const rule = defineRule({
  id: 'mongodb/csfle-schema',
  severity: 'error',
  title: 'a client-side encryption schema that the client or the server refuses',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ mongodb }) {
    const automatic = encryptsAutomatically(mongodb);
    for (const schema of mongodb.csfleSchemas) {
      const givenToClient = mongodb.namespaceMaps.some(
        ({ kind, value }) =>
          kind === 'schemaMap' &&
          value.kind === 'object' &&
          value.properties.some((entry) => entry.value === schema.schema),
      );
      for (const flaw of flawsOf(schema, givenToClient)) yield toReport(flaw, schema, automatic);
    }
  },
});

function* flawsOf(schema: CsfleSchema, givenToClient: boolean): Generator<Flaw> {
  if (schema.origin !== 'mongoose') {
    yield* checkPlacement(schema);
    yield* checkMetadata(schema.schema);
    if (givenToClient) yield* checkKeywords(schema.schema);
  }
  for (const field of schema.fields) yield* flawsOfField(field, schema.origin);
}

function* flawsOfField(field: CsfleField, origin: CsfleSchema['origin']): Generator<Flaw> {
  if (origin !== 'mongoose') yield* checkSiblings(field);
  yield* checkEncryptKeys(field, origin);
  if (field.encrypt === undefined) return;
  yield* checkAlgorithm(field.encrypt, field.path);
  yield* checkKeyId(field.encrypt, field.path, origin);
  yield* checkMissing(field, origin);
  yield* checkValueType(field, origin);
}
