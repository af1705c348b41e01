import type { CompletionItem, Position } from 'vscode-languageserver';
import { catalogue } from '../../../rules/catalogue.ts';
import { directiveWord } from '../../read/directives.ts';
import { mayDeclare } from '../../read/keywords.ts';
import { syntaxOfText } from '../../read/read.ts';
import type { ServerContext } from '../context.ts';
import { rangesOf } from '../ranges.ts';
import type { Feature } from '../server.ts';
import { isConfiguration } from './configuration.ts';
import { namedFile, namedMapFile } from './declaration.ts';
import { documentationOf } from './documentation.ts';
import { abilitiesOf, toItems, toRuleItems } from './items.ts';
import type { About } from './offer.ts';
import { offersAt } from './offers.ts';
import { styleOf } from './print.ts';
import { annotationOffers, prismaItems } from './prisma-completion.ts';
import { prismaCursor } from './prisma-cursor.ts';
import { findCursor } from './sketch/find-cursor.ts';
import { ruleOffers } from './suppressions.ts';

/** Nobody types in a longer file, and to read it at every key would keep others waiting. */
const longest = 2_000_000;

const always = ['"', "'", ':', '/', ' '] as const;

/** What an annotation of a Prisma schema goes on behind; in code these would ask at every call. */
const inPrisma = ['@', '?', '=', '(', '&', ','] as const;

/** Keys, query types, options and values that are legal where the cursor stands, each with its cost. */
export const completion: Feature = {
  capabilities: (client) => ({
    completionProvider: {
      triggerCharacters: [...always, ...inPrisma],
      resolveProvider: abilitiesOf(client).resolves,
    },
  }),
  register(context) {
    const { connection } = context;
    connection.onCompletion(async ({ textDocument: { uri }, position, context: asked }, token) => {
      try {
        return await complete(context, uri, position, asked?.triggerCharacter, token);
      } catch (error) {
        connection.console.error(`completion: ${error instanceof Error ? error.stack : String(error)}`);
        return null;
      }
    });
    connection.onCompletionResolve((item) => {
      const about = readAbout(item.data);
      const documentation = about === undefined ? undefined : documentationOf(about);
      return documentation === undefined ? item : { ...item, documentation };
    });
  },
};

async function complete(
  context: ServerContext,
  uri: string,
  position: Position,
  trigger: string | undefined,
  token: Parameters<ServerContext['stateOf']>[1],
): Promise<CompletionItem[] | null> {
  // The position is one of this text, whatever comes while the folder is read.
  const text = context.openText(uri);
  if (text === undefined || text.length > longest) return null;
  const file = context.folders.locate(uri)?.file;
  const syntax = file === undefined ? undefined : syntaxOfText(file, text);
  if (file === undefined || syntax === undefined) return null;
  if (syntax === 'sql') return null;
  if (syntax === 'prisma') return completePrisma(context, uri, { file, text, position }, token);
  if (inPrisma.some((one) => one === trigger)) return null;
  const worth =
    isConfiguration(file) ||
    namedFile.test(file) ||
    namedMapFile.test(file) ||
    text.includes(directiveWord) ||
    mayDeclare(syntax, text);
  if (!worth) return null;
  const ranges = rangesOf(text);
  const offset = ranges.offsetAt(position);
  const cursor = findCursor(text, syntax, offset);
  if (cursor === undefined) return null;
  const now = await context.stateOf(uri, token);
  if (now === undefined) return null;
  const { state } = now;
  const abilities = abilitiesOf(context.capabilities());
  const current = now.text === text;
  if ('comment' in cursor) {
    const findings = current ? state.findings.filter(({ place }) => place.file === now.file) : [];
    const offers = ruleOffers(text, cursor.comment, offset, findings);
    return offers === undefined ? null : toRuleItems(offers, ranges, abilities);
  }
  const site = {
    file: now.file,
    syntax,
    cursor,
    settings: state.settings,
    project: state.analysis.project,
    current,
  };
  const items = toItems(
    offersAt(site),
    cursor.slot,
    styleOf(text, syntax, abilities.snippets),
    ranges,
    abilities,
  );
  return items.length === 0 ? null : items;
}

/** Annotations and suppressions, in the comments of a schema. */
async function completePrisma(
  context: ServerContext,
  uri: string,
  { file, text, position }: { readonly file: string; readonly text: string; readonly position: Position },
  token: Parameters<ServerContext['stateOf']>[1],
): Promise<CompletionItem[] | null> {
  const ranges = rangesOf(text);
  const offset = ranges.offsetAt(position);
  const cursor = prismaCursor(file, text, offset);
  const now = cursor === undefined ? undefined : await context.stateOf(uri, token);
  if (cursor === undefined || now === undefined) return null;
  const abilities = abilitiesOf(context.capabilities());
  const current = now.text === text;
  const findings = current ? now.state.findings.filter(({ place }) => place.file === now.file) : [];
  const rules = ruleOffers(text, cursor.comment, offset, findings);
  if (rules !== undefined) return toRuleItems(rules, ranges, abilities);
  const offers = annotationOffers(cursor, now.file, now.state);
  return offers === undefined ? null : prismaItems(offers, ranges, abilities);
}

/** What an item carried; clients send back what they like. */
function readAbout(data: unknown): About | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
  const about = data as About;
  switch (about.kind) {
    case 'text':
      return typeof about.text === 'string' ? about : undefined;
    case 'rule':
      return catalogue.some(({ id }) => id === about.id) ? about : undefined;
    case 'search':
      return typeof about.name === 'string' && typeof about.length === 'number' && isSettings(about.settings)
        ? about
        : undefined;
    default:
      return undefined;
  }
}

function isSettings(settings: unknown): boolean {
  if (settings === undefined) return true;
  return (
    typeof settings === 'object' &&
    settings !== null &&
    'queries' in settings &&
    Array.isArray(settings.queries)
  );
}
