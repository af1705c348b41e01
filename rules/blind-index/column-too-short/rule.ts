import {
  ciphertextLength,
  fieldsealBase64Length,
  fieldsealBytes,
  largestPlaintext,
} from '../../costs/blind-index/ciphertext.ts';
import type { EncryptedSchema, IndexField, PrismaModel, PrismaModelField } from '../../model/blind-index.ts';
import type { Fix } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { counted } from '../../model/words.ts';
import { digestLength } from '../digest-length.ts';
import { afterType } from '../insert.ts';
import { isMisspelt } from '../is-misspelt.ts';
import { type LongestValue, longestValue } from './longest-value.ts';

export const rule = defineRule({
  id: 'blind-index/column-too-short',
  severity: 'error',
  title: 'a column shorter than the ciphertexts or the digests that it gets',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex: { schemas } }) {
    for (const schema of schemas) {
      for (const model of schema.models) {
        if (model.kind !== 'model') continue;
        for (const field of model.fields) {
          const report = reportOf(schema, model, field);
          if (report !== undefined) yield { ...report, field: field.path };
        }
      }
    }
  },
});

/** Prisma's code for a value that is longer than its column. */
const tooLong = ' (Prisma code P2000)';

function reportOf(schema: EncryptedSchema, model: PrismaModel, field: PrismaModelField): Report | undefined {
  const { encryption, list } = field;
  const column = columnOf(schema, field);
  if (encryption === undefined || column === undefined || list) return undefined;
  if (encryption.kind === 'index') {
    return schema.package === 'fieldseal' || field.type !== 'String'
      ? undefined
      : ofDigest(field, column, encryption.index, encryption.sourceName);
  }
  const stored = storedAs(schema, field);
  if (stored === undefined || isMisspelt(encryption.annotation) || encryption.mode === 'readonly')
    return undefined;
  return ofCiphertext(schema, model, field, column, stored);
}

/** The length of a column, in characters or bytes, and where it is said. */
interface Column {
  readonly length: number;
  readonly place: Place;
  /** The number alone, where one is written. */
  readonly sizePlace?: Place;
  readonly shown: string;
  readonly isDefault: boolean;
}

const sized: ReadonlySet<string> = new Set([
  'VarChar',
  'Char',
  'NVarChar',
  'NChar',
  'VarBinary',
  'Binary',
  'TinyText',
  'TinyBlob',
]);

/** VARCHAR(191): what Prisma makes of a String on MySQL. Source: Prisma's reference, String. */
const mysqlDefault = 191;
/** Bytes of MySQL's TINYTEXT and TINYBLOB. */
const tiny = 255;

function columnOf({ provider }: EncryptedSchema, field: PrismaModelField): Column | undefined {
  const { nativeType, type, typePlace } = field;
  if (nativeType === undefined) {
    return provider === 'mysql' && type === 'String'
      ? {
          length: mysqlDefault,
          place: typePlace,
          shown: `VARCHAR(${mysqlDefault}), the default on MySQL,`,
          isDefault: true,
        }
      : undefined;
  }
  const { name, size, place, sizePlace } = nativeType;
  const length = name.startsWith('Tiny') ? tiny : size;
  if (!sized.has(name) || length === undefined) return undefined;
  return {
    length,
    place: sizePlace ?? place,
    ...(sizePlace === undefined ? {} : { sizePlace }),
    shown: size === undefined ? name.toUpperCase() : `${name.toUpperCase()}(${size})`,
    isDefault: false,
  };
}

/** How a package stores a value: how long it gets, and the largest that a column takes. */
interface Stored {
  readonly length: (bytes: number) => number;
  readonly largest: (columnLength: number) => number | undefined;
}

function storedAs({ package: by }: EncryptedSchema, { type }: PrismaModelField): Stored | undefined {
  if (by !== 'fieldseal') {
    return type === 'String' ? { length: ciphertextLength, largest: largestPlaintext } : undefined;
  }
  if (type === 'Bytes')
    return { length: fieldsealBytes, largest: (length) => within(length - fieldsealBytes(0)) };
  if (type !== 'String') return undefined;
  return {
    length: fieldsealBase64Length,
    largest: (length) => within(3 * Math.floor(length / 4) - fieldsealBytes(0)),
  };
}

function within(bytes: number): number | undefined {
  return bytes < 0 ? undefined : bytes;
}

