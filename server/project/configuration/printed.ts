/** A value and where it comes from: a flag, a file with its line, or the default. */
export interface Printed<Value> {
  readonly value: Value;
  readonly origin: string;
}

export interface PrintedRule {
  readonly severity: string;
  readonly origin: string;
  readonly options?: Readonly<Record<string, Printed<number>>>;
}

/** Every value that holds for one file, with its origin. Plain JSON. */
export interface PrintedSettings {
  readonly file: string;
  /** The configuration files, the one that was found first, then what it extends. */
  readonly configuration: readonly string[];
  readonly ignored: boolean;
  readonly package: string;
  readonly targets: {
    readonly mongodb: Printed<string> & { readonly assumed: boolean };
    readonly eql: Printed<string> & { readonly assumed: boolean };
    readonly eqlProxy: Printed<boolean>;
  };
  readonly rules: Readonly<Record<string, PrintedRule>>;
  readonly budgets: Readonly<Record<string, Printed<number>>>;
  readonly assumptions: Readonly<Record<string, Printed<number>>>;
  readonly fields: Readonly<Record<string, Readonly<Record<string, Printed<string | number>>>>>;
  readonly entryPoints: readonly Printed<unknown>[];
  readonly ignore: readonly Printed<string>[];
  readonly suppress: readonly Printed<unknown>[];
}
