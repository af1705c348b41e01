import {
  type ContainerEstimate,
  estimateContainer,
  estimateField,
  type FieldEstimate,
  typicalLength,
} from '../../rules/costs/estimate.ts';
import { type Guessability, guessField } from '../../rules/guessability/classify.ts';
import { type Container, containerName, type System } from '../../rules/model/field.ts';
import type { FieldList } from '../../rules/model/mongodb.ts';
import type { Place } from '../../rules/model/place.ts';
import type { Project } from '../../rules/model/project.ts';
import type { MongodbTarget } from '../../rules/model/target.ts';
import type { CodeTableCost } from './code-index-costs.ts';
import { searchedBy, searchedByAlgorithm } from './cost-words.ts';
import type { ModelCost } from './model-costs.ts';
import type { TableCost } from './table-costs.ts';

/** What the encrypted fields of a project cost, in the order of their places. */
export interface CostReport {
  readonly containers: readonly ContainerCost[];
  readonly tables: readonly TableCost[];
  readonly models: readonly ModelCost[];
  readonly codeTables: readonly CodeTableCost[];
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
  /** Bytes of a typical value, before any strMaxLength cuts it. */
  readonly length?: number;
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

export function listCost(list: FieldList, asked: number | undefined): ContainerCost {
  const { container, target, document, fields } = list;
  const costs = fields.map((field): FieldCost => {
    const estimate = estimateField(field);
    const guessability = guessField(field, fields);
    return {
      ...(field.path === undefined ? {} : { path: field.path }),
      place: field.place,
      searched: searchedBy(field, estimate),
      ...(estimate === undefined ? {} : { estimate }),
      length: typicalLength(field),
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
