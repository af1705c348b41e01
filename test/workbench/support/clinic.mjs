/** A small project with mistakes that people make: what the journeys open. */

export const configuration = (mongodb) => ({ root: true, targets: { mongodb } });

/** Equality beside substring, which the server refuses, and nothing else. */
export const people = `{
  "fields": [
    {
      "path": "reference",
      "keyId": { "$uuid": "2f1c6f0e-6a55-4d0a-9c39-0a3b2c6a5d11" },
      "bsonType": "string",
      "queries": [
        { "queryType": "substring", "strMinQueryLength": 3, "strMaxQueryLength": 5, "strMaxLength": 40, "caseSensitive": true, "diacriticSensitive": true },
        { "queryType": "equality" }
      ]
    }
  ]
}
`;

/** The same without the mistake. */
export const mended = people.replace(/\[\s*\{ "queryType": "substring".*?\]/s, '{ "queryType": "equality" }');

/** Prefix search, which only 9.0 knows by this name. */
export const contacts = `{
  "fields": [
    {
      "path": "voucherCode",
      "keyId": { "$uuid": "b64d1cf4-7a43-4b7b-9a55-52a6a8a4a513" },
      "bsonType": "string",
      "queries": { "queryType": "prefix", "strMinQueryLength": 3, "strMaxQueryLength": 12, "caseSensitive": true, "diacriticSensitive": true }
    }
  ]
}
`;

/** A costly and legal field. */
export const patients = `{
  "fields": [
    {
      "path": "email",
      "keyId": { "$uuid": "7d1f0c52-9e0e-4a41-a0c5-1a9b0c6f7b14" },
      "bsonType": "string",
      "queries": {
        "queryType": "substring",
        "strMinQueryLength": 2,
        "strMaxQueryLength": 6,
        "strMaxLength": 50,
        "caseSensitive": false,
        "diacriticSensitive": false
      }
    }
  ]
}
`;

/** A field whose query type is still to be chosen, at `"|"`. */
export const halfTyped = (bsonType) => `{
  "fields": [
    {
      "path": "memberNumber",
      "keyId": { "$uuid": "6f0a0b7e-52c1-4c0b-8b36-1f6d1b1f6a12" },
      "bsonType": "${bsonType}",
      "queries": { "queryType": "" }
    }
  ]
}
`;

/** The line and column, counted from 1, where the words stand in the text, moved right by `offset` characters. */
export function placeOf(text, words, offset = 0) {
  const index = text.indexOf(words);
  if (index < 0) throw new Error(`the text has no ${words}`);
  const lines = text.slice(0, index + offset).split('\n');
  return { line: lines.length, column: lines[lines.length - 1].length + 1 };
}
