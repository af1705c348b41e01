/** What a key takes. Source: mongo 11c4e446 src/mongo/crypto/encryption_fields.idl. */
export type Expected =
  | { readonly kind: 'string' }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'number';
      readonly least?: 0 | 1;
      /** What becomes of a fraction: `exactInt64` refuses it, `safeInt` cuts it off. */
      readonly fraction: 'refused' | 'cut';
    };

/** A key, and what it takes. */
export type ExpectedKey = readonly [key: string, expected: Expected];

const text: Expected = { kind: 'string' };
const flag: Expected = { kind: 'boolean' };
const length: Expected = { kind: 'number', least: 1, fraction: 'cut' };

export const expectedOfList: readonly ExpectedKey[] = [
  ['escCollection', text],
  ['ecocCollection', text],
  ['eccCollection', text],
];

export const expectedOfField: readonly ExpectedKey[] = [
  ['path', text],
  ['keyAltName', text],
];

/** Where sparsity and trimFactor end is a matter of the field's domain, and of another rule; so are min and max. */
export const expectedOfQuery: readonly ExpectedKey[] = [
  ['queryType', text],
  ['contention', { kind: 'number', least: 0, fraction: 'refused' }],
  ['sparsity', { kind: 'number', fraction: 'refused' }],
  ['trimFactor', { kind: 'number', fraction: 'cut' }],
  ['precision', { kind: 'number', least: 0, fraction: 'cut' }],
  ['strMinQueryLength', length],
  ['strMaxQueryLength', length],
  ['strMaxLength', length],
  ['caseSensitive', flag],
  ['diacriticSensitive', flag],
];
