import { catalogue } from '../../../rules/catalogue.ts';
import type { Finding } from '../../../rules/model/finding.ts';
import { folderOf, type Whereabouts } from '../folders.ts';
import { matchGlobs } from '../globs.ts';
import { type ConfigurationDocument, readDocument } from './document.ts';
import { createMerger, type Effective } from './effective.ts';
import { buildChain, type Chain } from './extend.ts';
import type { ConfigurationText, ReadFile } from './find.ts';
import { configurationSchema } from './schema.ts';
import type { ConfiguredEntryPoint, ConfiguredSuppression } from './settings.ts';
import { collectSuppressions } from './suppressions.ts';

/** A configuration with all that it extends, ready to be asked. */
export interface Configured {
  readonly chain: Chain;
  readonly effective: (file: string) => Effective;
  readonly ignored: (file: string) => boolean;
  readonly entryPoints: readonly ConfiguredEntryPoint[];
}

export interface Configurations {
  readonly of: (found: string) => Configured | undefined;
  readonly problems: readonly Finding[];
  readonly documents: readonly ConfigurationDocument[];
  /** Asks which configuration counts for a file. */
  readonly suppressions: (found: (file: string) => string | undefined) => readonly ConfiguredSuppression[];
}

/**
 * Reads configurations and what they extend, each file once. This module and what it imports is loaded only where a
 * configuration was found. `folder` of each: what its paths are relative to, by default its own.
 */
export async function loadConfigurations(
  found: readonly (ConfigurationText & { readonly folder?: string })[],
  read: ReadFile,
  where: Whereabouts,
): Promise<Configurations> {
  const schema = configurationSchema(catalogue);
  const documents = new Map<string, Promise<ConfigurationDocument | undefined>>();
  const open = (file: string, text: Promise<string | undefined> = read(file)) => {
    const document =
      documents.get(file) ??
      text.then((known) => (known === undefined ? undefined : readDocument(file, known, schema)));
    documents.set(file, document);
    return document;
  };
  const configured = new Map<string, Configured>();
  await Promise.all(
    found.map(async ({ file, text, folder = folderOf(file) }) => {
      const document = await open(file, Promise.resolve(text));
      if (document === undefined) return;
      configured.set(file, configure(await buildChain(document, folder, open, where), where));
    }),
  );
  const all = [...configured.values()];
  const opened = (await Promise.all(documents.values())).flatMap((document) => document ?? []);
  return {
    of: (file) => configured.get(file),
    problems: [
      ...opened.flatMap(({ problems }) => problems),
      ...unique(all.flatMap(({ chain }) => chain.problems)),
    ],
    documents: opened,
    suppressions: (foundFor) =>
      collectSuppressions(
        new Set(all.map(({ chain }) => chain)),
        (file) => configured.get(foundFor(file) ?? '')?.chain,
        where,
      ),
  };
}

function configure(chain: Chain, where: Whereabouts): Configured {
  const merge = createMerger(chain, where);
  const known = new Map<string, Effective>();
  const ignores = chain.layers.map(({ document, folder }) => ({
    folder,
    meets: matchGlobs(document.value.ignore ?? []),
  }));
  return {
    chain,
    effective(file) {
      const merged = known.get(file) ?? merge(file);
      known.set(file, merged);
      return merged;
    },
    ignored: (file) =>
      ignores.reduce((met, { folder, meets }) => meets(where.relative(file, folder), met), false),
    entryPoints: chain.layers.flatMap(({ document, folder }) =>
      (document.value.entryPoints ?? []).map((entry) => {
        const matches = matchGlobs(typeof entry.files === 'string' ? [entry.files] : entry.files);
        return { ...entry, matches: (file: string) => matches(where.relative(file, folder)) };
      }),
    ),
  };
}

/** Two configurations that extend the same one meet the same problem in it. */
function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [JSON.stringify([one.place, one.message]), one])).values()];
}
