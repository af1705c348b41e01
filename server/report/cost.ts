import {
  type ContainerEstimate,
  estimateContainer,
  estimateField,
  type FieldEstimate,
} from '../../rules/costs/estimate.ts';
import type { QuerySettings } from '../../rules/costs/settings.ts';
import { type Guessability, guessField } from '../../rules/guessability/classify.ts';
import { type Container, containerName, type System } from '../../rules/model/field.ts';
import type { CsfleField, FieldList, QueryableField } from '../../rules/model/mongodb.ts';
import type { Place } from '../../rules/model/place.ts';
import type { Project } from '../../rules/model/project.ts';
import type { MongodbTarget } from '../../rules/model/target.ts';

/** What the encrypted fields of a project cost, in the order of their places. */
export interface CostReport {
  readonly containers: readonly ContainerCost[];
  /** Documents for which totals were asked; undefined where the configuration says it, or nothing does. */
  readonly rows: number | undefined;
  readonly line: (place: Place) => number;
}

export interface ContainerCost {
  readonly system: System;
  readonly container: Container;
  readonly name: string;
  readonly target: MongodbTarget;
  readonly place: Place;
  readonly fields: readonly FieldCost[];
  /** All fields together; absent where one of them cannot be estimated. */
  readonly total?: ContainerEstimate;
  readonly rows?: number;
}

export interface FieldCost {
  readonly path?: string;
  readonly place: Place;
  /** How it can be searched, in words. */
  readonly searched: string;
  readonly estimate?: FieldEstimate;
  readonly guessability?: Guessability;
}

export function costsOf(project: Project, rows: number | undefined): readonly ContainerCost[] {
  const { fieldLists, csfleSchemas } = project.mongodb;
  const queryable = fieldLists.map((list) => listCost(list, rows));
  const clientSide = csfleSchemas.map(
    ({ container, target, schema, fields }): ContainerCost => ({
      system: 'mongodb-csfle',
      container,
      name: containerName(container),
      target,
      place: schema.place,
      fields: fields.map((field) => {
        const guessability = guessField(field, fields);
        return {
          ...(field.path === undefined ? {} : { path: field.path }),
          place: field.place,
          searched: searchedByAlgorithm(field),
          ...(guessability === undefined ? {} : { guessability }),
        };
      }),
    }),
  );
  return [...queryable, ...clientSide]
    .filter(({ fields }) => fields.length > 0)
    .sort(
      ({ place: one }, { place: other }) =>
        (one.file < other.file ? -1 : one.file > other.file ? 1 : 0) || one.start - other.start,
    );
}

function listCost(list: FieldList, asked: number | undefined): ContainerCost {
  const { container, target, document, fields } = list;
  const costs = fields.map((field): FieldCost => {
    const estimate = estimateField(field);
    const guessability = guessField(field, fields);
    return {
      ...(field.path === undefined ? {} : { path: field.path }),
      place: field.place,
      searched: searchedBy(field, estimate),
      ...(estimate === undefined ? {} : { estimate }),
      ...(guessability === undefined ? {} : { guessability }),
    };
  });
  const estimates = costs.flatMap(({ estimate }) => estimate ?? []);
  const rows = asked ?? fields.find(({ assumptions }) => assumptions.rows !== undefined)?.assumptions.rows;
  const whole = estimates.length === fields.length && (list.list === undefined || !list.list.open);
  return {
    system: 'mongodb-qe',
    container,
    name: containerName(container),
    target,
    place: document.place,
    fields: costs,
    ...(whole && estimates.length > 0 ? { total: estimateContainer(estimates, rows) } : {}),
    ...(rows === undefined ? {} : { rows }),
  };
}

/** `substring 2–6 of 50`, `range, 32 bits`, `prefix 3–10 + suffix 2–6`. */
function searchedBy(field: QueryableField, estimate: FieldEstimate | undefined): string {
  if (estimate === undefined) {
    const names = field.queries.flatMap(({ name }) => name ?? []);
    return names.length > 0 ? names.join(' + ') : '?';
  }
  const parts = estimate.settings.queries.map(inWords);
  return parts.length === 0 ? 'not searched' : parts.join(' + ');
}

function inWords(query: QuerySettings): string {
  switch (query.kind) {
    case 'equality':
      return 'equality';
    case 'range':
      return `range, ${query.bits} bits`;
    case 'prefix':
    case 'suffix':
      return `${query.kind} ${query.strMinQueryLength}–${query.strMaxQueryLength}`;
    case 'substring':
      return `substring ${query.strMinQueryLength}–${query.strMaxQueryLength} of ${query.strMaxLength}`;
  }
}

/** Source: mongodb docs, core/csfle/reference/encryption-schemas: only a deterministic value can be compared. */
function searchedByAlgorithm({ algorithm }: CsfleField): string {
  if (algorithm?.kind !== 'string') return '?';
  if (algorithm.value.endsWith('-Deterministic')) return 'equality (deterministic)';
  return algorithm.value.endsWith('-Random') ? 'not searched' : '?';
}
