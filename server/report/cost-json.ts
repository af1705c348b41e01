import type { Spread } from '../../rules/costs/estimate.ts';
import type { ContainerCost, CostReport, FieldCost } from './cost.ts';

/** The costs for programs: version 1 of the contract. A key that does not apply is absent. */
export function costJson({ containers, line }: CostReport): string {
  const all = {
    version: 1,
    fields: containers.flatMap((container) =>
      container.fields.map((field) => toField(container, field, line)),
    ),
    containers: containers.flatMap(toContainer),
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
