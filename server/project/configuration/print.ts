import type { Rule } from '../../../rules/model/rule.ts';
import type { Target } from '../../../rules/model/target.ts';
import type { Span } from '../../read/tree.ts';
import { follow } from '../pointer.ts';
import type { Decided } from '../targets/decide.ts';
import type { ConfigurationDocument } from './document.ts';
import type { Sourced } from './effective.ts';
import type { Configured } from './load-configurations.ts';
import type { Printed, PrintedRule, PrintedSettings } from './printed.ts';
import type { Settings, SettingsFlags } from './settings.ts';

interface Question {
  readonly file: string;
  readonly flags: SettingsFlags;
  readonly settings: Omit<Settings, 'printed'>;
  readonly rules: readonly Rule[];
  readonly configured: Configured | undefined;
  readonly mongodb: Decided<string>;
  readonly eql: Decided<string>;
}

/** Every value that holds for a file, each with who says so. */
export function print({ file, flags, settings, rules, configured, mongodb, eql }: Question): PrintedSettings {
  const effective = configured?.effective(file);
  const layers = configured?.chain.layers ?? [];
  return {
    file,
    configuration: layers.map(({ document }) => document.file).toReversed(),
    ignored: settings.ignored(file),
    package: settings.packageOf(file) || '.',
    targets: {
      mongodb: target(
        settings.mongodb(file),
        flags.mongodb && '--mongodb',
        effective?.targets.get('mongodb'),
        mongodb,
      ),
      eql: target(settings.eql(file), flags.eql && '--eql', effective?.targets.get('eql'), eql),
      eqlProxy: {
        value: settings.eqlProxy(file),
        origin: originOf(effective?.targets.get('eqlProxy')) ?? usual,
      },
    },
    rules: Object.fromEntries(rules.map((rule) => [rule.id, printRule(rule)])),
    budgets: printAll(effective?.budgets),
    assumptions: {
      ...printAll(effective?.assumptions),
      ...(flags.length === undefined ? {} : { length: { value: flags.length, origin: '--length' } }),
    },
    fields: Object.fromEntries(
      [...(effective?.fields ?? [])].map(([field, known]) => [field, printAll(known)]),
    ),
    entryPoints: layers.flatMap(({ document }) => printList(document, 'entryPoints')),
    ignore: layers.flatMap(({ document }) => printList(document, 'ignore')) as Printed<string>[],
    suppress: layers.flatMap(({ document }) => printList(document, 'suppress')),
  };

  function printRule(rule: Rule): PrintedRule {
    const set = effective?.severities.get(rule.id);
    const flag = flags.rules !== undefined && Object.hasOwn(flags.rules, rule.id);
    const options = Object.entries(rule.options ?? {}).map(([name, option]): [string, Printed<number>] => {
      const own = effective?.options.get(rule.id)?.get(name);
      return [name, { value: own?.value ?? option.default, origin: originOf(own) ?? usual }];
    });
    return {
      severity: settings.severity(rule.id, file) ?? rule.severity,
      origin: flag ? '--rule' : (originOf(set) ?? usual),
      ...(options.length === 0 ? {} : { options: Object.fromEntries(options) }),
    };
  }
}

const usual = 'default';

function target(
  { version, assumed }: Target<string>,
  flag: string | undefined,
  set: Sourced<unknown> | undefined,
  { evidence }: Decided<string>,
): Printed<string> & { readonly assumed: boolean } {
  const said = evidence.map(({ file, shown }) => `${file} (${shown})`).join(', ');
  const detected = said === '' ? 'the newest, since nothing says which' : said;
  const disagreed = assumed && said !== '' ? `the newest, since these disagree: ${said}` : detected;
  return { value: version, assumed, origin: flag ?? originOf(set) ?? disagreed };
}

function originOf(sourced: Sourced<unknown> | undefined): string | undefined {
  return sourced === undefined ? undefined : placeOf(sourced.document, sourced.offset);
}

function placeOf({ file, text }: ConfigurationDocument, offset: number): string {
  return `${file}:${text.slice(0, offset).split(/\r\n|\n|\r/).length}`;
}

function printAll<Value>(
  values: ReadonlyMap<string, Sourced<Value>> | undefined,
): Record<string, Printed<Value>> {
  return Object.fromEntries(
    [...(values ?? [])].map(([name, one]) => [name, { value: one.value, origin: originOf(one) ?? usual }]),
  );
}

function printList(
  document: ConfigurationDocument,
  key: 'entryPoints' | 'ignore' | 'suppress',
): Printed<unknown>[] {
  const list = document.root === undefined ? undefined : follow(document.root, [key])?.tree;
  const entries: readonly (object | string)[] = document.value[key] ?? [];
  return entries.map((value) => {
    const literal: Span | undefined =
      typeof value === 'string'
        ? list?.kind === 'array'
          ? list.items.find((item) => item.kind === 'string' && item.value === value)
          : undefined
        : document.literalOf(value);
    return { value, origin: placeOf(document, literal?.start ?? 0) };
  });
}
