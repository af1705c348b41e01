import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serverRoot } from '../../../scripts/vscode-server.mjs';
import { temporaryFolder } from './folders.mjs';
import { freePort, serve } from './processes.mjs';

/** What no journey is about: the welcome page, telemetry, galleries, and motion between a key and what it shows. */
const quiet = {
  'editor.cursorBlinking': 'solid',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** VS Code's server with settings of its own, and the extensions that are installed in a folder. Gives its port. */
export async function startServer({ settings = {}, extensions, cleanup }) {
  const data = temporaryFolder(cleanup);
  const user = path.join(data, 'data/User');
  mkdirSync(user, { recursive: true });
  writeFileSync(path.join(user, 'settings.json'), JSON.stringify({ ...quiet, ...settings }));

  const port = await freePort();
  const options = [
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
    ...['--server-data-dir', data, '--extensions-dir', extensions ?? path.join(data, 'extensions')],
    ...['--accept-server-license-terms', '--telemetry-level', 'off', '--enable-remote-auto-shutdown'],
  ];
  await serve([path.join(serverRoot, 'out/server-main.js'), ...options], {
    ready: /Extension host agent listening/,
    cleanup,
  });
  return { port };
}
