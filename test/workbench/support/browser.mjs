import { chromium, requireFromCache } from '../../../scripts/vscode-server.mjs';

const { chromium: playwright } = requireFromCache('playwright-core');

/** One page in a headless Chromium of its own. */
export async function openPage(cleanup) {
  const browser = await playwright.launch({
    executablePath: chromium(),
    // Who was told to end closes the browser in its turn.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    // Chromium has no sandbox as root, and a container's /dev/shm is often too small for it.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  cleanup.add(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}
