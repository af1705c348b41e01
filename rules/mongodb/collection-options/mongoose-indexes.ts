import type { Fix } from '../../model/finding.ts';
import type { MongooseField, MongooseSchema } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { booleanAt, isAbsent, type Property, propertyOf, type Value } from '../../model/value.ts';
import { serverCode } from '../wording.ts';
import { codes } from './codes.ts';

/** Options of a path from which Mongoose builds an index. Source: mongoose 9.9.3 lib/schemaType.js. */
const indexOptions = ['unique', 'index', 'sparse', 'text', 'expires'] as const;

/** An index declared beside `encrypt`: Mongoose builds it when it connects, and the server refuses. */
export function* checkMongooseIndexes({
  options,
  fields,
  encryptionType,
}: MongooseSchema): Generator<Report> {
  if (encryptionType?.kind !== 'string' || encryptionType.value !== 'queryableEncryption') return;
  if (options !== undefined && booleanAt(options, 'autoIndex') === false) return;
  for (const field of fields) yield* checkField(field);
}

function* checkField(field: MongooseField): Generator<Report> {
  if (field.position !== 'schema') return;
  const { declaration, path } = field;
  const [first, ...more] = indexOptions
    .flatMap((key) => propertyOf(declaration, key) ?? [])
    .filter(asksForIndex);
  if (first === undefined) return;
  const names = [first, ...more].map(({ key }) => key);
  const ttl = names.includes('expires') || expires(first.value);
  yield {
    place: first.place,
    field: path,
    message: `${path} is encrypted, and the index that Mongoose builds for ${names.join(' and ')} is refused: leave ${names.length === 1 ? 'it' : 'them'} out, since the server keeps an index of the field's tokens and cannot compare its values${serverCode(ttl ? codes.ttl : codes.index)}`,
    related: [{ message: `${path} is encrypted here`, place: field.encryptProperty.keyPlace }],
    fixes: without(field, [first, ...more]),
  };
}

function asksForIndex({ value }: Property): boolean {
  switch (value.kind) {
    case 'boolean':
      return value.value;
    case 'number':
      return Number(value.digits) !== 0;
    case 'string':
      return value.value !== '';
    case 'object':
      return true;
    default:
      return false;
  }
}

function expires(value: Value): boolean {
  if (value.kind !== 'object') return false;
  return ['expires', 'expireAfterSeconds'].some(
    (key) => !isAbsent(value, key) && propertyOf(value, key) !== undefined,
  );
}

function without({ declaration }: MongooseField, properties: readonly Property[]): Fix[] {
  const names = properties.map(({ key }) => key).join(', ');
  const changes = properties.map(
    (property) => ({ kind: 'remove-property', object: declaration, property }) as const,
  );
  return [suggestion(`remove ${names}`, ...changes)];
}
