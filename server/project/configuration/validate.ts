import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { readPointer } from '../pointer.ts';
import type { JsonSchema, JsonType } from './schema.ts';

/** One thing that a schema does not allow, where it stands in the value. */
export type Violation =
  | { readonly kind: 'unknown-key'; readonly at: readonly string[]; readonly allowed: readonly string[] }
  | { readonly kind: 'missing-key'; readonly at: readonly string[]; readonly key: string }
  | { readonly kind: 'one-of'; readonly at: readonly string[]; readonly keys: readonly string[] }
  | {
      readonly kind: 'type';
      readonly at: readonly string[];
      readonly types: readonly JsonType[];
      /** The texts that are allowed here, where only some are. */
      readonly allowed: readonly string[];
    }
  | { readonly kind: 'enum'; readonly at: readonly string[]; readonly allowed: readonly string[] }
  | { readonly kind: 'minimum'; readonly at: readonly string[]; readonly minimum: number }
  | { readonly kind: 'length'; readonly at: readonly string[]; readonly schema: JsonSchema }
  | { readonly kind: 'pattern'; readonly at: readonly string[]; readonly schema: JsonSchema };

/** Everything about a value that its schema does not allow, each said once and at its smallest place. */
export function validate(value: unknown, schema: JsonSchema): Violation[] {
  const { errors } = new Validator(schema as Schema, '7', false).validate(value);
  const kept = withoutOtherBranches(errors, value, schema);
  const seen = new Set<string>();
  return kept.flatMap((error) => {
    const violation = toViolation(error, value, schema);
    const key = JSON.stringify(violation);
    if (violation === undefined || seen.has(key)) return [];
    seen.add(key);
    return [violation];
  });
}

/** Of several branches only what is wrong in the one that the value was meant for helps anybody. */
function withoutOtherBranches(
  errors: readonly OutputUnit[],
  value: unknown,
  schema: JsonSchema,
): OutputUnit[] {
  const dropped: string[] = [];
  for (const { keyword, keywordLocation, instanceLocation } of errors) {
    if (keyword === 'oneOf') dropped.push(`${keywordLocation}/`);
    if (keyword !== 'anyOf') continue;
    const branches = branchesAt(schema, keywordLocation);
    const type = typeOf(valueAt(value, namesOf(instanceLocation)));
    const meant = branches.findIndex((branch) => fits(type, typesOf(branch, schema)));
    branches.forEach((_, index) => {
      if (index !== meant) dropped.push(`${keywordLocation}/${index}/`);
    });
  }
  return errors.filter(
    ({ keywordLocation }) => !dropped.some((prefix) => keywordLocation.startsWith(prefix)),
  );
}

function toViolation(error: OutputUnit, value: unknown, root: JsonSchema): Violation | undefined {
  const { keyword, keywordLocation, instanceLocation } = error;
  const at = namesOf(instanceLocation);
  const schema = schemaAt(root, keywordLocation);
  switch (keyword) {
    case 'false': {
      // Said of each key that no schema allows; its place is the key, its schema the one around it.
      const around = schemaOfInstance(root, value, at.slice(0, -1));
      return { kind: 'unknown-key', at, allowed: Object.keys(around?.properties ?? {}) };
    }
    case 'required':
      return { kind: 'missing-key', at, key: /"([^"]*)"/.exec(error.error)?.[1] ?? '' };
    case 'oneOf':
      return { kind: 'one-of', at, keys: (schema?.oneOf ?? []).flatMap(({ required }) => required ?? []) };
    case 'anyOf': {
      const branches = schema?.anyOf ?? [];
      const types = branches.flatMap((branch) => typesOf(branch, root));
      return fits(typeOf(valueAt(value, at)), types) ? undefined : { kind: 'type', at, types, allowed: [] };
    }
    case 'type':
      return {
        kind: 'type',
        at,
        types: schema === undefined ? [] : typesOf(schema, root),
        allowed: schema?.enum ?? [],
      };
    case 'enum': {
      const isText = typeof valueAt(value, at) === 'string';
      // A value of another type was already reported as such.
      return isText || schema?.type === undefined
        ? { kind: 'enum', at, allowed: schema?.enum ?? [] }
        : undefined;
    }
    case 'minimum':
      return { kind: 'minimum', at, minimum: schema?.minimum ?? 0 };
    case 'minItems':
    case 'maxItems':
    case 'minLength':
    case 'maxLength':
      return { kind: 'length', at, schema: schema ?? {} };
    case 'pattern':
      return { kind: 'pattern', at, schema: schema ?? {} };
    default:
      return undefined;
  }
}

function namesOf(location: string): readonly string[] {
  return readPointer(decodeURI(location.slice(1))) ?? [];
}

/** The schema that holds the keyword at a location; references are stations on the way. */
function schemaAt(root: JsonSchema, keywordLocation: string): JsonSchema | undefined {
  const names = namesOf(keywordLocation).slice(0, -1);
  let node: unknown = root;
  for (const name of names) {
    node = name === '$ref' ? resolve(node, root) : childOf(resolve(node, root), name);
  }
  return resolve(node, root) as JsonSchema | undefined;
}

function branchesAt(root: JsonSchema, keywordLocation: string): readonly JsonSchema[] {
  return schemaAt(root, keywordLocation)?.anyOf ?? [];
}

/** The schema of a place in the value, through the branch that fits. */
function schemaOfInstance(
  root: JsonSchema,
  value: unknown,
  names: readonly string[],
): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  let current = value;
  for (const name of [...names, undefined]) {
    schema = resolve(schema, root);
    const type = typeOf(current);
    const branch: JsonSchema | undefined = schema?.anyOf?.find((one) => fits(type, typesOf(one, root)));
    if (branch !== undefined) schema = resolve(branch, root);
    if (name === undefined || schema === undefined) return schema;
    if (Array.isArray(current)) {
      const { items }: JsonSchema = schema;
      schema = isList(items) ? items[Number(name)] : items;
    } else {
      const { properties, additionalProperties }: JsonSchema = schema;
      const own: JsonSchema | undefined =
        properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
      schema = own ?? (additionalProperties === false ? undefined : additionalProperties);
    }
    current = childOf(current, name);
  }
  return schema;
}

function resolve<Node>(node: Node, root: JsonSchema): Node | JsonSchema | undefined {
  const { $ref } = (node ?? {}) as JsonSchema;
  return $ref === undefined ? node : root.definitions?.[$ref.replace('#/definitions/', '')];
}

function typesOf(schema: JsonSchema, root: JsonSchema): readonly JsonType[] {
  const { type } = (resolve(schema, root) ?? {}) as JsonSchema;
  return type === undefined ? [] : [type];
}

function fits(type: JsonType, types: readonly JsonType[]): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object';
}

export function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce(childOf, value);
}

function childOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function isList(items: JsonSchema['items']): items is readonly JsonSchema[] {
  return Array.isArray(items);
}
