import type { MongooseSchema, NestedMongooseSchema } from '../../model/mongodb.ts';
import type { Report } from '../../model/rule.ts';
import { lacksEncryptionType } from './encryption-type.ts';

/** Source: run with mongoose 9.12.1; lib/schema.js looks at schemas that are the value of a path, and nowhere else. */
export function* checkNested(schema: MongooseSchema): Generator<Report> {
  for (const nested of schema.nested) {
    if (nested.encryptionType.kind !== 'string') continue;
    const inner = nested.encryptionType.value;
    if (nested.direct) yield* checkType(schema, nested, inner);
    else if (nested.encrypts) {
      yield {
        place: nested.place,
        field: nested.path,
        message: `Mongoose ignores the encrypt of a schema below type or in a list, so that what ${nested.path} holds is stored as plaintext: give the schema itself as the value of ${nested.path}, or encrypt ${nested.path} as a whole`,
        related: [{ message: 'this schema is encrypted', place: nested.encryptionType.place }],
      };
    }
  }
}

function* checkType(schema: MongooseSchema, nested: NestedMongooseSchema, inner: string): Generator<Report> {
  const outer = schema.encryptionType?.kind === 'string' ? schema.encryptionType.value : undefined;
  if (outer === inner || (outer === undefined && !lacksEncryptionType(schema))) return;
  const has = outer === undefined ? 'has none' : `has '${outer}'`;
  yield {
    place: nested.place,
    field: nested.path,
    message: `the schema of ${nested.path} has the encryptionType '${inner}' and the schema around it ${has}, so Mongoose throws "encryptionType of a nested schema must match the encryption type of the parent schema": give both the same one`,
    related: [{ message: `'${inner}' stands here`, place: nested.encryptionType.place }],
  };
}
