import { isRangeType, type RangeDomain, type RangeType, readRangeDomain } from '../../costs/range-domain.ts';
import { sparsityDefault, sparsityMaximum, trimFactorDefault } from '../../costs/settings.ts';
import { rangeTokens } from '../../costs/tokens.ts';
import type { Fix } from '../../model/finding.ts';
import { grouped } from '../../model/grouped.ts';
import type { QueryableField, QueryType } from '../../model/mongodb.ts';
import { holds } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { atLeast } from '../../model/target.ts';
import { propertyOf, type Value } from '../../model/value.ts';
import { readSparsity, readTrimFactor, type Tuning } from '../range-tokens.ts';
import { counted } from '../wording.ts';

/** Source: mongo 11c4e446 src/mongo/crypto/encryption_fields_validation.cpp, validateRangeIndex and validateRangeBounds. */
const codes = {
  sparsity: '6775214',
  trimFactor: '8574000',
  together: '9203504',
  tags: '9203508',
} as const;

/** Tags that one search may ask for, and its logarithm. Source: as above, kMaxTagLimit. */
const tagLimit = 300_000;
const tagLimitLog2 = 19;

export const rule = defineRule({
  id: 'mongodb/range-tuning',
  severity: 'error',
  title: 'a sparsity or trimFactor outside its bounds, or both too large together',
  since: '0.1.0',
  fix: 'suggestion',
  *check(project) {
    for (const list of project.mongodb.fieldLists) {
      for (const field of list.fields) {
        for (const query of field.queries) if (query.kind === 'range') yield* checkQuery(field, query);
      }
    }
  },
});

interface Range {
  readonly field: QueryableField;
  readonly query: QueryType;
  readonly bsonType: RangeType;
  readonly domain: RangeDomain;
}

function* checkQuery(field: QueryableField, query: QueryType): Generator<Report> {
  const bsonType = field.bsonType?.kind === 'string' ? field.bsonType.value : '';
  const domain = isRangeType(bsonType) ? readRangeDomain(query, bsonType) : undefined;
  const sparsity = readSparsity(query);
  const range =
    isRangeType(bsonType) && domain !== undefined ? { field, query, bsonType, domain } : undefined;
  const legalSparsity = sparsity !== undefined && sparsity.number >= 1 && sparsity.number <= sparsityMaximum;
  if (sparsity?.value !== undefined && !legalSparsity) {
    yield {
      place: sparsity.value.place,
      field: field.path,
      message: `sparsity is ${sparsity.number}, and every level of the tree that is indexed is one from 1 to ${sparsityMaximum}: write ${sparsityDefault}, which is the default (server code ${codes.sparsity})`,
      fixes: [sparsityDefault, sparsity.number < 1 ? 1 : largestSparsity(field)].map((to) =>
        suggestion(`set sparsity to ${to}${tokensWith(range, to)}`, {
          kind: 'set-value',
          value: sparsity.value as Value,
          to,
        }),
      ),
    };
  }
  // Without the domain only a number below zero is certain, which no domain takes.
  const trimFactor = readTrimFactor(query, domain?.bits ?? 1);
  if (trimFactor?.value === undefined) return;
  if (range === undefined) {
    if (trimFactor.number < 0) yield outside(field, query, trimFactor.value, trimFactor.number, undefined);
    return;
  }
  const { bits } = range.domain;
  if (trimFactor.number < 0 || (trimFactor.number > 0 && trimFactor.number >= bits)) {
    yield outside(field, query, trimFactor.value, trimFactor.number, range);
  } else if (legalSparsity) {
    yield* tooLarge(range, sparsity, trimFactor.number, trimFactor.value);
  }
}

