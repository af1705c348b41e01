import assert from 'node:assert/strict';
import { configuration, patients, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';

const themes = [
  { theme: 'Default Dark Modern', dark: true, file: 'hover-dark' },
  { theme: 'Default Light Modern', dark: false, file: 'hover-light' },
];

export const journeys = themes.map(({ theme, dark, file }) => ({
  name: `the card of a field in ${theme}`,
  async run({ open, picture, cleanup }) {
    const folder = folderOf(
      'clinic',
      { 'encsafe.config.json': configuration('9.0'), 'patients.encryptedFields.json': patients },
      cleanup,
    );
    const workbench = await open({
      folder,
      settings: { 'workbench.colorTheme': theme },
      at: { file: 'patients.encryptedFields.json', ...placeOf(patients, '"email"', 3) },
    });
    const card = await workbench.hover(/tokens/);
    for (const words of [
      /email/,
      /substring/,
      /MongoDB 9\.0/,
      /plaintext/i,
      /equality/i,
      /insert/i,
      /leaks/i,
    ]) {
      assert.match(card, words);
    }
    const { luminance, hidden } = await workbench.cardLook();
    assert.equal(luminance < 0.5, dark, 'the card has the colours of the theme');
    await picture(workbench.page, file);
    assert.deepEqual(hidden, { across: 0, down: 0 }, 'the card reads without scrolling');
  },
}));
