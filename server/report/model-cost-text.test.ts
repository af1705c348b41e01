import { expect, test } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';

const folder = () =>
  folderOf({
    'clinic/package.json': '{ "dependencies": { "prisma-field-encryption": "1.6.0" } }\n',
    'clinic/prisma/schema.prisma': `datasource db {
  provider = "postgresql"
}

model Patient {
  id      Int     @id
  email   String  /// @encrypted
  emailIx String? @unique /// @encryption:hash(email)?saltEnv=SALT
  notes   String? /// @encrypted
}
`,
    'records/package.json': '{ "dependencies": { "@fieldseal/prisma": "^0.1.3" } }\n',
    'records/prisma/schema.prisma': `datasource db {
  provider = "postgresql"
}

/// @fieldseal(table_uuid: "a3e1f7c2-5b94-4d08-b6e3-9f2a7c1d4e85")
model Taxpayer {
  id        Int    @id @default(autoincrement())
  /// @fieldseal(encrypted, column_uuid: "0c9e4b7a-2d15-4f6e-8a3b-1e7d5c9f2a64")
  email     Bytes
  /// @fieldseal(index: "email", idf: "argon2id", normalize: "nfc-casefold-v1",
  ///            truncate_bits: 15, projected_population: 100000)
  emailBidx Bytes?

  @@index([emailBidx])
}
`,
  });

test('a row a field: bytes, how it is searched, what a search takes and finds', async () => {
  const { stdout } = await runIn(folder(), ['cost', '--rows', '1000', '--length', '40']);
  expect(stdout).toMatch(/^Patient {2}clinic\/prisma\/schema\.prisma:5 {2}prisma-field-encryption$/m);
  expect(stdout).toMatch(
    /^ {2}email +sha256 +40 B +115 B +64 B +4\.9 µs +200,000 +– +e-mail address, 33 bits$/m,
  );
  expect(stdout).toMatch(/^ {2}notes +not searched +40 B +115 B +– +– +– +–$/m);
  expect(stdout).toMatch(/^ {2}all fields +230 B +64 B$/m);
  expect(stdout).toContain('1,000 rows of typical values: 230.0 KB of ciphertexts, 64.0 KB of indexes.');
});

test('a slow index: both machines, who waits, and the band', async () => {
  const { stdout } = await runIn(folder(), ['cost', 'records']);
  expect(stdout).toMatch(
    /^ {2}email +argon2id, 15 bits +25 B +136 B +2 B +44–70 ms +14–23 +3\.1 +e-mail address, 33 bits$/m,
  );
  expect(stdout).toContain('20 searches of email in a row stop all others for 893 to 1,219 ms');
  expect(stdout).toContain('email: 15 bits, 9 to 15 for 100,000 values');
});

test('for programs the same numbers by field, and the sum for the rows', async () => {
  const { stdout } = await runIn(folder(), ['cost', '--format', 'json', '--rows', '1000']);
  const { version, fields, containers } = JSON.parse(stdout);
  expect(version).toBe(1);
  expect(fields).toMatchObject([
    {
      system: 'prisma-field-encryption',
      container: 'Patient',
      path: 'email',
      file: 'clinic/prisma/schema.prisma',
      line: 7,
      documentBytes: { typical: 134 },
      rowBytes: 95,
      indexBytes: 64,
      search: { method: 'sha256', ms: 0.0049, blocks: false },
      guessability: { class: 'email', bits: 33 },
    },
    { path: 'notes', documentBytes: { typical: 70 } },
    {
      system: 'fieldseal',
      path: 'email',
      documentBytes: { typical: 113 },
      search: {
        method: 'argon2id',
        ms: 70,
        perSecondPerCore: 14.286,
        fastest: { ms: 44, perSecondPerCore: 22.727 },
        blocks: true,
        bits: 15,
        coincidences: 3.052,
        band: [9, 15],
      },
    },
  ]);
  expect(Object.keys(fields[1])).not.toContain('search');
  expect(containers).toMatchObject([
    { container: 'Patient', rowBytes: 190, indexBytes: 64, bytesForRows: 254_000 },
    { container: 'Taxpayer', bytesForRows: 138_000 },
  ]);
});

test('a terminal that is too narrow for the table gets a paragraph a field', async () => {
  const { stdout } = await runIn(folder(), ['cost'], {
    stdoutIsTerminal: true,
    columns: 66,
    env: { NO_COLOR: '1' },
  });
  expect(stdout).toContain('ciphertext 95 B, index 64 B a row');
  expect(stdout).toContain('a search 44–70 ms, 14–23 a second and core');
  expect(stdout.split('\n').filter((line) => line.length > 66)).toEqual([]);
});