function ofCiphertext(
  schema: EncryptedSchema,
  model: PrismaModel,
  field: PrismaModelField,
  column: Column,
  { length, largest }: Stored,
): Report | undefined {
  const fits = largest(column.length);
  const value = longestValue(field, model);
  const needed = value === undefined || value.openEnded ? undefined : length(value.longest);
  // MySQL indexes no long text without being told how much of it.
  const long = isIndexed(model, field) && schema.provider === 'mysql' ? undefined : longType(schema);
  const write = instead(schema, field, long, needed);
  const fixes = widen(schema, field, column, long, needed);
  if (fits === undefined) {
    return {
      place: column.place,
      message: `${field.name} is ${column.shown} and no ciphertext fits, since even an empty value becomes ${counted(length(0), 'character')}: ${write}${tooLong}`,
      fixes,
    };
  }
  if (value === undefined || value.longest <= fits || (value.openEnded && !column.isDefault))
    return undefined;
  return {
    place: column.place,
    severity: value.certain > fits ? 'error' : 'warning',
    message: `${field.name} is ${column.shown} and holds the ciphertext of at most ${counted(fits, 'byte')}, and ${described(value)}: ${write}${tooLong}`,
    fixes,
  };
}

function described({ label, longest, openEnded }: LongestValue): string {
  if (!openEnded) return `${label} may have ${grouped(longest)}`;
  return Number.isFinite(longest)
    ? `the ${label} has up to ${grouped(longest)}`
    : `${label} has no longest length`;
}

/** The long type of text, or of bytes. */
function longType({ provider }: EncryptedSchema): string {
  return provider === 'sqlserver' ? 'NVarChar(Max)' : 'Text';
}

function instead(
  { datasource }: EncryptedSchema,
  { name }: PrismaModelField,
  long: string | undefined,
  needed: number | undefined,
): string {
  if (long === undefined) {
    return needed === undefined
      ? `take the index off ${name} and write @${datasource}.Text`
      : `give it ${counted(needed, 'character')}`;
  }
  const written = `write @${datasource}.${long}`;
  return needed === undefined ? written : `${written}, or give it ${counted(needed, 'character')}`;
}

function widen(
  { datasource }: EncryptedSchema,
  field: PrismaModelField,
  { sizePlace, isDefault }: Column,
  long: string | undefined,
  needed: number | undefined,
): Fix[] {
  const fixes: Fix[] = [];
  if (needed !== undefined && sizePlace !== undefined) {
    const title = `give ${field.name} ${counted(needed, 'character')}`;
    fixes.push(suggestion(title, { kind: 'text', place: sizePlace, text: String(needed) }));
  }
  const place = isDefault
    ? afterType(field)
    : field.type === 'String'
      ? wholeType(field, datasource)
      : undefined;
  if (long === undefined || place === undefined) return fixes;
  const attribute = `@${datasource}.${long}`;
  return [
    ...fixes,
    suggestion(`make ${field.name} ${long}`, {
      kind: 'text',
      place,
      text: isDefault ? ` ${attribute}` : attribute,
    }),
  ];
}

/** Where the whole native type stands, if it is written without blanks. */
function wholeType({ nativeType }: PrismaModelField, datasource: string): Place | undefined {
  if (nativeType?.size === undefined) return undefined;
  const { name, size, place } = nativeType;
  return place.end - place.start === `@${datasource}.${name}(${size})`.length ? place : undefined;
}

function isIndexed({ attributes }: PrismaModel, { name, unique, id }: PrismaModelField): boolean {
  return unique !== undefined || id !== undefined || attributes.some(({ fields }) => fields.includes(name));
}

function ofDigest(
  field: PrismaModelField,
  column: Column,
  index: IndexField,
  source: string,
): Report | undefined {
  const needed = digestLength(index);
  if (needed === undefined || needed <= column.length) return undefined;
  const { algorithm } = index.method;
  return {
    place: column.place,
    message: `${field.name} is ${column.shown} and the ${algorithm} of ${source} has ${counted(needed, 'character')}: give it as many${tooLong}`,
    fixes:
      column.sizePlace === undefined
        ? []
        : [
            suggestion(`give ${field.name} ${counted(needed, 'character')}`, {
              kind: 'text',
              place: column.sizePlace,
              text: String(needed),
            }),
          ],
  };
}
