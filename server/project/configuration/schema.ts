import { classNames } from '../../../rules/guessability/classes.ts';
import type { OptionDefaults, Rule } from '../../../rules/model/rule.ts';
import { eqlVersions, mongodbVersions } from '../../../rules/model/target.ts';
import { entryPointKinds } from './settings.ts';

/** JSON Schema as far as the configuration needs it. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly type?: JsonType;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: false | JsonSchema;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

export const severities = ['off', 'info', 'warning', 'error'] as const;

const globPattern: JsonSchema = { type: 'string', minLength: 1, maxLength: 500 };

/** The shape of a configuration file, with every rule and option that there is. */
export function configurationSchema(rules: readonly Rule[]): JsonSchema {
  const ids = rules.map(({ id }) => id);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'encsafe configuration',
    description:
      'encsafe.config.json, encsafe.config.yaml, or the key encsafe of package.json. The nearest one above a file holds for it.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'Where this schema stands, for completion in editors.' },
      extends: {
        description:
          'Configuration files to start from, as paths relative to this file. What stands here goes before them, and a later one before an earlier one.',
        anyOf: [
          { type: 'string', minLength: 1 },
          { type: 'array', items: { type: 'string', minLength: 1 } },
        ],
      },
      root: {
        type: 'boolean',
        description: 'True in the configuration at the top of a project: none is looked for above it.',
        default: false,
      },
      targets: ref('targets'),
      rules: ref('rules'),
      budgets: ref('budgets'),
      assumptions: ref('assumptions'),
      fields: ref('fields'),
      entryPoints: {
        type: 'array',
        description: 'Functions that a framework calls, where no convention says so.',
        items: ref('entryPoint'),
      },
      ignore: {
        type: 'array',
        description:
          'Files to leave out, as globs relative to this file. A name without a slash matches at any depth, a folder means all below it, and ! takes back what an earlier glob left out.',
        items: globPattern,
        examples: [['generated', '*.gen.json']],
      },
      overrides: {
        type: 'array',
        description: 'Settings for some files only; a later entry goes before an earlier one.',
        items: ref('override'),
      },
      suppress: {
        type: 'array',
        description: 'Single findings that are known and accepted, each with the reason.',
        items: ref('suppression'),
      },
    },
    definitions: {
      severity: {
        type: 'string',
        enum: severities,
        description: 'off, or the severity of every finding of the rule.',
      },
      targets: object('The versions that the project runs.', {
        mongodb: {
          type: 'string',
          enum: mongodbVersions,
          description: 'The MongoDB release; without it the images and actions of the project say it.',
        },
        eql: { type: 'string', enum: eqlVersions, description: 'The release of CipherStash EQL.' },
        eqlProxy: {
          type: 'boolean',
          description:
            'True where queries go through CipherStash Proxy, which encrypts plaintext on the way.',
          default: false,
        },
      }),
      rules: object(
        'Rules by id: a severity, or a severity and options.',
        Object.fromEntries(rules.map((rule) => [rule.id, ruleSchema(rule)])),
      ),
      budgets: object('What the project allows itself; the worst case is compared.', {
        tokens: {
          type: 'integer',
          minimum: 0,
          description: 'Tokens that one value of a field may leave.',
        },
        documentBytes: {
          type: 'integer',
          minimum: 0,
          description: 'Bytes that encryption may add to one document.',
        },
        insertRatio: {
          type: 'number',
          minimum: 1,
          description: 'How many times longer than the same insert with equality an insert may take.',
        },
        searchesPerSecond: {
          type: 'number',
          minimum: 0,
          description: 'Searches that must be possible in a second on one core.',
        },
      }),
      assumptions: object('What is true of the data and stands in no schema.', {
        length: {
          type: 'integer',
          minimum: 0,
          description: 'Bytes of a typical string or binary value (UTF-8).',
        },
        rows: {
          type: 'integer',
          minimum: 0,
          description: 'Documents or rows that a collection or table will hold.',
        },
      }),
      fields: {
        type: 'object',
        description:
          'What a person knows better of single fields, by path: `email`, `contacts.email`, `crm.contacts.email`. The longer name goes first.',
        additionalProperties: object('What is known of this field.', {
          class: {
            type: 'string',
            enum: classNames,
            description: 'What kind of value it holds, and so how many values someone must try.',
          },
          length: { type: 'integer', minimum: 0, description: 'Bytes of a typical value (UTF-8).' },
          rows: { type: 'integer', minimum: 0, description: 'Documents or rows that hold a value.' },
        }),
      },
      globs: {
        description: 'One glob or several, relative to the configuration file.',
        anyOf: [globPattern, { type: 'array', items: globPattern, minItems: 1 }],
      },
      entryPoint: {
        ...object('Functions that a framework calls.', {
          files: ref('globs'),
          functions: {
            type: 'array',
            items: { type: 'string', minLength: 1 },
            description: 'Their exported names; without it every export.',
          },
          kind: { type: 'string', enum: entryPointKinds, description: 'When they are called.' },
        }),
        required: ['files', 'kind'],
      },
      override: {
        ...object('Settings for some files only.', {
          files: ref('globs'),
          targets: ref('targets'),
          rules: ref('rules'),
          budgets: ref('budgets'),
          assumptions: ref('assumptions'),
          fields: ref('fields'),
        }),
        required: ['files'],
      },
      suppression: {
        ...object('A finding that is known and accepted.', {
          rule: { type: 'string', enum: ids, description: 'The id of the rule.' },
          file: { ...globPattern, description: 'The file, or a glob, relative to this configuration.' },
          pointer: {
            type: 'string',
            pattern: '^(?:/.*)?$',
            description: 'JSON pointer to a place of the file: findings there and below are meant.',
            examples: ['/fields/3'],
          },
          field: {
            type: 'string',
            minLength: 1,
            description: 'The path of a declared field: it holds wherever the field moves in the file.',
          },
          reason: { type: 'string', minLength: 1, description: 'Why this is right here.' },
          until: {
            type: 'string',
            pattern: '^\\d{4}-\\d{2}-\\d{2}$',
            description: 'The last day that this holds; afterwards the finding is back.',
            examples: ['2027-01-31'],
          },
        }),
        required: ['rule', 'file', 'reason'],
        oneOf: [{ required: ['pointer'] }, { required: ['field'] }],
      },
    },
  };
}

function ruleSchema({ title, severity, options }: Rule): JsonSchema {
  const words = { description: `${title[0]?.toUpperCase()}${title.slice(1)}.`, default: severity };
  const entries = Object.entries(options ?? ({} as OptionDefaults));
  if (entries.length === 0) return { ...words, anyOf: [ref('severity')] };
  const properties = entries.map(([name, { default: usual, minimum, description }]) => [
    name,
    { type: 'number', minimum, default: usual, description } satisfies JsonSchema,
  ]);
  return {
    ...words,
    anyOf: [
      ref('severity'),
      {
        type: 'array',
        items: [ref('severity'), object('Options of the rule.', Object.fromEntries(properties))],
        minItems: 1,
        maxItems: 2,
      },
    ],
  };
}

function object(description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', description, properties, additionalProperties: false };
}

function ref(name: string): JsonSchema {
  return { $ref: `#/definitions/${name}` };
}
