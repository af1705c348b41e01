import type { NestedMongooseSchema } from '../../../rules/model/mongodb.ts';
import { valueAt } from '../../../rules/model/value.ts';
import type { CallTree, ObjectTree, SpreadTree, Tree } from '../../read/tree.ts';
import { type Evaluator, type Located, noParameters, placeOf } from '../evaluate.ts';
import { readEncryptedFields } from './mongoose-fields.ts';

/** The schemas with an `encryptionType` of their own that a definition uses, by name or written in place. */
export function readNestedSchemas(
  file: string,
  definition: Tree | SpreadTree | undefined,
  evaluator: Evaluator,
): readonly NestedMongooseSchema[] {
  if (definition === undefined || definition.kind === 'spread') return [];
  const found: NestedMongooseSchema[] = [];

  const readPaths = (located: Located, prefix: string, depth: number): void => {
    const { tree, ...rest } = evaluator.follow(located);
    if (tree.kind !== 'object' || depth > 40) return;
    for (const entry of tree.entries) {
      if (entry.kind === 'spread' || typeof entry.key !== 'string') continue;
      const value = evaluator.follow({ ...rest, tree: entry.value });
      const place = placeOf(rest.file, entry.keySpan);
      const path = prefix + entry.key;
      if (value.tree.kind === 'call') note(value, { path, place, direct: true });
      else if (value.tree.kind === 'array') readItems(value, { path, place, direct: false });
      else if (value.tree.kind === 'object') {
        const type = entryOf(value.tree, 'type');
        if (type === undefined) readPaths(value, `${path}.`, depth + 1);
        else readType({ ...value, tree: type }, { path, place, direct: false });
      }
    }
  };

  const readType = (located: Located, use: Use): void => {
    const type = evaluator.follow(located);
    if (type.tree.kind === 'array') readItems(type, use);
    else note(type, use);
  };

  const readItems = ({ tree, ...rest }: Located, use: Use): void => {
    if (tree.kind !== 'array') return;
    for (const item of tree.items) {
      if (item.kind === 'spread') continue;
      const followed = evaluator.follow({ ...rest, tree: item });
      const type = followed.tree.kind === 'object' ? entryOf(followed.tree, 'type') : undefined;
      note(type === undefined ? followed : evaluator.follow({ ...followed, tree: type }), use);
    }
  };

  const note = ({ tree, ...rest }: Located, use: Use): void => {
    if (tree.kind !== 'call' || tree.name !== 'Schema') return;
    const argument = (position: number) => {
      const written = argumentOf(tree, position);
      return written === undefined ? undefined : evaluator.evaluate({ ...rest, tree: written });
    };
    const options = argument(1);
    const encryptionType = options?.kind === 'object' ? valueAt(options, 'encryptionType') : undefined;
    if (encryptionType === undefined) return;
    const inner = argument(0);
    const encrypts = inner?.kind === 'object' && readEncryptedFields(inner).length > 0;
    found.push({ ...use, encryptionType, encrypts });
  };

  readPaths({ file, tree: definition, parameters: noParameters }, '', 0);
  return found;
}

type Use = Pick<NestedMongooseSchema, 'path' | 'place' | 'direct'>;

function entryOf(tree: ObjectTree, key: string): Tree | undefined {
  const entry = tree.entries.findLast((one) => one.kind === 'property' && one.key === key);
  return entry?.kind === 'property' ? entry.value : undefined;
}

function argumentOf(call: CallTree, position: number): Tree | undefined {
  const written = call.arguments.slice(0, position + 1);
  const last = written[position];
  return last === undefined || last.kind === 'spread' || written.some(({ kind }) => kind === 'spread')
    ? undefined
    : last;
}
