import type { Fix } from '../../model/finding.ts';
import type { FieldList, QueryableField, QueryKind } from '../../model/mongodb.ts';
import { defineRule, type Report, safeFix, suggestion } from '../../model/rule.ts';
import {
  describe,
  type NumberValue,
  type ObjectValue,
  propertyOf,
  toNumber,
  type Value,
  valueAt,
} from '../../model/value.ts';
import { isQueryOption, takesOption } from '../query-options.ts';
import { serverCode } from '../wording.ts';
import {
  type Expected,
  type ExpectedKey,
  expectedOfField,
  expectedOfList,
  expectedOfQuery,
} from './expected.ts';

/** What the server's parser answers. Source: mongo src/mongo/idl/idl_parser.h throwComparisonError, base/error_codes.yml. */
const codes = { typeMismatch: '14', outOfRange: '51024' } as const;

/** Source: libmongocrypt 1.20 src/mongocrypt-private.h, the newest and the oldest version that it writes. */
const onlyEncodeVersion = 1;

export const rule = defineRule({
  id: 'mongodb/value-type',
  severity: 'error',
  title: 'a value of the wrong type, or outside its plain bounds',
  since: '0.1.0',
  fix: 'safe',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      if (!list.mongoose) for (const report of checkList(list)) yield report;
      for (const field of list.fields) {
        for (const report of checkField(field, list.mongoose)) yield report;
        for (const { object, kind } of field.queries) {
          for (const report of checkKeys(
            object,
            kind === undefined ? expectedOfQuery : expectedOfKinds[kind],
            field,
          ))
            yield report;
        }
      }
    }
  },
});

function checkList({ document, list }: FieldList): readonly Report[] {
  const reports: Report[] = [];
  reports.push(...checkKeys(document, expectedOfList));
  reports.push(...checkEncodeVersion(document));
  const fields = propertyOf(document, 'fields');
  if (fields !== undefined && list === undefined && fields.value.kind !== 'unknown') {
    reports.push(wrongKind('fields', fields.value, 'a list with an object for each encrypted field'));
  }
  for (const item of list?.items ?? []) {
    if (item.kind !== 'object' && item.kind !== 'unknown') {
      reports.push(wrongKind('an element of fields', item, 'an object with path, keyId and bsonType'));
    }
  }
  return reports;
}

/** The one number whose BSON type counts. */
function checkEncodeVersion(document: ObjectValue): readonly Report[] {
  const reports: Report[] = [];
  const value = valueAt(document, 'strEncodeVersion');
  if (value === undefined || value.kind === 'unknown' || value.kind === 'null') return reports;
  if (value.kind !== 'number' || !value.types.includes('int')) {
    const whole = value.kind === 'number' && toNumber(value) === onlyEncodeVersion;
    reports.push({
      place: value.place,
      message: `strEncodeVersion is ${describe(value)}, and the server takes an int only: write ${onlyEncodeVersion}, or leave it to the client${serverCode(codes.typeMismatch)}`,
      fixes: whole
        ? [suggestion(`write ${onlyEncodeVersion}`, { kind: 'set-value', value, to: onlyEncodeVersion })]
        : [],
    });
  } else if (toNumber(value) !== onlyEncodeVersion && value.digits !== 'NaN') {
    reports.push({
      place: value.place,
      message: `strEncodeVersion is ${value.digits}, and there is only version ${onlyEncodeVersion}: write ${onlyEncodeVersion}, or leave it to the client`,
      fixes: [suggestion(`write ${onlyEncodeVersion}`, { kind: 'set-value', value, to: onlyEncodeVersion })],
    });
  }
  return reports;
}

function checkField(field: QueryableField, mongoose: boolean): readonly Report[] {
  const reports: Report[] = [];
  reports.push(...checkKeys(field.encrypt ?? field.element, expectedOfField, field));
  const queries = field.queriesProperty?.value;
  const wanted = 'an object with queryType, or a list of such objects';
  for (const value of queries?.kind === 'array' ? queries.items : [queries]) {
    if (value === undefined || value.kind === 'object' || value.kind === 'unknown') continue;
    if (value.kind === 'null' && queries?.kind !== 'array') continue;
    // Mongoose's own guide writes a bare word, and another rule says so.
    if (mongoose && value.kind === 'string') continue;
    reports.push(
      wrongKind(queries?.kind === 'array' ? 'an element of queries' : 'queries', value, wanted, field),
    );
  }
  return reports;
}

