import assert from 'node:assert/strict';
import { placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';
import { until } from '../support/until.mjs';

const installed = '{ "dependencies": { "@prisma/client": "6.19.0", "prisma-field-encryption": "1.6.0" } }\n';

/** A hash that anyone can try out, and an annotation with one letter too many. */
const schema = `datasource db {
  provider = "postgresql"
}

model Patient {
  id        String  @id @default(uuid())
  ssn       String  /// @encrypted
  ssnHash   String? @unique /// @encryption:hash(ssn)
  email     String  /// @encrypted
  emailHash String? @unique /// @encrypted:hash(email)
}
`;

/** An annotation to be completed at its end. */
const halfTyped = schema.replace('/// @encrypted:hash(email)', '/// @encryption:hash(email)?normalize=');

const fieldseal = '{ "dependencies": { "@prisma/client": "7.10.0", "@fieldseal/prisma": "0.1.3" } }\n';

const sealed = `/// @fieldseal(table_uuid: "a3e1f7c2-5b94-4d08-b6e3-9f2a7c1d4e85")
model Claimant {
  id         Int    @id @default(autoincrement())
  /// @fieldseal(encrypted, column_uuid: "0c9e4b7a-2d15-4f6e-8a3b-1e7d5c9f2a64")
  email      Bytes
  /// @fieldseal(index: "email", idf: "argon2id", normalize: "nfc-casefold-v1",
  ///            truncate_bits: 15, projected_population: 100000)
  emailIndex Bytes?

  @@index([emailIndex])
}
`;

const file = 'schema.prisma';

export const journeys = [
  {
    name: 'a Prisma schema, without Prisma’s extension: squiggle, line above the field, card and quick fix',
    async run({ open, picture, cleanup }) {
      const folder = folderOf('portal', { 'package.json': installed, [file]: schema }, cleanup);
      const workbench = await open({ folder, at: { file, ...placeOf(schema, 'ssn  ', 1) } });
      await workbench.squiggleShown('error');
      const card = await workbench.hover(/social security number/);
      for (const words of [/Patient\.ssn/, /plaintext/, /sha256, no salt/, /64\sB/, /89 ms by one GPU/]) {
        assert.match(card, words);
      }
      await picture(workbench.page, 'prisma-card');
      const { hidden } = await workbench.cardLook();
      assert.deepEqual(hidden, { across: 0, down: 0 }, 'the card reads without scrolling');

      await workbench.page.keyboard.press('Escape');
      await workbench.placeCursor(placeOf(schema, '@encrypted:hash', 3));
      await workbench.quickFixes(/write @encryption:hash\(email\)/i);
      await picture(workbench.page, 'prisma-quick-fix');
      await workbench.applyQuickFix(/write @encryption:hash\(email\)/i);
      await until('the mended annotation', async () =>
        /emailHash String\? @unique \/\/\/ @encryption:hash\(email\)/.test(await workbench.text()),
      );
      await picture(workbench.page, 'prisma-mended');
    },
  },
  {
    name: 'the card of a Prisma field with a slow index says who waits',
    async run({ open, picture, cleanup }) {
      const folder = folderOf('claims', { 'package.json': fieldseal, [file]: sealed }, cleanup);
      const workbench = await open({ folder, at: { file, ...placeOf(sealed, 'email ', 1) } });
      const card = await workbench.hover(/Claimant\.email/);
      for (const words of [/argon2id, 15 bits/, /44–70\sms/, /9\sto\s15\sbits/, /every other request/]) {
        assert.match(card, words);
      }
      await picture(workbench.page, 'prisma-slow-card');
      const { hidden } = await workbench.cardLook();
      assert.deepEqual(hidden, { across: 0, down: 0 }, 'the card reads without scrolling');
    },
  },
  {
    name: 'completion in an annotation of a Prisma schema',
    async run({ open, picture, cleanup }) {
      const folder = folderOf('portal', { 'package.json': installed, [file]: halfTyped }, cleanup);
      const workbench = await open({ folder, at: { file, ...placeOf(halfTyped, 'normalize=', 10) } });
      const labels = await workbench.completions(/^lowercase$/);
      assert.ok(labels.includes('diacritics'), labels.join(', '));
      await picture(workbench.page, 'prisma-completion');
      await workbench.chooseCompletion('lowercase');
      assert.match(await workbench.text(), /hash\(email\)\?normalize=lowercase\n/);
    },
  },
];
