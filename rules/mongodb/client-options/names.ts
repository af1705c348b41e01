import type { EncryptingClient } from '../../model/mongodb.ts';
import { nearest } from '../../model/nearest.ts';
import { type Report, safeFix, suggestion } from '../../model/rule.ts';
import { lookup, type ObjectValue, type Property, valueAt } from '../../model/value.ts';
import { clientOptions, extraOptions } from './options.ts';

/** Names of options that the client skips without a word, because it knows another spelling or another place. */
export function* checkNames({ options }: EncryptingClient): Generator<Report> {
  for (const property of options.properties) {
    const { key } = property;
    if (isExtra(key)) yield misplaced(options, property);
    else yield* checkName(options, property, clientOptions, consequence);
  }
  const extra = valueAt(options, 'extraOptions');
  if (extra?.kind !== 'object') return;
  for (const property of extra.properties) yield* checkName(extra, property, extraOptions, () => '');
}

/** The known name that a key was most likely meant to be; undefined for a known key, and for one that is like no other. */
export function meant(key: string, known: readonly string[] = clientOptions): string | undefined {
  // Other languages' drivers write names with underscores.
  return known.includes(key) || key.includes('_') ? undefined : nearest(key, known);
}

function* checkName(
  holder: ObjectValue,
  property: Property,
  known: readonly string[],
  then: (name: string) => string,
): Generator<Report> {
  const to = meant(property.key, known);
  if (to === undefined) return;
  const rivals = holder.properties.filter(({ key }) => meant(key, known) === to);
  const free = lookup(holder, to).state === 'absent';
  const fix = rivals.length === 1 ? safeFix : suggestion;
  yield {
    place: property.keyPlace,
    message: `the client has no option ${property.key} and skips it${then(to)}: write ${to}`,
    fixes: free ? [fix(`rename ${property.key} to ${to}`, { kind: 'rename-key', property, to })] : [],
  };
}

function consequence(name: string): string {
  switch (name) {
    case 'kmsProviders':
      return ', so that no key can be opened';
    case 'keyVaultNamespace':
      return ', and looks for the keys in admin.datakeys';
    case 'encryptedFieldsMap':
    case 'schemaMap':
      return ', so that the server alone says what is encrypted';
    default:
      return '';
  }
}

function isExtra(key: string): boolean {
  return (extraOptions as readonly string[]).includes(key);
}

function misplaced(options: ObjectValue, property: Property): Report {
  const { key } = property;
  const free = lookup(options, 'extraOptions').state === 'absent';
  return {
    place: property.keyPlace,
    message: `${key} stands beside extraOptions, where the client skips it: it belongs into extraOptions`,
    fixes: free
      ? [
          suggestion(
            `move ${key} into extraOptions`,
            { kind: 'remove-property', object: options, property },
            {
              kind: 'add-property',
              object: options,
              key: 'extraOptions',
              value: { kind: 'object', properties: [{ key, value: { kind: 'copy', of: property.value } }] },
            },
          ),
        ]
      : [],
  };
}
