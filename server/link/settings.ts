import type { EqlPlatform } from '../../rules/model/eql.ts';
import type { Assumptions, Budgets, Container, FieldOverride } from '../../rules/model/field.ts';
import type { MongodbTarget } from '../../rules/model/target.ts';

/** What the configuration says of a place, asked by the file that declares a thing. */
export interface LinkSettings {
  readonly mongodb: (file: string) => MongodbTarget;
  readonly assumptions: (file: string) => Assumptions;
  readonly override: (file: string, container: Container, path: string | undefined) => FieldOverride;
  readonly budgets: (file: string) => Budgets;
  /** True where the project reaches its database through CipherStash Proxy, which encrypts plaintext on the way. */
  readonly eqlProxy: (file: string) => boolean;
  /** A platform whose roles cannot make operator classes, where the project shows one. */
  readonly eqlPlatform: (file: string) => EqlPlatform | undefined;
  /** The version of a package that the file's project installs, from a lock file, else the range of its manifest. */
  readonly installed: (file: string, packageName: string) => string | undefined;
  /**
   * Names of the variables that environment and deployment files of a file's project set. Undefined where no such file
   * says what the program is given, or one of them names others that nobody can read.
   */
  readonly variables: (file: string) => ReadonlySet<string> | undefined;
  /**
   * True where some environment or deployment file sets a variable, whatever else is unknown; undefined where none does and
   * one of them names others that nobody can read.
   */
  readonly setsVariable: (file: string, name: string) => boolean | undefined;
  /** The folder of the package that a file belongs to. */
  readonly packageOf: (file: string) => string;
}

/** The same settings, each worked out once a file: every field of a long list asks for them. */
export function askedOnce(settings: LinkSettings): LinkSettings {
  return {
    ...settings,
    mongodb: once(settings.mongodb),
    assumptions: once(settings.assumptions),
    budgets: once(settings.budgets),
    packageOf: once(settings.packageOf),
  };
}

function once<Answer>(ask: (file: string) => Answer): (file: string) => Answer {
  const answers = new Map<string, Answer>();
  return (file) => {
    const known = answers.get(file);
    if (known !== undefined) return known;
    const answer = ask(file);
    answers.set(file, answer);
    return answer;
  };
}