/** An option that the query type does not take is one mistake, whatever its value. */
function expectedOfKind(kind: QueryKind): readonly ExpectedKey[] {
  return expectedOfQuery.filter(([key]) => !isQueryOption(key) || takesOption(kind, key));
}

const expectedOfKinds: Readonly<Record<QueryKind, readonly ExpectedKey[]>> = {
  equality: expectedOfKind('equality'),
  range: expectedOfKind('range'),
  prefix: expectedOfKind('prefix'),
  suffix: expectedOfKind('suffix'),
  substring: expectedOfKind('substring'),
};

function checkKeys(
  object: ObjectValue,
  expected: readonly ExpectedKey[],
  field?: QueryableField,
): readonly Report[] {
  const reports: Report[] = [];
  for (const [key, what] of expected) {
    const value = valueAt(object, key);
    // The server takes null for a key that is left out.
    if (value === undefined || value.kind === 'unknown' || value.kind === 'null') continue;
    if (what.kind === 'number' && value.kind === 'number') {
      const report = checkNumber(key, value, what, field);
      if (report !== undefined) reports.push(report);
    } else if (what.kind !== value.kind) {
      reports.push({
        place: value.place,
        field: field?.path,
        message: `${key} is ${describe(value)}, and the server takes ${nameOf(what)} only${hint(value, what)}${serverCode(codes.typeMismatch)}`,
        fixes: plainFixes(value, what),
      });
    }
  }
  return reports;
}

function checkNumber(
  key: string,
  value: NumberValue,
  { least, fraction }: Expected & { readonly kind: 'number' },
  field: QueryableField | undefined,
): Report | undefined {
  const number = toNumber(value);
  if (number === undefined) return undefined;
  if (least !== undefined && number < least) {
    return {
      place: value.place,
      field: field?.path,
      message: `${key} is ${value.digits}, and the server takes ${least} and more${key === 'contention' ? ': leave it out for 8, the default' : ''}${serverCode(codes.outOfRange)}`,
      fixes:
        key === 'contention' ? [suggestion('set contention to 8', { kind: 'set-value', value, to: 8 })] : [],
    };
  }
  if (Number.isInteger(number)) return undefined;
  const refused = fraction === 'refused';
  return {
    place: value.place,
    field: field?.path,
    severity: refused ? 'error' : 'warning',
    message: refused
      ? `${key} is ${value.digits}, and the server takes whole numbers only`
      : `${key} is ${value.digits}, and the server cuts it to ${Math.trunc(number)} without a word: write a whole number`,
    fixes:
      Math.trunc(number) < (least ?? 0)
        ? []
        : [
            suggestion(`set ${key} to ${Math.trunc(number)}`, {
              kind: 'set-value',
              value,
              to: Math.trunc(number),
            }),
          ],
  };
}

function nameOf(expected: Expected): string {
  switch (expected.kind) {
    case 'string':
      return 'a string';
    case 'boolean':
      return 'true or false';
    case 'number':
      return 'a number';
  }
}

/** What a string means, where it can mean only one thing. */
function plain(value: Value, expected: Expected): boolean | number | undefined {
  if (value.kind !== 'string') return undefined;
  const text = value.value.trim();
  if (expected.kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (expected.kind !== 'number' || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= (expected.least ?? 0) ? number : undefined;
}

function hint(value: Value, expected: Expected): string {
  const to = plain(value, expected);
  return to === undefined ? '' : `: write ${to}, without quotes`;
}

function plainFixes(value: Value, expected: Expected): Fix[] {
  const to = plain(value, expected);
  if (to !== undefined) return [safeFix(`write ${to}, without quotes`, { kind: 'set-value', value, to })];
  if (expected.kind !== 'boolean') return [];
  const number = toNumber(value);
  if (number !== 0 && number !== 1) return [];
  return [suggestion(`write ${number === 1}`, { kind: 'set-value', value, to: number === 1 })];
}

function wrongKind(what: string, value: Value, wanted: string, field?: QueryableField): Report {
  return {
    place: value.place,
    field: field?.path,
    message: `${what} is ${describe(value)}, and the server takes ${wanted}${serverCode(codes.typeMismatch)}`,
  };
}
