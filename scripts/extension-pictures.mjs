// Draws the pictures of the extension's page from the real workbench: the packed extension, as people get it.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cleanup } from '../test/workbench/support/cleanup.mjs';
import { folderOf } from '../test/workbench/support/folders.mjs';
import { packExtension } from '../test/workbench/support/package.mjs';
import { openWorkbench } from '../test/workbench/support/workbench.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const images = path.join(root, 'client/images');

const text = { caseSensitive: false, diacriticSensitive: false };
const substring = {
  queryType: 'substring',
  ...{ strMinQueryLength: 2, strMaxQueryLength: 6, strMaxLength: 50 },
  ...text,
};
const prefix = { queryType: 'prefix', strMinQueryLength: 3, strMaxQueryLength: 12, ...text };
const suffix = { queryType: 'suffix', strMinQueryLength: 3, strMaxQueryLength: 6, ...text };
const keyId = (last) => ({ $uuid: `2f1c6f0e-6a55-4d0a-9c39-0a3b2c6a5d${last}` });

const refused = `{
  "fields": [
    {
      "path": "phone",
      "keyId": { "$uuid": "${keyId('12').$uuid}" },
      "bsonType": "string",
      "queries": [
        { "queryType": "suffix", "strMinQueryLength": 4, "strMaxQueryLength": 6,
          "caseSensitive": true, "diacriticSensitive": true },
        { "queryType": "equality" }
      ]
    },
    {
      "path": "email",
      "keyId": { "$uuid": "${keyId('11').$uuid}" },
      "bsonType": "string",
      "queries": {
        "queryType": "substring", "strMinQueryLength": 2, "strMaxQueryLength": 6,
        "strMaxLength": 50, "caseSensitive": false, "diacriticSensitive": false
      }
    }
  ]
}
`;
const legal = {
  fields: [
    { path: 'email', keyId: keyId('11'), bsonType: 'string', queries: substring },
    { path: 'phone', keyId: keyId('12'), bsonType: 'string', queries: [prefix, suffix] },
    {
      path: 'salary',
      keyId: keyId('13'),
      bsonType: 'int',
      queries: { queryType: 'range', min: 0, max: 1_000_000 },
    },
    { path: 'reference', keyId: keyId('14'), bsonType: 'string', queries: { queryType: 'equality' } },
  ],
};

const cleanup = new Cleanup();
try {
  const { extensions } = packExtension(cleanup);
  await drawCard(extensions);
  await drawCosts(extensions);
} finally {
  await cleanup.end();
}

async function drawCard(extensions) {
  const workbench = await open(extensions, refused, { line: 14, column: 17 });
  const { page } = workbench;
  await page.setViewportSize({ width: 980, height: 700 });
  await page.keyboard.press('Control+B');
  await workbench.squiggleShown('error');
  await workbench.hover(/tokens/);
  await page.screenshot({ path: path.join(images, 'card.png'), clip: await boxOf(page, '.part.editor') });
}

async function drawCosts(extensions) {
  const workbench = await open(extensions, JSON.stringify(legal, undefined, 2), { line: 1, column: 1 });
  const { page } = workbench;
  await page.keyboard.press('Control+B');
  await workbench.command('encsafe: Show Cost Report');
  const frame = await costPage(page);
  await frame.locator('summary').first().click();
  await frame.locator('h1').click();
  // The group of the report fills the editor's place.
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+M');
  await page.setViewportSize({ width: 1060, height: 900 });
  const slider = frame.getByLabel('strMaxLength');
  await slider.focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(500);
  await page.screenshot({ path: path.join(images, 'costs.png'), clip: await boxOf(page, '.part.editor') });
}

function open(extensions, content, at) {
  const folder = folderOf(
    'clinic',
    {
      'encsafe.config.json': { root: true, targets: { mongodb: '9.0' } },
      'people.encryptedFields.json': content,
    },
    cleanup,
  );
  const settings = {
    'workbench.activityBar.location': 'hidden',
    'editor.minimap.enabled': false,
    'editor.hover.above': false,
  };
  return openWorkbench({
    folder,
    extensions,
    settings,
    at: { file: 'people.encryptedFields.json', ...at },
    cleanup,
  });
}

async function costPage(page) {
  for (let tries = 0; tries < 60; tries += 1) {
    for (const frame of page.frames()) {
      if (
        (await frame
          .locator('main#report article')
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    }
    await page.waitForTimeout(500);
  }
  throw new Error('the cost report is not shown');
}

async function boxOf(page, selector) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box;
}
