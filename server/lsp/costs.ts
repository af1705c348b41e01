import type { CancellationToken } from 'vscode-languageserver';
import type {
  CostSheet,
  LengthLimits,
  SheetContainer,
  SheetField,
  SheetPlace,
} from '../../rules/costs/sheet.ts';
import type { Place } from '../../rules/model/place.ts';
import { atLeast, type MongodbTarget } from '../../rules/model/target.ts';
import { substringLimits } from '../../rules/mongodb/text-limits.ts';
import { type ContainerCost, costsOf, type FieldCost } from '../report/cost.ts';
import { isQuietCode } from '../session/quiet-code.ts';
import type { ServerContext } from './context.ts';
import type { Folder } from './folders.ts';
import { type Ranges, rangesOf } from './ranges.ts';
import type { Feature } from './server.ts';

/** `encsafe/costs`: what the fields of one document cost, or of everything that is open. */
export const costs: Feature = {
  capabilities: () => ({}),
  register(context) {
    let asked = false;
    context.connection.onRequest('encsafe/costs', async (parameters: unknown, token) => {
      asked = true;
      return { containers: await containersOf(context, uriIn(parameters), token) } satisfies CostSheet;
    });
    // Only a client that shows costs knows what to do with this.
    context.onChanged(() => {
      if (asked) void context.connection.sendNotification('$/encsafe/costsChanged').catch(() => undefined);
    });
  },
};

function uriIn(parameters: unknown): string | undefined {
  const { uri } = (parameters ?? {}) as { readonly uri?: unknown };
  return typeof uri === 'string' ? uri : undefined;
}

async function containersOf(
  context: ServerContext,
  uri: string | undefined,
  token: CancellationToken,
): Promise<readonly SheetContainer[]> {
  const located = uri === undefined ? undefined : context.folders.locate(uri);
  if (uri !== undefined && located === undefined) return [];
  const folders = located === undefined ? context.folders.all : [located.folder];
  const all: SheetContainer[] = [];
  for (const folder of folders) {
    const { enable, includeTests } = context.folders.settingsOf(folder);
    if (!enable) continue;
    const { analysis, texts } = await folder.session.state();
    if (token.isCancellationRequested) return [];
    const placeOf = placesIn(context, folder, texts);
    for (const container of costsOf(analysis.project, undefined)) {
      const { file } = container.place;
      if (located !== undefined && file !== located.file) continue;
      // Of two folders, one in the other, both see the file: the inner one shows it.
      const holder = context.folders.holding(folder.uriOf(file))?.folder ?? folder;
      if (holder !== folder) continue;
      // A document that was asked for by name is shown whatever it is.
      if (located === undefined && !includeTests && isQuietCode(file, texts.get(file))) continue;
      all.push(sheetContainer(container, placeOf));
    }
  }
  return all;
}

type PlaceOf = (place: Place) => SheetPlace;

function placesIn(context: ServerContext, folder: Folder, texts: ReadonlyMap<string, string>): PlaceOf {
  const known = new Map<string, Ranges>();
  return ({ file, start }) => {
    const ranges = known.get(file) ?? rangesOf(texts.get(file) ?? '');
    known.set(file, ranges);
    return { uri: context.uriOf(folder, file), ...ranges.positionAt(start) };
  };
}

function sheetContainer(cost: ContainerCost, placeOf: PlaceOf): SheetContainer {
  const { name, system, target, place, fields, rows, total } = cost;
  return {
    name,
    system: system === 'mongodb-csfle' ? 'mongodb-csfle' : 'mongodb-qe',
    target: { version: target.version, assumed: target.assumed },
    file: place.file,
    at: placeOf(place),
    fields: fields.map((field) => sheetField(field, target, placeOf)),
    ...(rows === undefined ? {} : { rows }),
    whole: total !== undefined,
  };
}

function sheetField(cost: FieldCost, target: MongodbTarget, placeOf: PlaceOf): SheetField {
  const { path, searched, place, estimate, length, guessability } = cost;
  const settings = estimate?.settings;
  const substring = settings?.queries.some(({ kind }) => kind === 'substring') === true;
  return {
    ...(path === undefined ? {} : { path }),
    searched,
    at: placeOf(place),
    ...(settings === undefined ? {} : { settings }),
    ...(length === undefined ? {} : { length }),
    ...(substring ? { limits: limitsOn(target) } : {}),
    ...(guessability === undefined
      ? {}
      : { guessability: { label: guessability.label, guessable: guessability.kind !== 'unguessable' } }),
  };
}

function limitsOn(target: MongodbTarget): LengthLimits {
  const limits = substringLimits[atLeast(target, '9.0') ? 'substring' : 'substringPreview'];
  const of = (option: keyof LengthLimits) => limits.find((limit) => limit.option === option)?.length ?? 0;
  return {
    strMinQueryLength: of('strMinQueryLength'),
    strMaxQueryLength: of('strMaxQueryLength'),
    strMaxLength: of('strMaxLength'),
  };
}
