import { type BsonType, bsonTypes } from '../model/bson.ts';
import { queryTypeNames } from '../model/mongodb.ts';
import { defaultContention } from './contention-of.ts';
import { answers, keyDescriptions } from './key-descriptions.ts';
import { optionsOf } from './query-options.ts';
import { substringLimits } from './text-limits.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A whole number in any form of Extended JSON. */
function numberOf(description: string, more: Schema = {}, snippet?: number): Schema {
  return {
    description,
    anyOf: [{ type: 'number', ...more }, { $ref: '#/definitions/wrappedNumber' }, { type: 'null' }],
    ...(snippet === undefined ? {} : { default: snippet }),
  };
}

function textOf(description: string): Schema {
  return { description, type: ['string', 'null'] };
}

function flagOf(description: string): Schema {
  return { description, type: ['boolean', 'null'] };
}

function boundOf(description: string): Schema {
  return {
    description,
    anyOf: [
      { type: 'number' },
      { $ref: '#/definitions/wrappedNumber' },
      { $ref: '#/definitions/date' },
      { type: 'null' },
    ],
  };
}

function wrapper(keys: readonly string[], value: Schema): Schema[] {
  return keys.map((key) => object({ [key]: value }, [key]));
}

function object(properties: Schema, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Names that some release takes: rangePreview is refused by all that are known. */
const names = Object.entries(queryTypeNames).filter(([name]) => name !== 'rangePreview');

const encryptable = (Object.keys(bsonTypes) as BsonType[]).filter((type) => bsonTypes[type].unindexed);

const { list, field, query } = keyDescriptions;
const [shortest, longest, whole] = substringLimits.substring;

/** What each query type needs, with values that every release takes which knows it. */
const usualOptions: Schema = {
  strMinQueryLength: shortest.length + 1,
  strMaxQueryLength: longest.length,
  caseSensitive: true,
  diacriticSensitive: true,
  strMaxLength: whole.length,
};

function querySnippet(name: string): Schema | undefined {
  const found = names.find(([one]) => one === name)?.[1];
  if (found === undefined) return undefined;
  const options = optionsOf[found.kind].requires.map((option) => [option, usualOptions[option]]);
  return {
    label: name,
    description: `Answers ${answers[found.kind]}.`,
    body: { queryType: name, ...Object.fromEntries(options) },
  };
}

const querySnippets = names.flatMap(([name, { preview }]) => (preview ? [] : (querySnippet(name) ?? [])));

const keyId = { $uuid: '$2' };

/**
 * The shape of an `encryptedFields` document in Extended JSON, as far as it is one on every release: what depends on the
 * release, and what goes with what, is for the rules.
 */
export function encryptedFieldsSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'encryptedFields of MongoDB Queryable Encryption',
    description: 'The encrypted fields of one collection, in Extended JSON.',
    ...object(
      {
        $schema: { type: 'string', description: 'Where this schema stands, for completion in editors.' },
        fields: {
          description: list.fields,
          type: 'array',
          items: { $ref: '#/definitions/field' },
          defaultSnippets: [{ label: 'fields', body: ['$1'] }],
        },
        escCollection: textOf(list.escCollection),
        ecocCollection: textOf(list.ecocCollection),
        eccCollection: textOf(list.eccCollection),
        strEncodeVersion: numberOf(list.strEncodeVersion),
      },
      ['fields'],
    ),
    definitions: {
      field: {
        description: 'One encrypted field.',
        ...object(
          {
            path: { description: field.path, type: 'string', minLength: 1 },
            keyId: {
              description: field.keyId,
              anyOf: [{ $ref: '#/definitions/uuid' }, { type: 'null' }],
              defaultSnippets: [
                { label: 'UUID', body: { $uuid: '$1' } },
                { label: 'null: createEncryptedCollection makes the key', body: null },
              ],
            },
            keyAltName: textOf(field.keyAltName),
            bsonType: { description: field.bsonType, enum: [...encryptable, null] },
            queries: {
              description: field.queries,
              anyOf: [
                { $ref: '#/definitions/query' },
                { type: 'array', items: { $ref: '#/definitions/query' }, minItems: 1, maxItems: 2 },
                { type: 'null' },
              ],
              defaultSnippets: querySnippets,
            },
          },
          ['path'],
        ),
        defaultSnippets: [
          {
            label: 'encrypted field, searched by equality',
            body: { path: '$1', keyId, bsonType: '${3:string}', queries: { queryType: 'equality' } },
          },
          {
            label: 'encrypted field, not searched',
            body: { path: '$1', keyId, bsonType: '${3:string}' },
          },
        ],
      },
      query: {
        description: 'One way to search the field.',
        ...object(
          {
            queryType: {
              description: query.queryType,
              enum: names.map(([name]) => name),
              enumDescriptions: names.map(
                ([, { kind, preview }]) =>
                  `Answers ${answers[kind]}.${preview ? ' A public preview of MongoDB 8.2 and 8.3, gone in 9.0.' : ''}`,
              ),
            },
            contention: numberOf(query.contention, { minimum: 0 }, defaultContention),
            min: boundOf(query.min),
            max: boundOf(query.max),
            sparsity: numberOf(query.sparsity),
            trimFactor: numberOf(query.trimFactor),
            precision: numberOf(query.precision, { minimum: 0 }),
            strMinQueryLength: numberOf(query.strMinQueryLength, { minimum: 1 }),
            strMaxQueryLength: numberOf(query.strMaxQueryLength, { minimum: 1 }),
            strMaxLength: numberOf(query.strMaxLength, { minimum: 1 }),
            caseSensitive: flagOf(query.caseSensitive),
            diacriticSensitive: flagOf(query.diacriticSensitive),
          },
          ['queryType'],
        ),
        defaultSnippets: querySnippets,
      },
      uuid: {
        description: 'A UUID, binary of subtype 4.',
        anyOf: [
          ...wrapper(['$uuid'], { type: 'string' }),
          object(
            {
              $binary: {
                anyOf: [
                  object({ base64: { type: 'string' }, subType: { type: 'string', pattern: '^0?4$' } }, [
                    'base64',
                    'subType',
                  ]),
                  { type: 'string' },
                ],
              },
              $type: { type: 'string', pattern: '^0?4$' },
            },
            ['$binary'],
          ),
        ],
      },
      wrappedNumber: {
        description: 'A number with its type.',
        anyOf: wrapper(['$numberInt', '$numberLong', '$numberDouble', '$numberDecimal'], { type: 'string' }),
      },
      date: {
        description: 'A date.',
        anyOf: wrapper(['$date'], {
          anyOf: [{ type: 'string' }, { type: 'number' }, { $ref: '#/definitions/wrappedNumber' }],
        }),
      },
    },
  };
}
