import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver';
import { measured } from '../../../rules/costs/sources.ts';
import type { PrismaEncryption } from '../../../rules/model/blind-index.ts';
import type { SessionState } from '../../session/session.ts';
import type { Ranges } from '../ranges.ts';
import { fieldsealOffers } from './fieldseal-offers.ts';
import type { ItemAbilities } from './items.ts';
import type { PrismaCursor } from './prisma-cursor.ts';
import { hashOffers } from './prisma-hash-offers.ts';
import type { AnnotationOffer, AnnotationOffers } from './prisma-offer.ts';
import { overrideOffers } from './prisma-override-offers.ts';

/** What may stand in a comment of a schema, by the package that reads it. */
export function annotationOffers(
  cursor: PrismaCursor,
  file: string,
  { analysis, settings }: SessionState,
): AnnotationOffers | undefined {
  const override = overrideOffers(cursor);
  if (override !== undefined) return override;
  const { owner, comment } = cursor;
  if (owner === undefined) return undefined;
  const schema = analysis.project.blindIndex.schemas.find(({ models }) =>
    models.some(({ place }) => place.file === file),
  );
  const reader = schema?.package ?? installedAt(file, settings.installed);
  if (reader === undefined || !isRead(reader, cursor)) return undefined;
  const model = schema?.models.find(({ name, place }) => name === owner.block.name && place.file === file);
  const length = settings.assumptions(file).length ?? measured.typicalLength.value;
  switch (reader) {
    case 'prisma-field-encryption':
    case 'prisma-encryption': {
      const { variables } = schema ?? {};
      return hashOffers({
        cursor,
        owner,
        model,
        variables,
        length,
      });
    }
    case 'fieldseal':
      return comment.kind === 'plain'
        ? undefined
        : fieldsealOffers({ cursor, owner, model, length, uuid: () => globalThis.crypto.randomUUID() });
  }
}

/** The fork reads the comment behind a field and no other; the others read documentation. */
function isRead(reader: PrismaEncryption, { comment, owner }: PrismaCursor): boolean {
  if (reader !== 'prisma-encryption') return comment.kind !== 'plain';
  return comment.trailing && comment.kind !== 'block' && owner?.field !== undefined;
}

const npmNames = {
  'prisma-field-encryption': 'prisma-field-encryption',
  'prisma-encryption': 'prisma-encryption',
  fieldseal: '@fieldseal/prisma',
} as const satisfies Record<PrismaEncryption, string>;

/** The one package that the project installs, where nothing in the schema says which. */
function installedAt(
  file: string,
  installed: SessionState['settings']['installed'],
): PrismaEncryption | undefined {
  const found = (Object.keys(npmNames) as PrismaEncryption[]).filter(
    (name) => installed(file, npmNames[name]) !== undefined,
  );
  return found.length === 1 ? found[0] : undefined;
}

export function prismaItems(
  { span, offers }: AnnotationOffers,
  ranges: Ranges,
  { snippets }: ItemAbilities,
): CompletionItem[] {
  return offers.map((offer, order) => ({
    label: offer.label,
    kind: kinds[offer.kind],
    ...(offer.detail === undefined ? {} : { detail: offer.detail }),
    ...(offer.about === undefined ? {} : { documentation: offer.about }),
    sortText: String(order).padStart(3, '0'),
    filterText: offer.kind === 'annotation' ? offer.label : offer.text.trimStart(),
    insertTextFormat:
      snippets && offer.snippet !== undefined ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: {
      range: ranges.rangeOf(span),
      newText: snippets && offer.snippet !== undefined ? offer.snippet : offer.text,
    },
  }));
}

const kinds = {
  annotation: CompletionItemKind.Snippet,
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
} as const satisfies Record<AnnotationOffer['kind'], CompletionItemKind>;
