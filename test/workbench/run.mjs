// Runs the journeys, one after another, each in a workbench of its own, and ends with the sum. Arguments choose journeys
// by a part of their names or their files.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Cleanup, whenTold } from './support/cleanup.mjs';
import { packExtension } from './support/package.mjs';
import { until } from './support/until.mjs';
import { openWorkbench } from './support/workbench.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const pictures = path.resolve(here, '../../.cache/workbench');
/** Longer than any journey takes, shorter than a person waits. */
const seconds = 120;

const journeys = [];
for (const file of readdirSync(path.join(here, 'journeys')).sort()) {
  const { journeys: inFile } = await import(`./journeys/${file}`);
  journeys.push(...inFile.map((journey) => ({ ...journey, file: path.basename(file, '.mjs') })));
}
const wanted = process.argv.slice(2);
const chosen = journeys.filter(
  ({ name, file }) => wanted.length === 0 || wanted.some((part) => `${file} ${name}`.includes(part)),
);
if (chosen.length === 0) {
  console.error(`no such journey; there are: ${[...new Set(journeys.map(({ file }) => file))].join(', ')}`);
  process.exit(2);
}

const whole = new Cleanup();
let current = new Cleanup();
let told = false;
whenTold(async () => {
  told = true;
  await current.end();
  await whole.end();
});

if (wanted.length === 0) rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
let passed = 0;
let failed = 0;
try {
  const extension = packExtension(whole);
  for (const { name, run } of chosen) {
    const started = Date.now();
    current = new Cleanup();
    const pages = [];
    const journey = {
      cleanup: current,
      extension,
      /** The pages to keep a picture of when the journey fails. */
      pages,
      /** A workbench with the extension installed. */
      open: (options) =>
        openWorkbench({
          extensions: extension.extensions,
          prepare: (page) => pages.push(page),
          cleanup: current,
          ...options,
        }),
      /** Keeps what the page shows, for a person to look at. */
      picture: (page, name) => keepPicture(page, path.join(pictures, `${name}.png`)),
    };
    try {
      await withinTime(run(journey));
      passed += 1;
      console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      if (told) break;
      failed += 1;
      console.log(
        `✗ ${name}\n  ${stripVTControlCharacters(error.stack ?? String(error)).replaceAll('\n', '\n  ')}`,
      );
      await keepFailure(pages, name);
    } finally {
      await current.end();
    }
  }
} finally {
  await whole.end();
}
if (!told) console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && !told ? 0 : 1);

async function withinTime(running) {
  let late;
  const deadline = new Promise((_, reject) => {
    late = setTimeout(() => reject(new Error(`not done within ${seconds} s`)), seconds * 1000);
  });
  // What the journey still throws after the deadline has been told.
  running.catch(() => undefined);
  try {
    await Promise.race([running, deadline]);
  } finally {
    clearTimeout(late);
  }
}

/** Two pictures in a row that are the same show the page at rest: nothing fades in, no count is still to come. */
async function keepPicture(page, file) {
  let before;
  let shown;
  await until('a page at rest', async () => {
    before = shown;
    shown = await page.screenshot({ animations: 'disabled' });
    return before?.equals(shown);
  });
  writeFileSync(file, shown);
}

async function keepFailure(pages, name) {
  for (const [index, page] of pages.entries()) {
    const file = `failed-${name.replaceAll(/\W+/g, '-')}${index === 0 ? '' : `-${index + 1}`}.png`;
    try {
      await page.screenshot({ path: path.join(pictures, file), timeout: 5_000 });
      console.log(`  see .cache/workbench/${file}`);
    } catch {
      // The page is gone.
    }
  }
}
