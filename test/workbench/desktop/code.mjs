#!/usr/bin/env node
// Stands in for the program `code` where VS Code cannot be had: it takes the same arguments, runs the suite in the
// extension host of VS Code's server, shows the workbench in a headless Chromium, and ends with the suite's exit code.
import { Cleanup, whenTold } from '../support/cleanup.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { openWorkbench } from '../support/workbench.mjs';

const args = process.argv.slice(2);
const valuesOf = (name) =>
  args.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => arg.slice(name.length + 3));

const cleanup = new Cleanup();
whenTold(() => cleanup.end());
// A runner that was killed tells nobody, but whom it started has another parent then.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 250);

let code = 1;
try {
  const folder = args.find((arg) => !arg.startsWith('-')) ?? temporaryFolder(cleanup);
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  await openWorkbench({
    folder,
    settings: { 'security.workspace.trust.enabled': !args.includes('--disable-workspace-trust') },
    development: valuesOf('extensionDevelopmentPath'),
    tests: valuesOf('extensionTestsPath')[0],
    // The two functions by which VS Code tells a page that drives it what the suite prints and how it ends.
    prepare: async (page) => {
      await page.exposeFunction('codeAutomationExit', finish);
      await page.exposeFunction('codeAutomationLog', (_type, [line]) => {
        // Everything that the editor itself logs comes this way too.
        if (/^[✓✗]/.test(String(line))) console.log(line);
      });
    },
    cleanup,
  });
  code = await finished;
} catch (error) {
  console.error(error);
} finally {
  await cleanup.end();
}
process.exit(code);
