// Loaded before the language server: says on descriptor 3 how long each answer to `textDocument/diagnostic` took inside the
// process, from the first bytes after the last answer to the moment when its own bytes are written.
const { writeSync } = require('node:fs');

let arrived;
const { emit } = process.stdin;
process.stdin.emit = function timed(event, ...rest) {
  if (event === 'data' && arrived === undefined) arrived = performance.now();
  return emit.call(this, event, ...rest);
};
const { write } = process.stdout;
process.stdout.write = function timed(chunk, ...rest) {
  const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
  if (arrived !== undefined && /"kind":"(?:full|unchanged)"/.test(text)) {
    writeSync(3, `${performance.now() - arrived}\n`);
    arrived = undefined;
  }
  return write.call(this, chunk, ...rest);
};
