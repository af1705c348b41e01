import type { Change, Fix } from '../../model/finding.ts';
import {
  isQueryTypeName,
  isTextKind,
  type QueryableField,
  type QueryType,
  type QueryTypeName,
  queryTypeNames,
} from '../../model/mongodb.ts';
import { nearest } from '../../model/nearest.ts';
import { holds } from '../../model/place.ts';
import { defineRule, type Report, safeFix, suggestion } from '../../model/rule.ts';
import type { MongodbTarget } from '../../model/target.ts';
import { lookup, type StringValue } from '../../model/value.ts';
import { isMisspelt } from '../known-keys.ts';
import { nameOn, namesOn } from '../query-names.ts';
import { kindsByOptions, optionsFit, removeForeign } from '../query-options.ts';
import { brokenLimits, describeBroken, lengthsInOrder, substringLimits } from '../text-limits.ts';
import { listed, serverCode } from '../wording.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/fle_crypto.cpp getAndValidateSchema; of substringPreview none is known. */
const codesOfGoneNames: Readonly<Partial<Record<QueryTypeName, string>>> = {
  rangePreview: '8575605',
  prefixPreview: '12341600',
  suffixPreview: '12341601',
};

export const rule = defineRule({
  id: 'mongodb/query-type-name',
  severity: 'error',
  title: 'a query type that does not exist, or that the target does not know by this name',
  since: '0.1.0',
  fix: 'safe',
  dependsOn: 'mongodb',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) {
        for (const query of field.queries) for (const report of checkQuery(field, query)) yield report;
      }
    }
  },
});

function checkQuery(field: QueryableField, query: QueryType): readonly Report[] {
  const reports: Report[] = [];
  if (lookup(query.object, 'queryType').state === 'absent') {
    if (!isMisspelt(query.object, 'query', 'queryType')) reports.push(missingName(field, query));
    return reports;
  }
  const written = query.nameValue;
  if (written?.kind !== 'string') return reports;
  const name = written.value;
  if (!isQueryTypeName(name)) reports.push(unknownName(field, query, written));
  else reports.push(...checkKnown(field, query, written, name));
  return reports;
}

function checkKnown(
  field: QueryableField,
  query: QueryType,
  written: StringValue,
  name: QueryTypeName,
): readonly Report[] {
  const reports: Report[] = [];
  const { target } = field;
  const { kind, preview } = queryTypeNames[name];
  const report = (message: string, ...fixes: readonly Fix[]): Report => ({
    place: written.place,
    field: field.path,
    message,
    fixes,
  });
  if (name === 'rangePreview') {
    reports.push(
      report(
        `rangePreview was renamed in MongoDB 8.0 and is refused since: write range, and make the collection again where one exists${serverCode(codesOfGoneNames[name])}`,
        rename(field, query, written, 'range'),
      ),
    );
    return reports;
  }
  if (!isTextKind(kind)) return reports;
  const known = nameOn(target, kind);
  if (known === undefined) {
    reports.push(
      report(
        `${name} does not exist in MongoDB ${target.version}, which knows ${listed(namesOn(target))} only: text search came with 8.2 as a public preview, and with 9.0 for production`,
        suggestion(
          'search whole values only: equality',
          setName(written, 'equality'),
          ...removeForeign(query, 'equality'),
        ),
      ),
    );
  } else if (!preview && known !== name) {
    reports.push(
      report(
        `MongoDB ${target.version} does not know ${name}: until 9.0 it is the public preview ${known}, whose data 9.0 cannot search`,
        suggestion(`write ${known}, the public preview`, setName(written, known)),
      ),
    );
  } else if (preview && known !== name) {
    reports.push(report(...gone(field, query, written, name, known)));
  } else if (preview) {
    reports.push({
      ...report(
        `${name} is a public preview and not for production: in MongoDB 9.0 it is called ${kind}, and what was stored with the preview cannot be searched there`,
      ),
      severity: 'warning',
    });
  }
  return reports;
}

/** One finding says it all: the new name, and which of these lengths the new name does not take. */
function gone(
  field: QueryableField,
  query: QueryType,
  written: StringValue,
  name: QueryTypeName,
  known: QueryTypeName,
): [message: string, fix: Fix] {
  const { target } = field;
  const limits = substringLimits.substring;
  const broken = known === 'substring' ? brokenLimits(query, limits) : [];
  const bounds = limits.map(({ option, bound, length }) => `${option} of ${bound} ${length}`);
  const lengths =
    broken.length > 0
      ? `, which takes ${listed(bounds)}: here ${listed(broken.map(describeBroken))}`
      : ', and copy the documents, since what was stored with the preview cannot be searched';
  const message = `${name} is gone in MongoDB ${target.version}: write ${known}${lengths}${serverCode(codesOfGoneNames[name])}`;
  if (broken.length === 0) return [message, rename(field, query, written, known)];
  const settings = broken.map(({ limit }) => `${limit.option} ${limit.length}`);
  const changes = broken.map(
    ({ limit, written: { value } }): Change => ({ kind: 'set-value', value, to: limit.length }),
  );
  return [
    message,
    suggestion(`write ${known} with ${listed(settings)}`, setName(written, known), ...changes),
  ];
}

function unknownName(field: QueryableField, query: QueryType, written: StringValue): Report {
  const { target } = field;
  const name = written.value;
  const meant = nearest(name, Object.keys(queryTypeNames) as QueryTypeName[]);
  const known = meant === undefined ? undefined : nameFor(target, meant);
  const place = { place: written.place, field: field.path };
  if (meant === undefined || known === undefined) {
    return {
      ...place,
      message: `${JSON.stringify(name)} is no query type: MongoDB ${target.version} knows ${listed(namesOn(target))}`,
    };
  }
  const miscased = meant.toLowerCase() === name.toLowerCase();
  return {
    ...place,
    message: miscased
      ? `${name} is written ${known}: the client ignores case, and the server refuses the name`
      : `${JSON.stringify(name)} is no query type: did you mean ${known}?`,
    fixes: [rename(field, query, written, known)],
  };
}

function missingName(field: QueryableField, query: QueryType): Report {
  const { target } = field;
  const names = kindsByOptions(query.object).flatMap((kind) => nameOn(target, kind) ?? []);
  return {
    place: query.object.place,
    field: field.path,
    message: `queryType is missing: name one of ${listed(namesOn(target), 'or')}`,
    fixes: names.map((name) =>
      suggestion(`add queryType ${name}`, {
        kind: 'add-property',
        object: query.object,
        key: 'queryType',
        value: name,
      }),
    ),
  };
}

/** Safe where nothing but the name changes, here and for all who use it, and the query type is legal afterwards. */
function rename(field: QueryableField, query: QueryType, written: StringValue, name: QueryTypeName): Fix {
  const { kind, preview } = queryTypeNames[name];
  const legal =
    optionsFit(query, kind) &&
    lengthsInOrder(query) &&
    (kind !== 'substring' ||
      brokenLimits(query, substringLimits[preview ? 'substringPreview' : 'substring']).length === 0);
  const certain = !(isTextKind(kind) && field.target.assumed);
  const inline = holds(query.object.place, written.place);
  const make = legal && certain && inline ? safeFix : suggestion;
  return make(`write ${name}`, setName(written, name));
}

function setName(value: StringValue, to: QueryTypeName): Change {
  return { kind: 'set-value', value, to };
}

function nameFor(target: MongodbTarget, name: QueryTypeName): QueryTypeName | undefined {
  return nameOn(target, queryTypeNames[name].kind);
}
