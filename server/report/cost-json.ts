import type { Spread } from '../../rules/costs/estimate.ts';
import type { CodeIndexCost } from './code-index-costs.ts';
import type { ContainerCost, CostReport, FieldCost } from './cost.ts';
import type { ModelCost, ModelFieldCost } from './model-costs.ts';
import type { ColumnCost, TableCost } from './table-costs.ts';

/** The costs for programs: version 1 of the contract. A key that does not apply is absent. */
export function costJson({ containers, tables, models, codeTables, line }: CostReport): string {
  const all = {
    version: 1,
    fields: [
      ...containers.flatMap((container) => container.fields.map((field) => toField(container, field, line))),
      ...tables.flatMap((table) => table.columns.map((column) => toColumn(table, column, line))),
      ...models.flatMap((model) => model.fields.map((field) => toModelField(model, field, line))),
      ...codeTables.flatMap(({ name, indexes }) => indexes.map((index) => toCodeIndex(name, index, line))),
    ],
    containers: [...containers.flatMap(toContainer), ...tables.map(toTable), ...models.map(toModel)],
  };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function toField({ system, name }: ContainerCost, field: FieldCost, line: CostReport['line']) {
  const { path, place, estimate, guessability } = field;
  return {
    system,
    container: name,
    path,
    file: place.file,
    line: line(place),
    tokens: estimate?.tokens,
    documentBytes: spread(estimate?.documentBytes),
    metadataBytes: spread(estimate?.metadataBytes),
    insert:
      estimate === undefined
        ? undefined
        : {
            ratioToEquality: rounded(estimate.insert.ratioToEquality),
            ratioToPlaintext: rounded(estimate.insert.ratioToPlaintext),
            ms: rounded(estimate.insert.milliseconds),
            basis: estimate.insert.basis,
          },
    guessability:
      guessability === undefined ? undefined : { class: guessability.class, bits: guessability.bits },
  };
}

function toColumn({ system, name }: TableCost, cost: ColumnCost, line: CostReport['line']) {
  const { column, estimate, guessability } = cost;
  const slowest = estimate?.searches.toSorted((one, other) => other.milliseconds - one.milliseconds)[0];
  return {
    system,
    container: name,
    path: column.name,
    file: column.place.file,
    line: line(column.place),
    rowBytes: estimate?.rowBytes,
    indexBytes: estimate?.indexBytes === undefined ? undefined : Math.round(estimate.indexBytes),
    insert:
      estimate?.insert === undefined
        ? undefined
        : { ratioToEquality: rounded(estimate.insert.ratioToEquality), basis: estimate.insert.basis },
    search:
      slowest === undefined
        ? undefined
        : {
            ms: rounded(slowest.milliseconds),
            perSecondPerCore: rounded(slowest.perSecond),
            ratioToPlaintext:
              slowest.ratioToPlaintext === undefined ? undefined : rounded(slowest.ratioToPlaintext),
            basis: `${slowest.search}, ${slowest.basis}`,
          },
    guessability:
      guessability === undefined ? undefined : { class: guessability.class, bits: guessability.bits },
  };
}

function toTable({ system, name, rowBytes, indexBytes, rows }: TableCost) {
  const both = rowBytes === undefined || indexBytes === undefined ? undefined : rowBytes + indexBytes;
  return {
    system,
    container: name,
    rowBytes,
    indexBytes: indexBytes === undefined ? undefined : Math.round(indexBytes),
    bytesForRows: both === undefined || rows === undefined ? undefined : Math.round(rows * both),
  };
}

/** Bytes are what the row holds; `ms` and `perSecondPerCore` those of the slower machine, beside the range of both. */
function toModelField({ system, name }: ModelCost, cost: ModelFieldCost, line: CostReport['line']) {
  const { field, estimate, guessability, index, band } = cost;
  const { plainBytes, ciphertextBytes, indexBytes, search, coincidences } = estimate ?? {};
  return {
    system,
    container: name,
    path: field.name,
    file: field.place.file,
    line: line(field.place),
    documentBytes:
      ciphertextBytes === undefined || plainBytes === undefined
        ? undefined
        : { typical: ciphertextBytes + (indexBytes ?? 0) - plainBytes },
    rowBytes: ciphertextBytes,
    indexBytes,
    search:
      search === undefined
        ? undefined
        : {
            method: index?.method.algorithm,
            ms: precise(search.milliseconds[1]),
            perSecondPerCore: rounded(search.perSecondPerCore[0]),
            fastest:
              search.milliseconds[0] === search.milliseconds[1]
                ? undefined
                : {
                    ms: precise(search.milliseconds[0]),
                    perSecondPerCore: rounded(search.perSecondPerCore[1]),
                  },
            blocks: search.blocks,
            coincidences: coincidences === undefined ? undefined : rounded(coincidences),
            bits: index?.bits?.value,
            band: band === undefined ? undefined : [band.from, band.to],
            basis: search.basis,
          },
    guessability:
      guessability === undefined ? undefined : { class: guessability.class, bits: guessability.bits },
  };
}

function toModel({ system, name, rowBytes, indexBytes, plainBytes, rows }: ModelCost) {
  const both = rowBytes === undefined || indexBytes === undefined ? undefined : rowBytes + indexBytes;
  return {
    system,
    container: name,
    documentBytes:
      both === undefined || plainBytes === undefined ? undefined : { typical: both - plainBytes },
    rowBytes,
    indexBytes,
    bytesForRows: both === undefined || rows === undefined ? undefined : rows * both,
  };
}

function toContainer({ system, name, total }: ContainerCost) {
  if (total === undefined) return [];
  return [
    {
      system,
      container: name,
      tokens: total.tokens,
      documentBytes: spread(total.documentBytes),
      metadataBytes: spread(total.metadataBytes),
      insertMs: rounded(total.insertMilliseconds.typical),
      bytesForRows: total.bytesForRows,
    },
  ];
}

function spread(found: Spread | undefined) {
  return found === undefined ? undefined : { typical: found.typical, worst: found.worst };
}

/** Digits beyond the third say nothing of an estimate. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function toCodeIndex(container: string, cost: CodeIndexCost, line: CostReport['line']) {
  const { index, path, coincidences, guessability } = cost;
  return {
    system: 'ciphersweet',
    container,
    path,
    file: index.declaration.file,
    line: line(index.declaration),
    index: {
      name: index.name,
      speed: index.speed,
      bits: index.bits?.value,
      transforms: index.transforms,
      coincidences: coincidences === undefined ? undefined : rounded(coincidences),
    },
    guessability:
      guessability === undefined ? undefined : { class: guessability.class, bits: guessability.bits },
  };
}

/** A microsecond is a thousandth: fast searches have digits behind it. */
function precise(value: number): number {
  return value < 1 ? Number(value.toPrecision(3)) : rounded(value);
}
