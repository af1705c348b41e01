import type { EncryptedSchema, PrismaEncryption } from '../../../../rules/model/blind-index.ts';
import { folderOf, resolvePath } from '../../eql/replay/layout.ts';
import { placeOf } from '../../evaluate.ts';
import { fieldOverrides } from '../../prisma/field-override.ts';
import { blocksOf, type PlacedBlock, type PrismaSchema, prismaSchemas } from '../../prisma/schemas.ts';
import { askedOnce } from '../../settings.ts';
import type { Asking } from '../link-blind-index.ts';
import type { AnnotationReader } from './annotation-reader.ts';
import { commentsOf } from './comments-of.ts';
import { readFieldseal } from './fieldseal-reader.ts';
import { globalSaltVariable } from './hash-method.ts';
import { mentionedInCode } from './mentioned-in-code.ts';
import { readPrismaEncryption, readPrismaFieldEncryption } from './prisma-field-encryption.ts';
import { isModel, type SchemaNames, toModel } from './to-model.ts';
import { whichPackage } from './which-package.ts';

/** Schemas in which a package encrypts fields, or is meant to. */
export function linkSchemas(asking: Asking): readonly EncryptedSchema[] {
  const { read, evaluator, files, wanted } = asking;
  const settings = askedOnce(asking.settings);
  const { packageOf } = settings;
  const schemas = prismaSchemas(read, evaluator, { ...files, packageOf }, wanted);
  const outputs = schemas.flatMap(outputsOf);
  return schemas.flatMap((schema) => {
    const written = schema.files.filter(
      ({ file }) => !outputs.some((output) => file.startsWith(`${output}/`)),
    );
    return linkSchema({ ...schema, files: written }, { ...asking, settings }) ?? [];
  });
}

/** The folders that generators of a schema write to, among other things a copy of the schema. */
function outputsOf(schema: PrismaSchema): readonly string[] {
  return blocksOf(schema).flatMap(({ file, block }) => {
    if (block.kind !== 'generator') return [];
    const output = block.settings.find(({ name }) => name === 'output')?.value;
    const folder = output?.kind === 'string' ? resolvePath(folderOf(file), output.value) : undefined;
    return folder === undefined || folder === '' || file.startsWith(`${folder}/`) ? [] : folder;
  });
}

function linkSchema(schema: PrismaSchema, asking: Asking): EncryptedSchema | undefined {
  const blocks = blocksOf(schema);
  const by = whichPackage(schema, blocks, asking);
  const [first] = schema.files;
  if (by === undefined || first === undefined) return undefined;
  const { settings } = asking;
  const set = settings.variables(first.file);
  // What code names it may set, from a vault or whatever else no file shows.
  const variables = set && new Set([...set, ...mentionedInCode(asking.read, saltVariables(schema))]);
  const globalSalt =
    settings.setsVariable(first.file, globalSaltVariable) !== false ||
    mentionedInCode(asking.read, [globalSaltVariable]).length > 0;
  const datasource = blocks.find(({ block }) => block.kind === 'datasource')?.block.name ?? 'db';
  const provider = providerOf(blocks);
  const names = namesOf(blocks, by.package, asking);
  const known = new Map(
    schema.files.flatMap(({ file, prisma }) =>
      prisma === undefined ? [] : [[file, { prisma, ...fieldOverrides(prisma) }]],
    ),
  );
  const overrideProblems = [...known].flatMap(([file, { problems }]) =>
    problems.map(({ message, ...span }) => ({ message, place: placeOf(file, span) })),
  );
  return {
    package: by.package,
    packageKnown: by.known,
    packageFolder: settings.packageOf(first.file),
    ...(provider === undefined ? {} : { provider }),
    datasource,
    models: blocks.flatMap(({ file, block }) => {
      const facts = known.get(file);
      if (facts === undefined || !isModel(block)) return [];
      const commented = commentsOf(file, facts.prisma, block, facts.overrides, globalSalt);
      return toModel(file, block, commented, names);
    }),
    globalSalt,
    ...(variables === undefined ? {} : { variables }),
    ...(overrideProblems.length === 0 ? {} : { overrideProblems }),
  };
}

/** The variables that annotations of hashes name. */
function saltVariables({ files }: PrismaSchema): readonly string[] {
  return files.flatMap(({ prisma }) =>
    (prisma?.comments ?? []).flatMap(({ text }) => /\bsaltEnv=(\w+)/.exec(text)?.[1] ?? []),
  );
}

const readers: Readonly<Record<PrismaEncryption, AnnotationReader>> = {
  'prisma-field-encryption': readPrismaFieldEncryption,
  'prisma-encryption': readPrismaEncryption,
  fieldseal: readFieldseal,
};

function namesOf(blocks: readonly PlacedBlock[], name: PrismaEncryption, { settings }: Asking): SchemaNames {
  const of = (...kinds: readonly string[]) =>
    blocks.flatMap(({ block }) => (kinds.includes(block.kind) ? block : []));
  return {
    package: name,
    read: readers[name],
    models: new Set(of('model', 'view').map((block) => block.name)),
    enums: new Map(of('enum').map((block) => [block.name, block.values.length])),
    datasources: new Set(['db', ...of('datasource').map((block) => block.name)]),
    settings,
  };
}

function providerOf(blocks: readonly PlacedBlock[]): string | undefined {
  for (const { block } of blocks) {
    if (block.kind !== 'datasource') continue;
    const provider = block.settings.find(({ name }) => name === 'provider')?.value;
    if (provider?.kind === 'string') return provider.value;
  }
  return undefined;
}
