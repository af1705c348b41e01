import type { CsfleField, CsfleParent, CsfleSchema } from '../../model/mongodb.ts';
import { suggestion } from '../../model/rule.ts';
import { lookup, propertyOf, type Value } from '../../model/value.ts';
import type { Flaw } from './report.ts';
import { closedKeywords } from './subschemas.ts';

/** Where `encrypt` cannot stand: one flaw for whatever stands in the way, however many fields are below it. */
export function* checkPlacement(schema: CsfleSchema): Generator<Flaw> {
  const found = new Map<string, { readonly flaw: Flaw; readonly fields: CsfleField[] }>();
  for (const field of schema.fields) {
    for (const flaw of flawsAbove(field, schema)) {
      const key = `${flaw.place.file}:${flaw.place.start}`;
      const entry = found.get(key) ?? { flaw, fields: [] };
      entry.fields.push(field);
      found.set(key, entry);
    }
  }
  for (const { flaw, fields } of found.values()) {
    const [only, ...others] = fields;
    yield {
      ...flaw,
      ...(others.length === 0 ? { field: only?.path } : {}),
      related: fields.map(({ path, encryptProperty }) => ({
        message: `${path ?? 'a field'} is encrypted here`,
        place: encryptProperty.keyPlace,
      })),
    };
  }
}

function* flawsAbove({ parents }: CsfleField, { origin }: CsfleSchema): Generator<Flaw> {
  for (const [depth, parent] of parents.entries()) {
    const { through, name } = parent;
    if (closedKeywords.includes(through)) {
      if (name !== undefined)
        yield { refusal: 'placement', place: name.keyPlace, message: closedMessage(through) };
      return;
    }
    if (through === 'dependencies' || through === 'definitions') {
      const group = propertyOf(parent.schema, through);
      if (group === undefined) return;
      yield {
        refusal: through === 'definitions' ? 'unsupportedKeyword' : 'keywordOfValidation',
        place: group.keyPlace,
        message: `${through} is no keyword that a schema for encryption may have: write the encrypted fields below properties`,
      };
      return;
    }
    yield* typeFlaw(parent, depth === 0 ? undefined : parents[depth - 1], origin);
    if (through === 'properties' && name?.key.includes('.') === true) {
      yield {
        refusal: 'placement',
        place: name.keyPlace,
        message: `"${name.key}" is one name with a dot in it and no path, and nothing below it can be encrypted: write an object for each part, with bsonType "object" and properties`,
      };
    }
  }
}

function closedMessage(keyword: string): string {
  return keyword === 'items' || keyword === 'additionalItems'
    ? `the members of an array cannot be encrypted one by one, so ${keyword} must not lead to encrypt: encrypt the array as a whole, with bsonType "array" and the Random algorithm`
    : `${keyword} must not lead to encrypt, since the client does not follow conditions: write the encrypted fields below properties`;
}

/** `encrypt` may only stand below schemas that take objects and nothing else; `type` counts before `bsonType`. */
function* typeFlaw(
  { schema, through }: CsfleParent,
  above: CsfleParent | undefined,
  origin: CsfleSchema['origin'],
): Generator<Flaw> {
  const type = lookup(schema, 'type');
  const found = type.state === 'absent' ? lookup(schema, 'bsonType') : type;
  if (found.state === 'unknown') return;
  const what = above?.name === undefined ? 'the schema' : `"${above.name.key}"`;
  if (found.state === 'absent') {
    // A piece that stands by itself may be put into a schema that says it.
    if (above === undefined && origin === 'literal') return;
    const place = above?.name?.keyPlace ?? propertyOf(schema, through)?.keyPlace ?? schema.place;
    yield {
      refusal: 'placement',
      place,
      message: `${what} does not say bsonType "object", which everything above an encrypted field must say`,
      fixes: [
        suggestion('add bsonType "object"', {
          kind: 'add-property',
          object: schema,
          key: 'bsonType',
          value: 'object',
        }),
      ],
    };
    return;
  }
  const { key, value } = found.property;
  if (takesOnlyObjects(value) !== false) return;
  yield {
    refusal: 'placement',
    place: value.place,
    message: `${what} does not take objects alone, which everything above an encrypted field must do: write ${key} "object"`,
    fixes: [suggestion(`write ${key} "object"`, { kind: 'set-value', value, to: 'object' })],
  };
}

/** Undefined when it is not known. */
function takesOnlyObjects(value: Value): boolean | undefined {
  if (value.kind === 'string') return value.value === 'object';
  if (value.kind !== 'array') return value.kind === 'unknown' ? undefined : false;
  if (value.open || value.items.some(({ kind }) => kind === 'unknown')) return undefined;
  const names = new Set(value.items.map((item) => (item.kind === 'string' ? item.value : undefined)));
  return names.size === 1 && names.has('object');
}
