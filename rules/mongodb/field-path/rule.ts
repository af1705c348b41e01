import type { FieldList, QueryableField } from '../../model/mongodb.ts';
import { samePlace } from '../../model/place.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { isAbsent } from '../../model/value.ts';
import { isMisspelt } from '../known-keys.ts';
import { serverCode } from '../wording.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp validateEncryptedFieldConfig. */
const codes = {
  empty: '6316402',
  id: '6316403',
  twice: '6338402',
  prefix: '6338403',
  /** DocumentValidationFailure, on insert. Source: mongo jstests/fle2/implicit_schema_validation.js. */
  arrayOnTheWay: '121',
} as const;

export const rule = defineRule({
  id: 'mongodb/field-path',
  severity: 'error',
  title: 'paths that cannot be encrypted, or not beside each other',
  since: '0.1.0',
  fix: 'none',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) for (const report of checkAlone(field, list)) yield report;
      for (const report of checkTogether(list.fields)) yield report;
    }
  },
});

function checkAlone(field: QueryableField, list: FieldList): readonly Report[] {
  const reports: Report[] = [];
  const { path, place } = field;
  if (path === undefined) {
    if (list.mongoose || field.pathValue !== undefined || !isAbsent(field.element, 'path')) return reports;
    if (isMisspelt(field.element, 'field', 'path')) return reports;
    reports.push({
      place,
      message:
        'a field without path: name the dotted path of what is encrypted, client and server require it',
    });
    return reports;
  }
  if (path === '') {
    reports.push({
      place,
      field: path,
      message: `the path is empty: name the field that is encrypted${serverCode(codes.empty)}`,
    });
    return reports;
  }
  const segments = path.split('.');
  const [first = ''] = segments;
  if (first === '_id') {
    reports.push({
      place,
      field: path,
      message: `${path} cannot be encrypted, since _id stays plaintext with all that is in it: keep the secret in a field of its own${serverCode(codes.id)}`,
    });
    return reports;
  }
  const element = segments.findIndex((segment, at) => at > 0 && isElement(segment));
  if (element > 0) {
    const whole = segments.slice(0, element).join('.');
    reports.push({
      place,
      field: path,
      severity: 'warning',
      message: `${path} names an element of an array: the server takes the path and then refuses every document that has an array on the way to an encrypted field; encrypt ${whole} as a whole, with bsonType array${serverCode(codes.arrayOnTheWay)}`,
    });
  } else if (segments.includes('')) {
    reports.push({
      place,
      field: path,
      severity: 'warning',
      message: `${path} has an empty segment: the server takes it and encrypts only a field whose name is empty, so that the one that was meant stays plaintext; take out the extra dot`,
    });
  }
  return reports;
}

/** An index, or one of the positional operators of an update. */
function isElement(segment: string): boolean {
  return /^(?:\d+|\$(?:\[\w*\])?)$/.test(segment);
}

function checkTogether(fields: readonly QueryableField[]): readonly Report[] {
  const reports: Report[] = [];
  const firsts = new Map<string, QueryableField>();
  const order = new Map<QueryableField, number>();
  for (const [at, field] of fields.entries()) {
    order.set(field, at);
    if (field.path !== undefined && !firsts.has(field.path)) firsts.set(field.path, field);
  }
  const lengths = new Set([...firsts.keys()].map((path) => path.length));
  /** The first field of the list whose path leads to this one. */
  const above = (path: string): QueryableField | undefined => {
    const found: QueryableField[] = [];
    for (let at = path.indexOf('.'); at > 0; at = path.indexOf('.', at + 1)) {
      const outer = lengths.has(at) ? firsts.get(path.slice(0, at)) : undefined;
      if (outer !== undefined) found.push(outer);
    }
    return found.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)).at(0);
  };

  for (const field of fields) {
    const { path, place } = field;
    if (path === undefined || path === '') continue;
    const same = firsts.get(path);
    if (same !== undefined && same !== field) {
      reports.push({
        place,
        field: path,
        message: `${path} is listed twice: a field is encrypted once, with one key; several searches of it need fields of their own${serverCode(codes.twice)}`,
        related: samePlace(same.place, place)
          ? []
          : [{ message: `${path} is listed here first`, place: same.place }],
      });
      continue;
    }
    const outer = above(path);
    if (outer === undefined) continue;
    reports.push({
      place,
      field: path,
      message: `${path} lies inside ${outer.path}, which is encrypted as a whole: encrypt either the object or its members${serverCode(codes.prefix)}`,
      related: [{ message: `${outer.path} is encrypted here`, place: outer.place }],
    });
  }
  return reports;
}
