import { clientSideKeys, clientSideValues, undecidedKeys } from './client-side.ts';
import { configurationOffers, isConfiguration } from './configuration.ts';
import { findDeclaration } from './declaration.ts';
import type { Offer } from './offer.ts';
import { literal } from './piece.ts';
import {
  documentKeys,
  fieldKeys,
  fieldValues,
  queryKeys,
  queryValues,
  wholeFields,
  wholeQueries,
} from './queryable.ts';
import type { Site } from './site.ts';

/** What may stand at the cursor; nothing outside of what is certainly a declaration of encryption. */
export function offersAt(site: Site): readonly Offer[] {
  if (isConfiguration(site.file)) return configurationOffers(site);
  const { slot, trail } = site.cursor;
  const found = findDeclaration(site);
  if (found === undefined) return [];
  switch (found.kind) {
    case 'document':
      return slot.kind === 'key' ? documentKeys(found.object) : [];
    case 'fields':
      return slot.kind === 'item' ? wholeFields() : [];
    case 'field': {
      if (slot.kind === 'value') return fieldValues(found.field, slot.key);
      if (slot.kind !== 'key') return [];
      const whole = startsHere(trail) && !found.mongoose ? wholeFields() : [];
      return [...fieldKeys(found.field, found.mongoose), ...whole];
    }
    case 'queries':
      return slot.kind === 'item' ? wholeQueries(found.field) : [];
    case 'query': {
      const { field, query } = found;
      if (query === undefined) return [];
      if (slot.kind === 'value') return queryValues(field, query, slot.key);
      if (slot.kind !== 'key') return [];
      const others = { ...field, queries: field.queries.filter((one) => one !== query) };
      return [...queryKeys(field, query), ...(startsHere(trail) ? wholeQueries(others) : [])];
    }
    case 'mongoose':
      return slot.kind === 'key' ? undecidedKeys(found.encrypt) : [];
    case 'mongoose-options':
      if (slot.kind !== 'value' || slot.key !== 'encryptionType') return [];
      return [
        { label: 'queryableEncryption', kind: 'value', piece: literal('queryableEncryption') },
        {
          label: 'csfle',
          kind: 'value',
          detail: 'client-side field level encryption',
          piece: literal('csfle'),
        },
      ];
    case 'client-side':
      if (slot.kind === 'value') return clientSideValues(found.schema, slot.key);
      return slot.kind === 'key' ? clientSideKeys(found.schema) : [];
  }
}

/** True for an object of YAML that only begins here, so that it may as well be written whole. */
function startsHere(trail: Site['cursor']['trail']): boolean {
  const node = trail.at(-1)?.node;
  return node?.kind === 'object' && node.fresh;
}
