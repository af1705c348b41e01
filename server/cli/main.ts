#!/usr/bin/env node
import { useParserOnDisk } from '../parser-bytes.ts';
import { run } from './run.ts';

// A reader that closes early (`encsafe lint | head`) is no fault; what is left has nowhere to go.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

useParserOnDisk();
run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  stdoutIsTerminal: process.stdout.isTTY === true,
  columns: process.stdout.isTTY === true ? process.stdout.columns : undefined,
  now: () => new Date(),
}).then((code) => {
  process.exitCode = code;
});
