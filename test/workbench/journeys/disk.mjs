import { configuration, contacts, mended, people, placeOf } from '../support/clinic.mjs';
import { folderOf, writeIn } from '../support/folders.mjs';

export const journeys = [
  {
    name: 'another program mends the open file on disk',
    async run({ open, picture, cleanup }) {
      const folder = folderOf(
        'clinic',
        { 'encsafe.config.json': configuration('9.0'), 'people.encryptedFields.json': people },
        cleanup,
      );
      const workbench = await open({
        folder,
        at: { file: 'people.encryptedFields.json', ...placeOf(people, '"fields"') },
      });
      await workbench.squiggleShown('error');
      writeIn(folder, 'people.encryptedFields.json', mended);
      await workbench.squiggleGone('error');
      await picture(workbench.page, 'mended-on-disk');
    },
  },
  {
    name: 'another program writes the version of MongoDB into the configuration',
    async run({ open, picture, cleanup }) {
      const folder = folderOf(
        'clinic',
        { 'encsafe.config.json': configuration('8.2'), 'contacts.encryptedFields.json': contacts },
        cleanup,
      );
      const workbench = await open({
        folder,
        at: { file: 'contacts.encryptedFields.json', ...placeOf(contacts, '"fields"') },
      });
      await workbench.squiggleShown('error');
      writeIn(folder, 'encsafe.config.json', configuration('9.0'));
      await workbench.squiggleGone('error');
      await picture(workbench.page, 'configured-on-disk');
    },
  },
];
