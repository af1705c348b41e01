import type { Format } from './report.ts';

/** Every format of `lint`, loaded when it is asked for. */
export const formats = {
  text: async () => (await import('./text.ts')).text,
  compact: async () => (await import('./compact.ts')).compact,
  json: async () => (await import('./json.ts')).json,
  sarif: async () => (await import('./sarif.ts')).sarif,
  github: async () => (await import('./github.ts')).github,
} as const satisfies Record<string, () => Promise<Format>>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

/** Formats that a program reads whole, so that nothing else may stand beside them. */
export const wholeFormats: ReadonlySet<string> = new Set<FormatName>(['json', 'sarif']);
