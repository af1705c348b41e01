import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** Starts a program that serves, and waits until it prints that it does. */
export async function serve(args, { ready, env = {}, cleanup, within = 60_000 }) {
  // Its own group, so that what it starts in turn ends with it.
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  cleanup.add(async () => {
    endGroup(child, 'SIGTERM');
    const reminder = setTimeout(() => endGroup(child, 'SIGKILL'), 5_000);
    await ended;
    clearTimeout(reminder);
    // The group may outlive the one who leads it.
    endGroup(child, 'SIGKILL');
  });

  let printed = '';
  await new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`${args[0]} ${why}\n${printed.trimEnd()}`));
    const late = setTimeout(() => fail(`was not ready within ${within / 1000} s`), within);
    const onData = (data) => {
      printed += data;
      if (!ready.test(printed)) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.once('error', reject);
    child.once('close', (code) => fail(`ended with ${code}`));
  });
  return { output: () => printed };
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
