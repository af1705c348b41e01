import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configuration, people, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';
import { until } from '../support/until.mjs';

export const journeys = [
  {
    name: 'a quick fix is applied, and the squiggle is gone',
    async run({ open, picture, cleanup }) {
      const folder = folderOf(
        'clinic',
        { 'encsafe.config.json': configuration('9.0'), 'people.encryptedFields.json': people },
        cleanup,
      );
      const workbench = await open({
        folder,
        at: { file: 'people.encryptedFields.json', ...placeOf(people, '"equality"', 3) },
      });
      await workbench.squiggleShown('error');
      const titles = await workbench.quickFixes(/keep equality only/i);
      assert.ok(
        titles.some((title) => /keep substring only/i.test(title)),
        titles.join('\n'),
      );
      await picture(workbench.page, 'quick-fix-menu');
      await workbench.applyQuickFix(/keep equality only/i);
      await workbench.squiggleGone('error');
      assert.doesNotMatch(await workbench.text(), /substring/);
      await picture(workbench.page, 'quick-fix-applied');

      await workbench.save();
      const fields = await until('the mended file on disk', () => {
        const text = readFileSync(path.join(folder, 'people.encryptedFields.json'), 'utf8');
        return /substring/.test(text) ? undefined : JSON.parse(text).fields;
      });
      assert.deepEqual([fields[0].queries].flat(), [{ queryType: 'equality' }]);
    },
  },
];
