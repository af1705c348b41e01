import { type Guessability, guess, type Hint } from '../guessability/classify.ts';
import type { PrismaModel, PrismaModelField } from '../model/blind-index.ts';

/** Several rules and the reports ask for the same fields. */
const guesses = new WeakMap<PrismaModelField, { readonly guessed: Guessability | undefined }>();

/** How many values someone must try for a field; that of its source for a field that serves to search one. */
export function guessPrismaField(field: PrismaModelField, model: PrismaModel): Guessability | undefined {
  const { encryption } = field;
  if (encryption?.kind === 'index' && field.override.class === undefined) {
    return encryption.source === undefined ? undefined : guessPrismaField(encryption.source, model);
  }
  const known = guesses.get(field);
  if (known !== undefined) return known.guessed;
  const guessed = guessNew(field, model);
  guesses.set(field, { guessed });
  return guessed;
}

function guessNew(field: PrismaModelField, model: PrismaModel): Guessability | undefined {
  const hint = hintOf(field);
  const valueType = valueTypeOf(field);
  return guess({
    path: field.name,
    container: model.name,
    // Few names ask for them, and a model may be long.
    get siblings() {
      return model.fields.flatMap(({ name }) => (name === field.name ? [] : [name]));
    },
    ...(hint === undefined ? {} : { hints: [hint] }),
    ...(valueType === undefined ? {} : { valueType }),
    override: field.override,
  });
}

function hintOf(field: PrismaModelField): Hint | undefined {
  if (field.relation || field.relationKey) return 'reference';
  if (field.enumValues !== undefined) return 'enumeration';
  return hintOfNativeType(field) ?? hintOfDefault(field);
}

function hintOfNativeType({ nativeType }: PrismaModelField): Hint | undefined {
  switch (nativeType?.name) {
    case 'Uuid':
    case 'UniqueIdentifier':
      return 'random-id';
    case 'ObjectId':
      return 'structured-id';
    case 'Inet':
      return 'ip-address';
    case 'Char':
    case 'NChar':
      return nativeType.size === 2 || nativeType.size === 3 ? 'short-text' : undefined;
    default:
      return undefined;
  }
}

/** What Prisma or the database makes where nobody gives a value. Source: Prisma's reference, attribute functions. */
function hintOfDefault({ defaultCall }: PrismaModelField): Hint | undefined {
  switch (defaultCall?.name) {
    case 'uuid':
    case 'ulid':
      return 'random-id';
    // Six bits a letter, and 21 of them where no length is given.
    case 'nanoid':
      return Number(defaultCall.argument ?? 21) * 6 >= 80 ? 'random-id' : undefined;
    // The first version is a time, a counter and few random letters.
    case 'cuid':
      return defaultCall.argument === '2' ? 'random-id' : 'structured-id';
    case 'auto':
      return 'structured-id';
    case 'autoincrement':
    case 'sequence':
      return 'sequential-id';
    case 'dbgenerated':
      return /^\s*(?:gen_random_uuid|uuid_generate_v4|newid)\s*\(\s*\)/i.test(defaultCall.argument ?? '')
        ? 'random-id'
        : undefined;
    default:
      return undefined;
  }
}

/** The type of the plaintext, by the names that the classifier knows: Fieldseal stores bytes and says in `as` what they are. */
function valueTypeOf({ type, list, encryption, system }: PrismaModelField): string | undefined {
  if (list) return 'array';
  if (system === 'fieldseal' && encryption?.kind === 'encrypted') {
    const as = encryption.annotation.options.find(({ key }) => key === 'as')?.value ?? 'string';
    return Object.hasOwn(plaintextTypes, as) ? plaintextTypes[as as keyof typeof plaintextTypes] : undefined;
  }
  return Object.hasOwn(valueTypes, type) ? valueTypes[type as keyof typeof valueTypes] : undefined;
}

const valueTypes = {
  String: 'string',
  Bytes: 'binData',
  Int: 'int',
  BigInt: 'long',
  Float: 'double',
  Decimal: 'decimal',
  Boolean: 'bool',
  DateTime: 'date',
  Json: 'object',
} as const;

/** Source: npm @fieldseal/prisma 0.1.3, `as`. */
const plaintextTypes = {
  string: 'string',
  bytes: 'binData',
  int: 'int',
  decimal: 'decimal',
  float: 'double',
  boolean: 'bool',
  date: 'date',
  datetime: 'date',
} as const;
