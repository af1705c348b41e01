import { catalogue } from '../../../rules/catalogue.ts';
import type { Project } from '../../../rules/model/project.ts';
import { configurationSchema, type JsonSchema } from '../../project/configuration/schema.ts';
import { nameOf } from '../../project/folders.ts';
import type { Offer } from './offer.ts';
import { choice, type Literal, list, literal, object, type Piece, stop } from './piece.ts';
import type { Site } from './site.ts';
import type { SketchNode, Step } from './sketch/sketch.ts';

/** The key of package.json that holds a configuration. */
const manifestKey = 'encsafe';

let schema: JsonSchema | undefined;

export function isConfiguration(file: string): boolean {
  return /^encsafe\.config\.(?:jsonc?|ya?ml)$/.test(nameOf(file)) || nameOf(file) === 'package.json';
}

/** What the configuration's own schema says of the place. */
export function configurationOffers({ file, cursor: { trail, slot }, project }: Site): readonly Offer[] {
  const steps = nameOf(file) === 'package.json' ? belowManifestKey(trail) : trail;
  if (steps.length === 0) return [];
  schema ??= configurationSchema(catalogue);
  const here = walk(schema, steps);
  const container = steps.at(-1)?.node;
  switch (slot.kind) {
    case 'key':
      return container?.kind === 'object'
        ? keysOf(here, container.entries, steps, slot.span.start, project)
        : [];
    case 'value':
      return valuesOf(
        here.flatMap((one) => child(one, slot.key)),
        slot.key === 'field' ? pathsOf(project) : [],
      );
    case 'item': {
      const before =
        container?.kind === 'array' ? container.items.filter(({ end }) => end <= slot.span.start).length : 0;
      return valuesOf(
        here.flatMap((one) => item(one, before)),
        [],
      );
    }
  }
}

function belowManifestKey(trail: readonly Step[]): readonly Step[] {
  const [, ...below] = trail;
  return below[0]?.key === manifestKey ? below : [];
}

function walk(root: JsonSchema, steps: readonly Step[]): readonly JsonSchema[] {
  let here = resolve(root);
  let above: SketchNode | undefined;
  for (const [depth, { node, key }] of steps.entries()) {
    if (depth > 0) {
      const index = above?.kind === 'array' ? above.items.filter(({ end }) => end <= node.start).length : 0;
      here = here.flatMap((one) =>
        key === undefined || above?.kind === 'array' ? item(one, index) : child(one, key),
      );
    }
    above = node;
  }
  return here;
}

/** A schema without references and alternatives: each of them may be meant. */
function resolve(one: JsonSchema | undefined): readonly JsonSchema[] {
  if (one === undefined) return [];
  if (one.$ref !== undefined) return resolve(schema?.definitions?.[one.$ref.slice('#/definitions/'.length)]);
  if (one.anyOf === undefined) return [one];
  const { description } = one;
  return one.anyOf
    .flatMap(resolve)
    .map((each) => ({ ...(description === undefined ? {} : { description }), ...each }));
}

function child({ properties, additionalProperties }: JsonSchema, key: string): readonly JsonSchema[] {
  const own = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return resolve(own ?? (additionalProperties === false ? undefined : additionalProperties));
}

function item({ items }: JsonSchema, index: number): readonly JsonSchema[] {
  if (items === undefined) return [];
  return resolve(isTuple(items) ? items[index] : items);
}

function isTuple(items: JsonSchema | readonly JsonSchema[]): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

function keysOf(
  here: readonly JsonSchema[],
  entries: readonly { readonly key: string | undefined; readonly keySpan: { readonly start: number } }[],
  steps: readonly Step[],
  typedAt: number,
  project: Project,
): readonly Offer[] {
  const written = new Set(
    entries.flatMap(({ key, keySpan }) => (keySpan.start === typedAt ? [] : (key ?? []))),
  );
  const known = here.flatMap(({ properties = {} }) => Object.entries(properties));
  const named = known.filter(([name]) => !written.has(name) && !(name === '$schema' && steps.length > 1));
  const offers = named.map(([name, one]): Offer => {
    const description = one.description ?? resolve(one)[0]?.description;
    const rule = catalogue.find(({ id }) => id === name);
    return {
      label: name,
      kind: 'key',
      ...(rule === undefined ? {} : { detail: rule.title }),
      ...(rule !== undefined
        ? { about: { kind: 'rule', id: rule.id } }
        : description === undefined
          ? {}
          : { about: { kind: 'text', text: description } }),
      piece: pieceOf(one),
    };
  });
  const paths = here.some(
    ({ additionalProperties }) => additionalProperties !== false && additionalProperties !== undefined,
  )
    ? pathsOf(project).filter((path) => !written.has(path))
    : [];
  return [
    ...offers,
    ...paths.map(
      (path): Offer => ({ label: path, kind: 'key', detail: 'an encrypted field', piece: object() }),
    ),
  ];
}

/** The encrypted fields of the folder, which a person may know better. */
function pathsOf({ mongodb }: Project): readonly string[] {
  const fields = [...mongodb.fieldLists, ...mongodb.csfleSchemas].flatMap((one) =>
    one.fields.map(({ path }) => path),
  );
  return [...new Set(fields)].filter((path) => path !== undefined && path !== '').sort() as string[];
}

function valuesOf(schemas: readonly JsonSchema[], names: readonly string[]): readonly Offer[] {
  const offers = schemas.flatMap((one): Offer[] => {
    const values: readonly Literal[] = one.enum ?? (one.type === 'boolean' ? [true, false] : usualOf(one));
    return values.map((value) => {
      const title = catalogue.find(({ id }) => id === value)?.title;
      const detail = title ?? (value === one.default ? 'the default' : undefined);
      return {
        label: String(value),
        kind: 'value',
        ...(detail === undefined ? {} : { detail }),
        ...(one.description === undefined ? {} : { about: { kind: 'text', text: one.description } }),
        piece: literal(value),
      };
    });
  });
  const seen = new Set<string>();
  return [
    ...offers,
    ...names.map((name): Offer => ({ label: name, kind: 'value', piece: literal(name) })),
  ].filter(({ label }) => !seen.has(label) && seen.add(label));
}

function usualOf({ type, default: usual }: JsonSchema): readonly Literal[] {
  return (type === 'number' || type === 'integer') && typeof usual === 'number' ? [usual] : [];
}

function pieceOf(one: JsonSchema): Piece {
  const [first] = resolve(one);
  const usual = one.default ?? first?.default;
  if (first?.enum !== undefined) {
    const ordered = first.enum.toSorted((a, b) => Number(b === usual) - Number(a === usual));
    return choice(ordered) ?? stop('');
  }
  switch (first?.type) {
    case 'boolean':
      return choice(usual === true ? [true, false] : [false, true]) ?? stop('');
    case 'number':
    case 'integer':
      return stop(typeof usual === 'number' ? usual : (first.minimum ?? 0));
    case 'object':
      return object();
    case 'array':
      return list();
    default:
      return stop('');
  }
}
