import type { Supposed } from './suppose.ts';

/** What a person chose on the page: it survives hiding the page and closing the window. */
export interface Remembered {
  /** The URI of the only file that is shown. */
  readonly scope?: string;
  /** Documents that totals are for; absent where the configuration says it. */
  readonly rows?: number;
  /** By `keyOf`. */
  readonly supposed: Readonly<Record<string, Supposed>>;
  /** Fields whose sliders are open, by `keyOf`. */
  readonly open: readonly string[];
}

export const nothingRemembered: Remembered = { supposed: {}, open: [] };

/** The name of a field over time, whatever moves above it. */
export function keyOf(container: { readonly name: string; readonly file: string }, path: string | undefined) {
  return JSON.stringify([container.file, container.name, path ?? null]);
}

/** Reads what an earlier page left, whatever it is. */
export function readRemembered(left: unknown): Remembered {
  if (!isRecord(left)) return nothingRemembered;
  const { scope, rows, supposed, open } = left;
  return {
    ...(typeof scope === 'string' ? { scope } : {}),
    ...(isCount(rows) ? { rows } : {}),
    supposed: isRecord(supposed)
      ? Object.fromEntries(Object.entries(supposed).map(([key, values]) => [key, readSupposed(values)]))
      : {},
    open: Array.isArray(open) ? open.filter((one) => typeof one === 'string') : [],
  };
}

function readSupposed(left: unknown): Supposed {
  if (!isRecord(left)) return {};
  return Object.fromEntries(
    Object.entries(left).filter((entry): entry is [string, number] => isLength(entry[1])),
  );
}

export function isCount(value: unknown): value is number {
  return isLength(value) && value >= 1;
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
