import type { MongooseField } from '../../model/mongodb.ts';
import type { Report } from '../../model/rule.ts';

/** Source: run with mongoose 9.12.1: it throws for subdocuments, and drops `encrypt` of the items of a list. */
export function* checkPosition({ path, position, encryptProperty }: MongooseField): Generator<Report> {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')));
  const place = encryptProperty.keyPlace;
  switch (position) {
    case 'schema':
      return;
    case 'subdocuments':
      yield {
        place,
        field: path,
        message: `${path} stands in a list of subdocuments, where Mongoose throws "encryptionType must be provided" whatever the schema says: encrypt ${parent === '' ? 'the list' : parent} as a whole`,
      };
      return;
    case 'subdocument':
      yield {
        place,
        field: path,
        message: `${path} stands in a subdocument that is written below type, where Mongoose throws "encryptionType must be provided" whatever the schema says: write it as a nested path, without type around it`,
      };
      return;
    case 'item':
      yield {
        place,
        field: path,
        message: `Mongoose ignores the encrypt of a list's items, so that ${path} is stored as plaintext: encrypt the list as a whole, as { type: […], encrypt: { … } }`,
      };
  }
}
