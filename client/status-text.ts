import type { ServerState } from './language-server.ts';

interface StatusText {
  readonly text: string;
  readonly detail: string;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly command: { readonly title: string; readonly command: string; readonly arguments?: unknown[] };
}

const openLog = { title: 'Open the log', command: 'encsafe.showLog' };
const restart = { title: 'Restart', command: 'encsafe.restart' };
const openSettings = {
  title: 'Settings',
  command: 'workbench.action.openSettings',
  arguments: ['encsafe.enable'],
};

export function statusOf(state: ServerState): StatusText {
  const calm = { failed: false, busy: false };
  switch (state.kind) {
    case 'off':
      return {
        ...calm,
        text: 'encsafe is off',
        detail: 'switched off in the settings',
        command: openSettings,
      };
    case 'starting':
      return { failed: false, busy: true, text: 'encsafe', detail: 'starting', command: openLog };
    case 'ready':
      return { ...calm, text: `encsafe ${state.version}`.trim(), detail: lastCheck(state), command: openLog };
    case 'failed':
      return {
        failed: true,
        busy: false,
        text: 'encsafe does not run',
        detail: state.reason,
        command: restart,
      };
  }
}

function lastCheck({ check }: Extract<ServerState, { kind: 'ready' }>): string {
  if (check === undefined) return 'ready';
  const two = (value: number) => String(value).padStart(2, '0');
  const { at, milliseconds } = check;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
  return `last check at ${time}, ${milliseconds < 1 ? 'under 1' : Math.round(milliseconds)} ms`;
}
