import { configuration, people, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';

export const journeys = [
  {
    name: 'it works in a folder that nobody trusts yet',
    async run({ open, picture, cleanup }) {
      const folder = folderOf(
        'clinic',
        { 'encsafe.config.json': configuration('9.0'), 'people.encryptedFields.json': people },
        cleanup,
      );
      const workbench = await open({
        folder,
        settings: {
          'security.workspace.trust.enabled': true,
          'security.workspace.trust.startupPrompt': 'never',
        },
        at: { file: 'people.encryptedFields.json', ...placeOf(people, '"fields"') },
      });
      await workbench.page.waitForSelector('.part.banner >> text=Restricted Mode');
      await workbench.squiggleShown('error');
      await workbench.openProblems();
      await workbench.problem(/mongodb\/query-type-combination/);
      await picture(workbench.page, 'restricted-mode');
    },
  },
];
