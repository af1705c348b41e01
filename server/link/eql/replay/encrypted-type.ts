import { domainNamed, type EqlDomain } from '../../../../rules/eql/domains.ts';
import type { EqlGeneration } from '../../../../rules/model/target.ts';
import type { SqlName, SqlType } from '../../../read/sql/statement.ts';

/** A type that encrypts, whatever it is called. */
export interface EncryptedType {
  readonly generation: EqlGeneration;
  /** Absent on v1 and v2, and for a name that v3 does not have. */
  readonly domain?: EqlDomain;
}

/** `"undefined"."eql_v3_text_eq"` and `"public.eql_v3_text"` mean an encrypted type, and name none. */
export type Misnamed = 'undefined-schema' | 'quoted-as-one';

/** Types that the files make over others, by their lookup name. */
export type UserTypes = ReadonlyMap<string, EncryptedType>;

export function encryptedType(type: SqlType, users: UserTypes): EncryptedType | undefined {
  if (type.array) return undefined;
  return builtIn(type.schema, meantName(type)) ?? users.get(type.name);
}

/** The name without the schema that was quoted into it. */
export function meantName({ schema, name }: SqlName): string {
  if (schema !== undefined) return name;
  return /^(?:public|eql_v[123])\.(\w+)$/.exec(name)?.[1] ?? name;
}

export function misnamed(type: SqlType): Misnamed | undefined {
  if (builtIn(type.schema, meantName(type)) === undefined) return undefined;
  if (type.schema === 'undefined') return 'undefined-schema';
  return type.name === meantName(type) ? undefined : 'quoted-as-one';
}

function builtIn(schema: string | undefined, name: string): EncryptedType | undefined {
  if (name === 'cs_encrypted_v1') return { generation: 'v1' };
  if (name === 'eql_v2_encrypted') return { generation: 'v2' };
  if (name.startsWith('eql_v3_')) {
    const domain = domainNamed(name);
    return domain === undefined ? { generation: 'v3' } : { generation: 'v3', domain };
  }
  // Types of the alpha lived in the schema; operand types live there still, and no column has one.
  return schema === 'eql_v3' && !name.startsWith('query_') ? { generation: 'v3' } : undefined;
}

/** A type as a person writes it: `varchar(12)`, `public.eql_v3_text_eq`, `text[]`. */
export function typeText({ schema, name, modifiers, array }: SqlType): string {
  const named = schema === undefined || schema === 'pg_catalog' ? name : `${schema}.${name}`;
  const sized = modifiers.length === 0 ? named : `${named}(${modifiers.join(',')})`;
  return array ? `${sized}[]` : sized;
}
