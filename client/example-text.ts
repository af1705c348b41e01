/** What people write: refused by the server, dear, and guessable. */
export const exampleText = `{
  "fields": [
    {
      "path": "email",
      "keyId": { "$uuid": "2f1c6f0e-6a55-4d0a-9c39-0a3b2c6a5d11" },
      "bsonType": "string",
      "queries": [
        {
          "queryType": "substring",
          "strMinQueryLength": 2,
          "strMaxQueryLength": 6,
          "strMaxLength": 50,
          "caseSensitive": false,
          "diacriticSensitive": false
        },
        { "queryType": "equality" }
      ]
    },
    {
      "path": "reference",
      "keyId": { "$uuid": "6f0a0b7e-52c1-4c1e-8a4e-3f6d0e2b9a27" },
      "bsonType": "string",
      "queries": {
        "queryType": "prefix",
        "strMinQueryLength": 3,
        "strMaxQueryLength": 12,
        "caseSensitive": true,
        "diacriticSensitive": "true"
      }
    },
    {
      "path": "gender",
      "keyId": { "$uuid": "6f0a0b7e-52c1-4c1e-8a4e-3f6d0e2b9a27" },
      "bsonType": "string",
      "queries": { "queryType": "equality" }
    }
  ]
}
`;
