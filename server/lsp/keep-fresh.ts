import type { ServerContext } from './context.ts';

/** What a client was last told of each open document, so that it is asked to ask again only when that changed. */
export interface Shown {
  readonly remember: (uri: string, answer: unknown) => void;
}

interface Refreshing {
  /** Whether the client can be asked to refresh. */
  readonly isSupported: () => boolean;
  readonly answerFor: (uri: string) => Promise<unknown>;
  readonly refresh: () => Promise<void>;
}

/** Long enough for a row of keystrokes to end, short enough that a person does not look at an old number. */
const pause = 300;

/**
 * Answers that a client keeps (lenses, hints) go stale by changes elsewhere: another file, the configuration, a setting.
 * After a change they are made again, and where one differs from what the client has, it is asked to refresh.
 */
export function keepFresh(context: ServerContext, { isSupported, answerFor, refresh }: Refreshing): Shown {
  const shown = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = async (): Promise<void> => {
    const open = new Set(context.openUris());
    for (const [uri, before] of [...shown]) {
      if (!open.has(uri)) {
        shown.delete(uri);
      } else if (JSON.stringify(await answerFor(uri)) !== before) {
        // The client's next requests say what it has then.
        shown.clear();
        await refresh();
        return;
      }
    }
  };
  context.onChanged(() => {
    clearTimeout(timer);
    if (shown.size === 0 || !isSupported()) return;
    // A client that is gone, or refuses, keeps what it has.
    timer = setTimeout(() => void check().catch(() => undefined), pause);
  });
  return { remember: (uri, answer) => void shown.set(uri, JSON.stringify(answer)) };
}
