import path from 'node:path';
import { requireFromCache, webBuild } from '../../../scripts/vscode-server.mjs';
import { openPage } from '../support/browser.mjs';
import { configuration, people, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';
import { freePort, serve } from '../support/processes.mjs';
import { Workbench } from '../support/workbench.mjs';

export const journeys = [
  {
    name: 'it works in the editor of a browser, without Node',
    async run({ extension, picture, pages, cleanup }) {
      const folder = folderOf(
        'clinic',
        { 'encsafe.config.json': configuration('9.0'), 'people.encryptedFields.json': people },
        cleanup,
      );
      const port = await freePort();
      const options = [
        ...['--browserType', 'none', '--host', 'localhost', '--port', String(port)],
        ...['--quality', 'stable', '--commit', webBuild.commit, '--testRunnerDataDir', webBuild.folder],
        ...['--extensionDevelopmentPath', extension.installed],
      ];
      const server = path.join(path.dirname(requireFromCache.resolve('@vscode/test-web')), 'index.js');
      await serve([server, ...options, folder], { ready: /Listening on/, cleanup });

      const page = await openPage(cleanup);
      pages.push(page);
      await page.goto(`http://localhost:${port}/`);
      await page.waitForSelector('.monaco-workbench');
      const workbench = new Workbench(page);
      await workbench.openFromExplorer('people.encryptedFields.json');
      await workbench.squiggleShown('error');
      await workbench.openProblems();
      await workbench.problem(/mongodb\/query-type-combination/);
      // The welcome page wants an origin of its own, which this server does not have, and says so.
      await workbench.command('Notifications: Clear All Notifications');
      await workbench.focusEditor();
      await workbench.placeCursor(placeOf(people, '"reference"', 3));
      await workbench.hover(/reference/);
      await picture(page, 'web');
    },
  },
];
