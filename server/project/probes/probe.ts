import type { Place } from '../../../rules/model/place.ts';

/** A request that an orchestrator sends every few seconds to learn whether the program is well. */
export interface Probe {
  /** The path of the request, without what stands behind a question mark: `/healthz`. */
  readonly path: string;
  /** Where the path, or the command that holds it, is written. */
  readonly place: Place;
  /** As its file calls it: `livenessProbe`, `healthcheck`. */
  readonly kind: string;
  /** What sends it: `Kubernetes`, `Docker Compose`. */
  readonly by: string;
  /** Seconds between two of them, where the file says so or the sender's default is known. */
  readonly seconds?: number;
}

/** The paths of requests in a command: `curl -f http://localhost:3000/healthz || exit 1`. */
export function pathsInCommand(command: string): readonly { readonly path: string; readonly at: number }[] {
  const address =
    /(?:https?:\/\/[^\s"'`/]+|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::[\w${}]+)?)(\/[^\s"'`?#|;&)\\,\]]*)/g;
  return [...command.matchAll(address)].flatMap((match) => {
    const path = match[1] ?? '';
    return { path: withoutEnd(path), at: match.index + match[0].length - path.length };
  });
}

/** `30s`, `1m30s`, `500ms`, `15` in seconds; undefined for anything else. */
export function secondsOf(written: string): number | undefined {
  if (/^\d+$/.test(written)) return Number(written);
  const units = { h: 3600, m: 60, s: 1, ms: 1e-3 } as const;
  let seconds = 0;
  const rest = written.replace(/(\d+(?:\.\d+)?)(ms|h|m|s)/g, (_, count: string, unit: keyof typeof units) => {
    seconds += Number(count) * units[unit];
    return '';
  });
  return rest === '' && written !== '' ? seconds : undefined;
}

/** The path that a route is compared with: no query, and no slash at its end. */
export function withoutEnd(path: string): string {
  const bare = path.replace(/[?#].*$/s, '');
  return bare.length > 1 ? bare.replace(/\/+$/, '') || '/' : bare;
}
