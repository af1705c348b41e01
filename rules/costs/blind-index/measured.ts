/** The least that Fieldseal takes: 3 passes over 32 MiB. Source: fieldseal-spec docs/02-spec-v0.1.md 7.3. */
export const leastDerivation = { passes: 3, memoryKib: 32_768 } as const;

const guide =
  'Fieldseal docs/19-what-encrypted-search-costs.md (2026-08-31): Argon2id with 3 passes over 32 MiB on two developer machines, AMD Zen 4 with Node.js 24.16 and Apple Silicon with Node.js 24.7';

/** What one slow fingerprint costs, and what it does to everything else that the process serves. */
export const slowSearch = {
  source: guide,
  /** Milliseconds of one derivation, on the faster machine and on the slower one. */
  milliseconds: [44, 70],
  /** While the event loop derives so many, one after another, nothing else runs. */
  stall: { derivations: 20, milliseconds: [893, 1219] },
  /** Milliseconds of the 99th percentile of a query without encryption, beside so many encrypted searches, on the first machine. */
  bystander: [
    { searches: 0, milliseconds: 0.8 },
    { searches: 4, milliseconds: 187 },
    { searches: 8, milliseconds: 352 },
  ],
} as const;

/** Milliseconds of one call on the same machine: what ratios are taken from. */
export const sameMachine = {
  source: 'measured: AMD EPYC, one core, Node.js 24.21.0',
  /** Argon2id with 3 passes over 32 MiB and one lane. */
  leastDerivation: 110,
  otherDerivations: [
    { passes: 1, memoryKib: 8_192, milliseconds: 6.5 },
    { passes: 2, memoryKib: 19_456, milliseconds: 32 },
    { passes: 1, memoryKib: 47_104, milliseconds: 77 },
    { passes: 4, memoryKib: 32_768, milliseconds: 139 },
    { passes: 3, memoryKib: 65_536, milliseconds: 203 },
  ],
  /** The whole path of prisma-field-encryption 1.6.0. */
  sha256: 0.0049,
  hmacSha256: 0.0028,
} as const;
