import { containerName } from '../../model/field.ts';
import { grouped } from '../../model/grouped.ts';
import type { FieldList } from '../../model/mongodb.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { describeBytes } from '../cost-wording.ts';
import { type DocumentCost, documentCost, heaviestFields, placeOfList } from '../document-cost.ts';
import { listed } from '../wording.ts';

/** The longest document that MongoDB stores. Source: mongo src/mongo/bson/util/builder.h BSONObjMaxUserSize. */
const longestDocument = 16_777_216;

export const rule = defineRule({
  id: 'mongodb/document-growth',
  severity: 'error',
  title: 'encryption that makes documents many times longer, or longer than a document may be',
  since: '0.1.0',
  fix: 'none',
  options: {
    documentBytes: {
      default: 16_000,
      minimum: 1,
      description: 'Bytes that encryption may add to the worst document before it is reported.',
    },
  },
  *check(project, { options }) {
    for (const list of project.mongodb.fieldLists) {
      const cost = documentCost(list);
      if (cost === undefined) continue;
      const { documentBytes } = options(list.document.place.file);
      if (cost.worst > longestDocument) yield tooLong(list, cost);
      // A budget of the project stands in place of ours, and has a rule of its own.
      else if (list.budgets.documentBytes === undefined && cost.worst > documentBytes) {
        yield grown(list, cost, documentBytes);
      }
    }
  },
});

function tooLong(list: FieldList, cost: DocumentCost): Report {
  return {
    place: placeOfList(list),
    message: `a document of ${containerName(list.container)} with the longest values grows by ${describeBytes(cost.worst)}, and no document may be longer than ${grouped(longestDocument)} bytes, so its insert fails: search fewer fields by text, or shorter pieces`,
    related: heaviestFields(cost),
  };
}

function grown(list: FieldList, cost: DocumentCost, budget: number): Report {
  const names = cost.costs.flatMap(({ field }) => field.path ?? []);
  const who =
    names.length > 0 && names.length <= 3 ? `, by ${listed(names)}` : `, by ${cost.costs.length} fields`;
  return {
    place: placeOfList(list),
    severity: 'warning',
    message: `encryption adds ${spread(list, cost)}, more than ${describeBytes(budget)}${who}: every read and write carries them, so search fewer fields, or shorter pieces`,
    related: heaviestFields(cost),
  };
}

function spread({ container }: FieldList, { typical, worst }: DocumentCost): string {
  const [usual, most] = [describeBytes(typical), describeBytes(worst)];
  const name = containerName(container);
  return usual === most
    ? `${most} to a document of ${name}`
    : `${usual} to a typical document of ${name} and ${most} to the worst`;
}
