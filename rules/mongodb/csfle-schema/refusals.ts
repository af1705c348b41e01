/**
 * What the server and the query analysis of a client (crypt_shared, mongocryptd) answer. Sources, in mongodb/mongo: query
 * analysis encryption_schema_tree.cpp and resolved_encryption_info.cpp; src/mongo/db/matcher/schema/json_schema_parser.cpp and
 * encrypt_schema_types_parser.cpp; src/mongo/idl/idl_parser.cpp.
 *
 * `server`: refused wherever the schema goes. `analysis`: refused by every client with automatic encryption, while a
 * server that only validates with the schema takes it.
 */
export const refusals = {
  wrongType: { code: '14', by: 'server' },
  badValue: { code: '2', by: 'server' },
  unknownKey: { code: '40415', by: 'server' },
  typeBeside: { code: '9', by: 'server' },
  emptyMetadata: { code: '9', by: 'server' },
  unsupportedKeyword: { code: '9', by: 'server' },
  keyIdKind: { code: '51085', by: 'server' },
  keyIdItem: { code: '51088', by: 'server' },
  keyIdSubtype: { code: '51084', by: 'server' },
  keyIdPointer: { code: '51065', by: 'analysis' },
  keyIdCount: { code: undefined, by: 'analysis' },
  placement: { code: '51077', by: 'analysis' },
  sibling: { code: '51078', by: 'analysis' },
  metadataPlacement: { code: '31077', by: 'analysis' },
  serverOnlyKeyword: { code: '31068', by: 'analysis' },
  keywordOfValidation: { code: '31126', by: 'analysis' },
  noAlgorithm: { code: '51099', by: 'analysis' },
  noKey: { code: '51097', by: 'analysis' },
  algorithmNotAllowed: { code: '51194', by: 'analysis' },
  deterministicType: { code: '31122', by: 'analysis' },
  deterministicCount: { code: '31051', by: 'analysis' },
  deterministicPointer: { code: '31169', by: 'analysis' },
  neverEncrypted: { code: '31122', by: 'analysis' },
} as const satisfies Record<string, RefusalData>;

interface RefusalData {
  readonly code: string | undefined;
  readonly by: 'server' | 'analysis';
}

export type Refusal = keyof typeof refusals;
