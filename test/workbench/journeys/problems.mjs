import assert from 'node:assert/strict';
import { configuration, people, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';

export const journeys = [
  {
    name: 'a squiggle, and the reason in the Problems panel',
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
      await workbench.openProblems();
      const row = await workbench.problem(/equality cannot stand beside substring/);
      assert.match(row, /server code 9783414/);
      assert.match(row, /mongodb\/query-type-combination/);
      const { line, column } = placeOf(people, '"equality"');
      assert.match(row, new RegExp(`Ln ${line}, Col ${column}\\b`));
      await picture(workbench.page, 'problems');
    },
  },
];
