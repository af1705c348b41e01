import type { Fix } from '../../../rules/model/finding.ts';
import type { Place } from '../../../rules/model/place.ts';
import { safeFix } from '../../../rules/model/rule.ts';
import type { Span, Tree } from '../../read/tree.ts';
import { didYouMean, nearId } from '../did-you-mean.ts';
import { follow, plainValue } from '../pointer.ts';
import type { JsonType } from './schema.ts';
import type { Violation } from './validate.ts';

/** A violation in the words of a person who writes a configuration. */
export interface Complaint {
  readonly message: string;
  readonly place: Place;
  readonly fixes: readonly Fix[];
}

/** `root` is the configuration in its file. */
export function explain(violation: Violation, file: string, root: Tree): Complaint {
  const { at } = violation;
  const pointed = nearestPointed(root, at);
  const placeOf = ({ start, end }: Span): Place => ({ file, start, end });
  const place = placeOf(pointed.tree);
  const name = at.at(-1) ?? 'the configuration';
  switch (violation.kind) {
    case 'unknown-key': {
      const { property } = pointed;
      const near = nearId(name, violation.allowed);
      const fixes =
        near === undefined || property === undefined
          ? []
          : [
              safeFix(`rename to ${near}`, {
                kind: 'rename-key',
                property: {
                  key: name,
                  keyPlace: placeOf(property.keySpan),
                  place: placeOf(property),
                  value: { kind: 'unknown', place: placeOf(property.value) },
                },
                to: near,
              }),
            ];
      return {
        message: `${unknownKey(at, name)}${didYouMean(near) || known(violation.allowed)}`,
        place: property === undefined ? place : placeOf(property.keySpan),
        fixes,
      };
    }
    case 'missing-key':
      return { message: `${nameOf(at)} lacks ${violation.key}, so it has no effect`, place, fixes: [] };
    case 'one-of':
      return {
        message: `${nameOf(at)} needs either ${violation.keys.join(' or ')}, and not both`,
        place,
        fixes: [],
      };
    case 'type': {
      const quoted = pointed.tree.kind === 'number' ? pointed.tree.digits : undefined;
      const fits = quoted !== undefined && violation.allowed.includes(quoted);
      return {
        message: `${nameOf(at)} must be ${either(violation.types.map(article))}, not ${article(kindOf(pointed.tree))}${fits ? `: write "${quoted}"` : ''}`,
        place,
        fixes: fits ? [setValue(quoted, place, pointed.tree)] : [],
      };
    }
    case 'enum': {
      const value = String(plainValue(pointed.tree));
      const near = nearValue(value, violation.allowed);
      return {
        message: `${unknownValue(at, value)}${didYouMean(near) || known(violation.allowed)}`,
        place,
        fixes: near === undefined ? [] : [setValue(near, place, pointed.tree)],
      };
    }
    case 'minimum':
      return { message: `${nameOf(at)} must be at least ${violation.minimum}`, place, fixes: [] };
    case 'length': {
      const { minLength, minItems, maxItems, maxLength } = violation.schema;
      const what =
        minLength !== undefined && plainValue(pointed.tree) === ''
          ? 'must not be empty'
          : minItems !== undefined || maxItems !== undefined
            ? `must hold ${minItems === maxItems ? minItems : `${minItems ?? 0} to ${maxItems ?? 'any number of'}`} entries`
            : `must have at most ${maxLength} characters`;
      return { message: `${nameOf(at)} ${what}`, place, fixes: [] };
    }
    case 'pattern': {
      const [example] = violation.schema.examples ?? [];
      return { message: `${nameOf(at)} is not written like ${example}`, place, fixes: [] };
    }
  }
}

/** The place itself, or what is nearest around it where the value was made by a merge. */
function nearestPointed(root: Tree, names: readonly string[]) {
  for (let length = names.length; length > 0; length -= 1) {
    const pointed = follow(root, names.slice(0, length));
    if (pointed !== undefined) return pointed;
  }
  return { tree: root, span: root, property: undefined };
}

/** How a message names a place: its key, or the list and the number of the entry. */
function nameOf(at: readonly string[]): string {
  const name = at.at(-1);
  if (name === undefined) return 'the configuration';
  if (!/^\d+$/.test(name)) return name;
  return `entry ${Number(name) + 1} of ${at.at(-2)}`;
}

function unknownKey(at: readonly string[], name: string): string {
  if (isRule(at)) return `there is no rule ${name}`;
  const rule = at.at(-3);
  if (at.at(-2) === '1' && at.at(-4) === 'rules') return `the rule ${rule} has no option ${name}`;
  return `unknown key ${name}`;
}

function unknownValue(at: readonly string[], value: string): string {
  if (at.at(-1) === 'rule') return `there is no rule ${value}`;
  if (at.at(-1) === 'class') return `there is no class ${value}`;
  if (isRule(at) || (at.at(-1) === '0' && at.at(-3) === 'rules')) return `${value} is no severity`;
  return `${nameOf(at)} cannot be ${value}`;
}

/** True for what stands directly in a `rules` of the file or of one of its overrides. */
function isRule(at: readonly string[]): boolean {
  return at.at(-2) === 'rules' && (at.length === 2 || at.at(-4) === 'overrides');
}

/** What people write who know other tools. */
const otherNames: Readonly<Record<string, string>> = {
  warn: 'warning',
  information: 'info',
  hint: 'info',
  none: 'off',
  ignore: 'off',
  disable: 'off',
  disabled: 'off',
};

function nearValue(value: string, allowed: readonly string[]): string | undefined {
  const other = Object.hasOwn(otherNames, value.toLowerCase()) ? otherNames[value.toLowerCase()] : undefined;
  return other !== undefined && allowed.includes(other) ? other : nearId(value, allowed);
}

/** A list that a person can take in. */
const listedAtMost = 12;

function known(names: readonly string[]): string {
  if (names.length === 0 || names.length > listedAtMost) return '';
  return `; known here: ${names.join(', ')}`;
}

function setValue(to: string, place: Place, tree: Tree): Fix {
  const value =
    tree.kind === 'string'
      ? ({ kind: 'string', place, value: tree.value } as const)
      : ({ kind: 'unknown', place } as const);
  return safeFix(`write "${to}"`, { kind: 'set-value', value, to });
}

function kindOf(tree: Tree): JsonType {
  switch (tree.kind) {
    case 'array':
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return tree.kind;
    default:
      return 'object';
  }
}

function article(type: JsonType): string {
  if (type === 'null') return 'null';
  if (type === 'array') return 'a list';
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function either(words: readonly string[]): string {
  const all = [...new Set(words)];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
