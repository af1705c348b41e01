import { suggestion } from '../../model/rule.ts';
import { type ObjectValue, propertyOf } from '../../model/value.ts';
import type { Flaw } from './report.ts';
import { subschemas } from './subschemas.ts';

/** What only a validator on the server may have. Source: query analysis, encryption_schema_tree.cpp. */
const serverOnly: readonly string[] = [
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'required',
  'uniqueItems',
];

/** Ordinary validation in a schema that is given to a client. */
export function* checkKeywords(root: ObjectValue): Generator<Flaw> {
  for (const { schema } of subschemas(root)) {
    // Beside `encrypt` nothing may stand, and that is said already.
    if (propertyOf(schema, 'encrypt') !== undefined) continue;
    for (const property of schema.properties) {
      if (!serverOnly.includes(property.key)) continue;
      yield {
        refusal: 'serverOnlyKeyword',
        place: property.keyPlace,
        message: `${property.key} validates values, which a schema in schemaMap must not do: put it into the $jsonSchema validator of the collection`,
        fixes: [suggestion(`remove ${property.key}`, { kind: 'remove-property', object: schema, property })],
      };
    }
  }
}
