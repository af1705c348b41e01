import type { Assumptions, Budgets, Container, FieldOverride } from '../../rules/model/field.ts';
import type { MongodbTarget } from '../../rules/model/target.ts';

/** What the configuration says of a place, asked by the file that declares a thing. */
export interface LinkSettings {
  readonly mongodb: (file: string) => MongodbTarget;
  readonly assumptions: (file: string) => Assumptions;
  readonly override: (file: string, container: Container, path: string | undefined) => FieldOverride;
  readonly budgets: (file: string) => Budgets;
  /** The folder of the package that a file belongs to. */
  readonly packageOf: (file: string) => string;
}
