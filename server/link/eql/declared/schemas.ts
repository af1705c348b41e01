import type { EqlColumn } from '../../../../rules/model/eql.ts';
import type { Located } from '../../evaluate.ts';
import type { DeclaredTable } from './declared.ts';
import { spotOf } from './trees.ts';

/** The tables that code declares, found again by the call that makes them. */
export interface Schemas {
  readonly all: readonly Schema[];
  readonly add: (schema: Schema) => void;
  /** The table that a call makes. */
  readonly madeBy: (call: Located) => Schema | undefined;
}

export interface Schema {
  readonly call: Located;
  readonly table: DeclaredTable;
  /** Which packages its columns are of; undefined for a table without an encrypted column. */
  readonly generation?: EqlColumn['generation'];
}

export function createSchemas(): Schemas {
  const known = new Map<string, Schema>();
  const all: Schema[] = [];
  return {
    all,
    add(schema) {
      const spot = spotOf(schema.call);
      if (known.has(spot)) return;
      known.set(spot, schema);
      all.push(schema);
    },
    madeBy: (call) => known.get(spotOf(call)),
  };
}
