import assert from 'node:assert/strict';
import path from 'node:path';
import { configuration, contacts, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';

export const journeys = [
  {
    name: 'two folders with the same file and different versions of MongoDB',
    async run({ open, picture, cleanup }) {
      const parent = folderOf(
        'clinics',
        {
          'clinics.code-workspace': { folders: [{ path: 'today' }, { path: 'yesterday' }] },
          'today/encsafe.config.json': configuration('9.0'),
          'today/contacts.encryptedFields.json': contacts,
          'yesterday/encsafe.config.json': configuration('8.2'),
          'yesterday/contacts.encryptedFields.json': contacts,
        },
        cleanup,
      );
      const at = { ...placeOf(contacts, '"prefix"', 3) };
      const workbench = await open({
        workspace: path.join(parent, 'clinics.code-workspace'),
        at: { file: 'yesterday/contacts.encryptedFields.json', ...at },
      });
      await workbench.squiggleShown('error');
      await workbench.openProblems();
      await workbench.problem(/MongoDB 8\.2 does not know prefix/);
      await workbench.focusEditor();
      await workbench.openFile('today/contacts.encryptedFields.json');
      // The card comes from the same state of the server as the squiggles would.
      await workbench.placeCursor(placeOf(contacts, '"voucherCode"', 3));
      await workbench.hover(/MongoDB 9\.0/);
      assert.equal(await workbench.squiggles('error'), 0, 'nothing is wrong on 9.0');
      assert.equal((await workbench.problems()).filter((row) => /does not know prefix/.test(row)).length, 1);
      await picture(workbench.page, 'two-folders');
    },
  },
];
