import type { Fix } from '../../model/finding.ts';
import type { FieldList, QueryableField } from '../../model/mongodb.ts';
import { nearest } from '../../model/nearest.ts';
import { defineRule, type Report, safeFix, suggestion } from '../../model/rule.ts';
import { lookup, type ObjectValue, type Property } from '../../model/value.ts';
import { knownKeys, type Level, levelNames, type OtherWord, otherWord } from '../known-keys.ts';
import { serverCode } from '../wording.ts';

/** What the server's parser answers to a key that its strict schema does not know. Source: mongo src/mongo/idl/idl_parser.cpp, base/error_codes.yml. */
const unknownFieldCode = '40415';

export const rule = defineRule({
  id: 'mongodb/unknown-key',
  severity: 'error',
  title: 'a key that the schema of encryptedFields does not know',
  since: '0.1.0',
  fix: 'safe',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      if (!list.mongoose) for (const report of checkList(list)) yield report;
      for (const field of list.fields) {
        for (const report of checkObject(field.encrypt ?? field.element, 'field', list, field)) yield report;
        for (const { object } of field.queries)
          for (const report of checkObject(object, 'query', list, field)) yield report;
      }
    }
  },
});

/** A file that nothing uses may carry more than the list, for whoever loads it: there only what is clearly meant counts. */
function checkList(list: FieldList): readonly Report[] {
  const reports: Report[] = [];
  for (const report of checkObject(list.document, 'list', list)) {
    if (list.uses.length > 0 || report.recognised) reports.push(report);
  }
  return reports;
}

function checkObject(
  object: ObjectValue,
  level: Level,
  list: FieldList,
  field?: QueryableField,
): readonly (Report & { readonly recognised: boolean })[] {
  const reports: (Report & { readonly recognised: boolean })[] = [];
  const known: readonly string[] = knownKeys[level];
  for (const property of object.properties) {
    const { key, value } = property;
    if (known.includes(key) || (value.kind === 'null' && value.undefined)) continue;
    // Mongoose's schema for the older encryption has it, and another rule says so.
    if (list.mongoose && level === 'field' && key === 'algorithm') continue;
    const other = otherWord(level, key);
    const near = other === undefined && elsewhere(level, key) === undefined ? nearest(key, known) : undefined;
    reports.push({
      place: property.keyPlace,
      field: field?.path,
      message: `${advice(level, key, other, near)}${serverCode(unknownFieldCode)}`,
      fixes: renames(object, property, known, near ?? other?.rename, near !== undefined),
      recognised: other !== undefined || near !== undefined,
    });
  }
  return reports;
}

/** The level that does know a key. */
function elsewhere(level: Level, key: string): Level | undefined {
  const levels: readonly Level[] = ['list', 'field', 'query'];
  return levels.find((other) => other !== level && (knownKeys[other] as readonly string[]).includes(key));
}

const belongs = {
  list: 'stands beside fields, in encryptedFields itself',
  field: 'stands beside path, in the field',
  query: 'stands beside queryType, in queries',
} as const satisfies Record<Level, string>;

function advice(level: Level, key: string, other: OtherWord | undefined, near: string | undefined): string {
  if (other !== undefined) return `${levelNames[level]} has no key ${key}: ${other.advice}`;
  const home = elsewhere(level, key);
  if (home !== undefined) return `${levelNames[level]} has no key ${key}, which ${belongs[home]}`;
  if (near !== undefined) return `${levelNames[level]} has no key ${key}: did you mean ${near}?`;
  return `${levelNames[level]} has no key ${key}, and the server refuses what it does not know: take it out`;
}

function renames(
  object: ObjectValue,
  property: Property,
  known: readonly string[],
  to: string | undefined,
  misspelt: boolean,
): Fix[] {
  if (to === undefined || lookup(object, to).state !== 'absent') return [];
  // Of two misspellings of one key only a person knows which counts.
  const alone = object.properties.every(
    ({ key }) => key === property.key || known.includes(key) || nearest(key, known) !== to,
  );
  const fix = misspelt && alone ? safeFix : suggestion;
  return [fix(`rename ${property.key} to ${to}`, { kind: 'rename-key', property, to })];
}
