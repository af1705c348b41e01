import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';
import { configuration, halfTyped, patients, people } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';

const desktop = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../desktop');
const root = path.resolve(desktop, '../../..');

export const journeys = [
  {
    name: 'the suite of the extension host, from the sources',
    async run({ cleanup }) {
      const folder = folderOf(
        'clinic',
        {
          'encsafe.config.json': configuration('9.0'),
          'people.encryptedFields.json': people,
          'patients.encryptedFields.json': patients,
          'members.encryptedFields.json': halfTyped('int'),
        },
        cleanup,
      );
      await runTests({
        // Where VS Code itself is installed, `VSCODE` names its program.
        vscodeExecutablePath: process.env.VSCODE || path.join(desktop, 'code.mjs'),
        extensionDevelopmentPath: root,
        extensionTestsPath: path.join(desktop, 'suite.cjs'),
        launchArgs: [folder, '--disable-workspace-trust'],
      });
    },
  },
];
