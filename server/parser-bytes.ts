import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setWasmSource } from './read/sql/engine.ts';

/** Lets the SQL reader have its parser from the disk: beside the bundle, or in a checkout from the package. */
export function useParserOnDisk(): void {
  setWasmSource(() => {
    const here = path.dirname(fileURLToPath(import.meta.url));
    const name = 'libpg-query.wasm';
    const bundled = path.join(here, name);
    return readFile(
      existsSync(bundled) ? bundled : path.join(here, '../node_modules/libpg-query/wasm', name),
    );
  });
}
