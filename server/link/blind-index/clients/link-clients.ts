import type { EncryptedSchema } from '../../../../rules/model/blind-index.ts';
import type { PrismaClients } from '../../../../rules/model/prisma-clients.ts';
import { actsOf } from '../../code/acts-of.ts';
import type { Asking } from '../link-blind-index.ts';
import { findExtensions } from './extensions.ts';
import { findPlainClients } from './plain.ts';
import { createResolver } from './resolver.ts';

/** How code makes, extends and uses Prisma's clients. */
export function linkClients(asking: Asking, schemas: readonly EncryptedSchema[]): PrismaClients {
  const code = asking.read.filter((facts) => actsOf(facts).length > 0);
  const resolver = createResolver(asking, code);
  const extensions = code.flatMap((facts) => findExtensions(facts, asking, resolver));
  if (extensions.length === 0) return { extensions: [], plain: [] };
  const schemaOf = schemaByFile(asking, schemas);
  return {
    extensions: extensions.map(({ extension }) => extension),
    plain: findPlainClients(code, extensions, schemaOf, asking, resolver),
  };
}

/** The schema that the code of a file speaks of: its package's own, else the only one of the project. */
function schemaByFile(
  { settings, files, wanted }: Asking,
  schemas: readonly EncryptedSchema[],
): (file: string) => EncryptedSchema | undefined {
  const names = (files.names?.() ?? []).filter((name) => name.endsWith('.prisma'));
  const folders = new Set(names.map(settings.packageOf));
  const known = new Map<string, EncryptedSchema | undefined>();
  const schemaOf = (folder: string): EncryptedSchema | undefined => {
    const own = schemas.filter(({ packageFolder }) => packageFolder === folder);
    if (own.length === 0) return folders.size === 1 && schemas.length === 1 ? schemas[0] : undefined;
    return own.length === 1 && databasesOf(folder) < 2 ? own[0] : undefined;
  };
  /** Each schema has one datasource. Of two in a package, one client may have the models of either. */
  const databasesOf = (folder: string): number => {
    const inPackage = names.filter((name) => settings.packageOf(name) === folder);
    for (const name of inPackage) if (files.facts(name) === undefined) wanted.add(name);
    const blocks = inPackage.flatMap((name) => files.facts(name)?.prisma?.blocks ?? []);
    return blocks.filter(({ kind }) => kind === 'datasource').length;
  };
  return (file) => {
    const folder = settings.packageOf(file);
    if (!known.has(folder)) known.set(folder, schemaOf(folder));
    return known.get(folder);
  };
}
