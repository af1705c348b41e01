import assert from 'node:assert/strict';
import { configuration, contacts, patients, placeOf } from '../support/clinic.mjs';
import { folderOf } from '../support/folders.mjs';
import { until } from '../support/until.mjs';

export const journeys = [
  {
    name: 'the cost report shows every field, and answers to its sliders',
    async run({ open, picture, cleanup }) {
      const folder = folderOf(
        'clinic',
        {
          'encsafe.config.json': configuration('9.0'),
          'contacts.encryptedFields.json': contacts,
          'patients.encryptedFields.json': patients,
        },
        cleanup,
      );
      const workbench = await open({
        folder,
        at: { file: 'patients.encryptedFields.json', ...placeOf(patients, '"fields"') },
      });
      const refused = [];
      workbench.page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) refused.push(message.text());
      });
      await workbench.page.keyboard.press('Control+B');
      await workbench.command('encsafe: Show Cost Report');
      const report = await workbench.webview(/Cost of encryption/);
      const email = report.getByRole('article', { name: 'email' });
      await email.getByText('121 tokens').waitFor();
      assert.equal(await report.getByRole('article').count(), 1, 'the report is of the document at hand');
      await picture(workbench.page, 'cost-report');

      // By keyboard alone: open the sliders, and suppose the longest value.
      await email.locator('summary').focus();
      await workbench.page.keyboard.press('Enter');
      const slider = email.getByRole('slider').first();
      await slider.focus();
      const before = await slider.inputValue();
      await workbench.page.keyboard.press('End');
      await email.getByRole('status').getByText('declared: ').waitFor();
      assert.notEqual(await slider.inputValue(), before);
      await picture(workbench.page, 'cost-report-what-if');

      await report.getByRole('combobox').selectOption({ label: 'All 2 files' });
      await report.getByRole('article', { name: 'voucherCode' }).waitFor();
      await workbench.command('Preferences: Toggle between Light/Dark Themes');
      await until('a light page', () =>
        report.evaluate(() => document.body.classList.contains('vscode-light')),
      );
      await picture(workbench.page, 'cost-report-light');
      assert.deepEqual(refused, [], 'nothing was refused by the content security policy');
    },
  },
];
