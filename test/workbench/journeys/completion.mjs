import assert from 'node:assert/strict';
import { configuration, halfTyped, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';

export const journeys = [
  {
    name: 'completion offers the query types that are legal for the type of the field',
    async run({ open, picture, cleanup }) {
      const text = halfTyped('int');
      const folder = folderOf(
        'clinic',
        { 'encsafe.config.json': configuration('9.0'), 'members.encryptedFields.json': text },
        cleanup,
      );
      const workbench = await open({
        folder,
        at: { file: 'members.encryptedFields.json', ...placeOf(text, '"queryType": ""', 14) },
      });
      await workbench.completions(/^range$/);
      // Asked again, so that whoever else completes JSON has had the time to start.
      await workbench.page.keyboard.press('Escape');
      const labels = await workbench.completions(/^range$/);
      assert.ok(labels.includes('equality'), labels.join(', '));
      const illegal = labels.filter((label) => /prefix|suffix|substring/.test(label));
      assert.deepEqual(illegal, [], 'an int has no text search');
      await picture(workbench.page, 'completion');
      await workbench.chooseCompletion('range');
      assert.match(await workbench.text(), /"queryType": "range"/);
    },
  },
];
