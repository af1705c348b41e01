import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { configuration, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';

/** A syntax whose parser is the largest of the package. */
const payroll = `import { UUID } from 'mongodb';

export const payroll = {
  fields: [
    {
      path: 'iban',
      bsonType: 'string',
      keyId: new UUID('5d2f3c88-0e4b-4a6f-8f8a-6c1f7a2b9e22'),
      queries: { queryType: 'equalty' },
    },
  ],
};
`;

export const journeys = [
  {
    name: 'the package is small, brings no node_modules and no command line, and works',
    async run({ open, extension, picture, cleanup }) {
      const megabytes = statSync(extension.file).size / 1e6;
      assert.ok(megabytes < 5, `the package has ${megabytes.toFixed(1)} MB`);
      const files = readdirSync(extension.installed, { recursive: true, encoding: 'utf8' });
      assert.deepEqual(
        files.filter((file) => /node_modules|(?:^|\/)cli\b|\.ts$/.test(file)),
        [],
      );

      const folder = folderOf(
        'clinic',
        {
          'encsafe.config.json': configuration('9.0'),
          'payroll.schema.ts': payroll,
          'node_modules/mongodb/package.json': { name: 'mongodb', version: '7.5.0', types: 'index.d.ts' },
          'node_modules/mongodb/index.d.ts': 'export declare class UUID { constructor(text: string); }\n',
        },
        cleanup,
      );
      const workbench = await open({
        folder,
        at: { file: 'payroll.schema.ts', ...placeOf(payroll, 'equalty', 2) },
      });
      await workbench.openProblems();
      await workbench.problem(/equalty.*mongodb\/query-type-name/);
      await workbench.focusEditor();
      await workbench.quickFixes(/equality/);
      await picture(workbench.page, 'package');
    },
  },
];
