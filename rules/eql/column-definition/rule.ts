import type { EqlDefinition } from '../../model/eql.ts';
import { defineRule, type Report, safeFix } from '../../model/rule.ts';
import { domainNamed } from '../domains.ts';
import { listed, postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/column-definition',
  severity: 'error',
  title: 'a definition that fails on an encrypted column, or means nothing there',
  since: '0.1.0',
  fix: 'safe',
  *check({ eql: { databases } }) {
    for (const { definitions } of databases) {
      for (const definition of definitions) {
        const found = checkDefinition(definition, definitions);
        if (found !== undefined) yield found;
      }
    }
  },
});

function checkDefinition(definition: EqlDefinition, all: readonly EqlDefinition[]): Report | undefined {
  const { place } = definition;
  switch (definition.kind) {
    case 'default': {
      const { column, value } = definition;
      const failure =
        value === 'literal'
          ? 'PostgreSQL refuses the text, which is no ciphertext'
          : 'its value is no ciphertext';
      return {
        place,
        field: column.path,
        message: `the database has no key to encrypt a default of ${column.name}, and ${failure}: let the application write the value${postgresCode(...(value === 'literal' ? ['22P02', '23514'] : ['23514', '42804']))}`,
      };
    }
    case 'alter-type':
      return checkAlter(definition, all);
    case 'undefined-schema':
      return {
        place,
        message: `drizzle-kit wrote "undefined" for the schema of ${definition.type}, and no such schema exists: write "public"."${definition.type}"${postgresCode('3F000')}`,
        fixes: [
          safeFix(`write "public"."${definition.type}"`, {
            kind: 'text',
            place,
            text: `"public"."${definition.type}"`,
          }),
        ],
      };
    case 'quoted-as-one':
      return {
        place,
        message: `"public.${definition.type}" in one pair of quotes is a single name, and no type has it: write "public"."${definition.type}"${postgresCode('42704')}`,
        fixes: [
          safeFix(`write "public"."${definition.type}"`, {
            kind: 'text',
            place,
            text: `"public"."${definition.type}"`,
          }),
        ],
      };
    case 'partition-key':
      return {
        place,
        field: definition.column.path,
        message: `partitions by ${definition.column.name} put rows at random, since the same value is encrypted to another ciphertext each time, and no search can leave a partition out: partition by a plain column`,
      };
    case 'generated-from':
      return {
        place,
        field: definition.column.path,
        message: `a value generated from ${definition.column.name} is made of its ciphertext, which is another one each time the same value is written: generate it in the application`,
      };
    case 'foreign-key':
    case 'json-index-syntax':
      return undefined;
  }
}

type AlterType = Extract<EqlDefinition, { kind: 'alter-type' }>;

function checkAlter(definition: AlterType, all: readonly EqlDefinition[]): Report | undefined {
  const { place, name, from, to, filled, converts } = definition;
  // The same statement has a fault that comes first.
  if (all.some((other) => other.kind === 'undefined-schema' && isInside(other, definition))) return undefined;
  const failure = from === undefined ? undefined : failureOf(bare(from), bare(to));
  if (failure?.plain === true && converts !== true) {
    return {
      place,
      message: `${name} cannot become ${bare(to)} in place: PostgreSQL does not cast ${bare(from ?? '')} to it, and the database has no key to encrypt what is there; add a column, let the application encrypt into it, then swap the two${postgresCode('42804')}`,
    };
  }
  if (failure === undefined || (filled === undefined && failure.onlyWhereFilled)) return undefined;
  return {
    place,
    severity: filled === undefined ? 'warning' : 'error',
    message: `${name} cannot become ${bare(to)} in place ${filled === undefined ? 'once its table holds a row' : 'in a table that holds rows'}: ${failure.why}; add a column, let the application encrypt into it, then swap the two${postgresCode(failure.code)}`,
    related: filled === undefined ? [] : [{ message: 'rows are written here', place: filled }],
  };
}

function bare(type: string): string {
  return type.replaceAll('"', '').replace(/^public\./, '');
}

interface Failure {
  readonly why: string;
  readonly code: string | undefined;
  /** No value of EQL is changed. */
  readonly plain: boolean;
  /** An empty table may change between the types of EQL as it likes. */
  readonly onlyWhereFilled: boolean;
}

function failureOf(from: string, to: string): Failure | undefined {
  // It may hold payloads already.
  if (/^jsonb?$/i.test(from)) return undefined;
  if (!/^(?:eql_v\d|cs_encrypted_v1)/.test(from)) {
    return {
      why: `what is there is plain ${from}, and the database has no key to encrypt it`,
      code: '22P02',
      plain: true,
      onlyWhereFilled: false,
    };
  }
  const [before, after] = [domainNamed(from), domainNamed(to)];
  if (before === undefined || after === undefined) {
    const generation = (type: string) => /^(?:eql|cs_encrypted)_v\d/.exec(type)?.[0];
    return generation(from) === generation(to)
      ? undefined
      : {
          why: `its values are of another generation of EQL`,
          code: undefined,
          plain: false,
          onlyWhereFilled: true,
        };
  }
  const lacking = after.terms.filter((term) => !before.terms.includes(term));
  return lacking.length === 0
    ? undefined
    : {
        why: `its values lack the ${lacking.length === 1 ? 'term' : 'terms'} ${listed(lacking)}`,
        code: '23514',
        plain: false,
        onlyWhereFilled: true,
      };
}

function isInside(inner: EqlDefinition, { place }: AlterType): boolean {
  return inner.place.file === place.file && inner.place.start < place.end && place.start < inner.place.end;
}
