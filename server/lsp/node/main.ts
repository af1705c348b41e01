import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { useParserOnDisk } from '../../parser-bytes.ts';
import { editorHost, looseEditorHost } from '../editor-host.ts';
import type { Platform } from '../platform.ts';
import { startServer } from '../server.ts';
import { diskPath } from '../uris.ts';
import { diskHost, looseDiskHost } from './disk-host.ts';

declare const ENCSAFE_VERSION: string;

const here = path.dirname(fileURLToPath(import.meta.url));

/** A rule's page as the package ships it: beside `dist`, or in it. */
function pageOf(rule: string): string | undefined {
  const pages = ['..', '.'].map((folder) => path.join(here, folder, 'rules', rule, 'README.md'));
  const found = pages.find((page) => existsSync(page));
  return found === undefined ? undefined : pathToFileURL(found).href;
}

// What a keystroke makes lives until the next one. V8 takes that for long, puts it among what is old from then on, and
// collecting it there takes a third of the time of a keystroke.
setFlagsFromString('--no-allocation-site-pretenuring');

useParserOnDisk();

const connection = createConnection(ProposedFeatures.all);

const platform: Platform = {
  version: ENCSAFE_VERSION,
  hostOf(folder) {
    const path = diskPath(folder);
    return path === undefined ? editorHost(connection, folder) : diskHost(path);
  },
  looseHostOf(folder) {
    const path = diskPath(folder);
    return path === undefined ? looseEditorHost() : looseDiskHost(path);
  },
  pageOf,
};

startServer(connection, platform);
