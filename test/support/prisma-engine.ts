import { createRequire } from 'node:module';
import type { PrismaDocumentation, PrismaFacts } from '../../server/read/prisma/schema.ts';

const require = createRequire(import.meta.url);

/** What a schema says, in words that both the engine and the reader have. */
export interface PrismaModels {
  readonly models: readonly PrismaModel[];
  readonly enums: readonly PrismaModel[];
}

interface PrismaModel {
  readonly name: string;
  readonly documentation?: string;
  /** `email String? -- its documentation`; of an enumeration the values. */
  readonly members: readonly string[];
}

interface Documented {
  readonly name: string;
  readonly documentation?: string | null;
}

interface Datamodel {
  readonly models: readonly (Documented & { readonly fields: readonly Field[] })[];
  readonly types?: readonly (Documented & { readonly fields: readonly Field[] })[];
  readonly enums: readonly (Documented & { readonly values: readonly Documented[] })[];
}

interface Field extends Documented {
  readonly type: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
}

interface Engine {
  readonly get_datamodel: (parameters: string) => string;
}

const engines: Readonly<Record<6 | 7, Engine>> = {
  6: require('prisma-schema-wasm-6'),
  7: require('@prisma/prisma-schema-wasm'),
};

/** What the engine of a release makes of a schema; undefined where it refuses it. */
export function modelsByEngine(release: 6 | 7, text: string): PrismaModels | undefined {
  const datamodel = datamodelOf(release, text);
  return datamodel === undefined ? undefined : modelsOf(datamodel);
}

/** The same from what an engine says. */
export function modelsOf(datamodel: Datamodel): PrismaModels {
  return {
    models: [...datamodel.models, ...(datamodel.types ?? [])].map((model) => ({
      ...described(model),
      members: model.fields.map((field) =>
        memberLine(field, signs(field.isList, !field.isRequired), field.type),
      ),
    })),
    enums: datamodel.enums.map((one) => ({
      ...described(one),
      members: one.values.map((value) => memberLine(value)),
    })),
  };
}

function datamodelOf(release: 6 | 7, text: string): Datamodel | undefined {
  try {
    const parameters = { prismaSchema: [['schema.prisma', text]], noColor: true };
    return JSON.parse(engines[release].get_datamodel(JSON.stringify(parameters)));
  } catch {
    return undefined;
  }
}

/** The same from the facts of the reader, without what the engine leaves out. */
export function modelsByReader({ blocks }: PrismaFacts, text: string): PrismaModels {
  const ignores = (list: readonly { readonly name: string }[]) => list.some(({ name }) => name === 'ignore');
  const ofKind = (wanted: string) =>
    blocks.filter(({ kind, attributes }) => kind === wanted && !ignores(attributes));
  const ignored = new Set(blocks.filter(({ attributes }) => ignores(attributes)).map(({ name }) => name));
  return {
    models: [...ofKind('model'), ...ofKind('view'), ...ofKind('type')].map((block) => ({
      ...described({ name: block.name, ...documentationOf(block.documentation, text) }),
      members: block.fields
        .filter(
          ({ type, attributes }) =>
            type !== 'Unsupported' && !ignores(attributes) && !ignored.has(type ?? ''),
        )
        .map((field) =>
          memberLine(
            { name: field.name, ...documentationOf(field.documentation, text) },
            signs(field.list, field.optional),
            field.type,
          ),
        ),
    })),
    enums: ofKind('enum').map((block) => ({
      ...described({ name: block.name, ...documentationOf(block.documentation, text) }),
      members: block.values.map(({ name, documentation }) =>
        memberLine({ name, ...documentationOf(documentation, text) }),
      ),
    })),
  };
}

/** The text of the file, which facts hold without the letters of secrets. */
function documentationOf(
  documentation: readonly PrismaDocumentation[],
  text: string,
): { readonly documentation?: string } {
  if (documentation.length === 0) return {};
  return {
    documentation: documentation
      .map((one) => text.slice(one.textStart, one.textStart + one.text.length))
      .join('\n'),
  };
}

function described({ name, documentation }: Documented): Omit<PrismaModel, 'members'> {
  return { name, ...(typeof documentation === 'string' ? { documentation } : {}) };
}

function memberLine({ name, documentation }: Documented, sign = '', type = ''): string {
  const says = typeof documentation === 'string' ? ` -- ${documentation}` : '';
  return `${name} ${type}${sign}${says}`;
}

function signs(list: boolean, optional: boolean): string {
  return list ? '[]' : optional ? '?' : '';
}

/** A schema as Prisma 7 takes it: it refuses addresses of databases in schemas. Every offset stays. */
export function forPrisma7(text: string): string {
  return text.replace(
    /^([^\S\r\n]*)((?:url|directUrl|shadowDatabaseUrl)\s*=[^\r\n]*)/gm,
    (_, before, line) => {
      return before + ' '.repeat(line.length);
    },
  );
}
