import type { PrismaEncryption } from '../../../../rules/model/blind-index.ts';
import type { PrismaBlock } from '../../../read/prisma/schema.ts';
import type { PlacedBlock, PrismaSchema } from '../../prisma/schemas.ts';
import type { Asking } from '../link-blind-index.ts';
import { readsLikeAnnotation } from './near-annotation.ts';

/** What reads the annotations of a schema, and whether the project says so. */
export interface ReadBy {
  readonly package: PrismaEncryption;
  readonly known: boolean;
}

const npmNames = {
  'prisma-field-encryption': 'prisma-field-encryption',
  'prisma-encryption': 'prisma-encryption',
  fieldseal: '@fieldseal/prisma',
} as const satisfies Record<PrismaEncryption, string>;

const packages = Object.keys(npmNames) as readonly PrismaEncryption[];

/** The package that encrypts fields of a schema, undefined where nothing in it reads like an annotation. */
export function whichPackage(
  schema: PrismaSchema,
  blocks: readonly PlacedBlock[],
  { read, settings }: Asking,
): ReadBy | undefined {
  const comments = schema.files.flatMap(({ prisma }) =>
    (prisma?.comments ?? []).filter(({ text }) => text.includes('@')),
  );
  const generated = blocks.some(({ block }) => isFieldsealGenerator(block));
  if (generated) return { package: 'fieldseal', known: true };
  const near = comments.filter(({ text }) => readsLikeAnnotation(text));
  if (near.length === 0) return undefined;
  const says = (grammar: RegExp) => near.some(({ text }) => grammar.test(text));
  const sealed = says(/@fieldseal\s*\(/);
  if (sealed) return { package: 'fieldseal', known: true };
  const [file = ''] = schema.files.map((facts) => facts.file);
  const installed = packages.filter((name) => settings.installed(file, npmNames[name]) !== undefined);
  const candidates = installed.length === 1 ? installed : used(installed, imported(read));
  const annotated = says(/@encrypted|@encryption:hash\(/);
  // Fieldseal reads neither of these: another one does.
  const [only, ...more] = annotated ? candidates.filter((name) => name !== 'fieldseal') : candidates;
  if (only !== undefined && more.length === 0) return { package: only, known: true };
  return annotated ? { package: 'prisma-field-encryption', known: false } : undefined;
}

/** Of several that are installed those that code takes anything from: while one replaces another, both are. */
function used(
  installed: readonly PrismaEncryption[],
  from: readonly PrismaEncryption[],
): readonly PrismaEncryption[] {
  if (installed.length === 0) return from;
  const both = installed.filter((name) => from.includes(name));
  return both.length > 0 ? both : installed;
}

function isFieldsealGenerator({ kind, settings }: PrismaBlock): boolean {
  return (
    kind === 'generator' &&
    settings.some(
      ({ name, value }) =>
        name === 'provider' && value.kind === 'string' && value.value.includes('fieldseal-prisma-generator'),
    )
  );
}

/** The packages that code takes anything from. */
function imported(read: Asking['read']): readonly PrismaEncryption[] {
  const modules = new Set(read.flatMap(({ source }) => (source?.imports ?? []).map(({ module }) => module)));
  return packages.filter((name) => modules.has(npmNames[name]));
}