function outside(
  field: QueryableField,
  query: QueryType,
  value: Value,
  written: number,
  range: Range | undefined,
): Report {
  const bits = range?.domain.bits;
  const legal = written < 0 ? 0 : Math.max((bits ?? 1) - 1, 0);
  const bounds =
    bits === undefined
      ? 'it starts at 0'
      : `the domain of this field has ${counted(bits, 'bit')}, so it is at most ${bits - 1}`;
  return {
    place: value.place,
    field: field.path,
    message: `trimFactor is ${written}, and cuts levels off the tree of the domain: ${bounds} (server code ${codes.trimFactor})`,
    fixes: [
      suggestion(`set trimFactor to ${legal}${tokensWith(range, undefined, legal)}`, {
        kind: 'set-value',
        value,
        to: legal,
      }),
      ...removeTrimFactor(query, range),
    ],
  };
}

/** Whether releases before 9.0 take more than the 4 of the manual is not known. */
function largestSparsity({ target }: QueryableField): number {
  return atLeast(target, '9.0') && !target.assumed ? sparsityMaximum : 4;
}

/** The server bounds the tags of one search, where a trimFactor is written and the domain is large enough to matter. */
function* tooLarge(range: Range, sparsity: Tuning, trimFactor: number, value: Value): Generator<Report> {
  const code = refusal(range, sparsity.number, trimFactor);
  if (code === undefined) return;
  let legal = trimFactor - 1;
  while (legal > 0 && refusal(range, sparsity.number, legal) !== undefined) legal -= 1;
  const written = `trimFactor ${trimFactor} with sparsity ${sparsity.number}${sparsity.value === undefined ? ', the default,' : ''}`;
  yield {
    place: value.place,
    field: range.field.path,
    message: `${written} lets one search ask for ${grouped(tagLimit)} tags and more: lower trimFactor to ${legal} (server code ${code})`,
    related:
      sparsity.value === undefined
        ? []
        : [{ message: `sparsity ${sparsity.number} stands here`, place: sparsity.value.place }],
    fixes: [
      suggestion(`set trimFactor to ${legal}${tokensWith(range, undefined, legal)}`, {
        kind: 'set-value',
        value,
        to: legal,
      }),
      ...removeTrimFactor(range.query, range),
    ],
  };
}

function refusal({ bsonType, domain }: Range, sparsity: number, trimFactor: number): string | undefined {
  const precise = bsonType === 'double' || bsonType === 'decimal';
  const largest = precise ? 2n ** BigInt(domain.bits) - 1n : domain.values - 1n;
  if (largest < BigInt(tagLimit)) return undefined;
  if (trimFactor + sparsity - 1 >= tagLimitLog2) return codes.together;
  const log2 = precise ? domain.bits : Math.log2(Number(domain.values));
  return 2 ** sparsity * (2 ** trimFactor + 2 * log2 - 1) >= tagLimit ? codes.tags : undefined;
}

function tokensWith(range: Range | undefined, sparsity?: number, trimFactor?: number): string {
  if (range === undefined) return '';
  const { bits } = range.domain;
  const settings = {
    bits,
    sparsity: sparsity ?? readSparsity(range.query)?.number ?? 0,
    trimFactor: trimFactor ?? readTrimFactor(range.query, bits)?.number ?? -1,
  };
  if (settings.sparsity < 1 || settings.sparsity > sparsityMaximum) return '';
  if (settings.trimFactor < 0 || (settings.trimFactor > 0 && settings.trimFactor >= bits)) return '';
  return ` (${counted(rangeTokens(settings), 'token')} a value)`;
}

function removeTrimFactor(query: QueryType, range: Range | undefined): Fix[] {
  const property = propertyOf(query.object, 'trimFactor');
  if (property === undefined || !holds(query.object.place, property.place)) return [];
  const byDefault = range === undefined ? undefined : trimFactorDefault(range.domain.bits);
  const title =
    byDefault === undefined
      ? 'remove trimFactor'
      : `remove trimFactor: ${byDefault} by default${tokensWith(range, undefined, byDefault)}`;
  return [suggestion(title, { kind: 'remove-property', object: query.object, property })];
}
