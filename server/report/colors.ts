import picocolors from 'picocolors';

export type Colors = ReturnType<typeof picocolors.createColors>;

/** NO_COLOR wins, FORCE_COLOR follows, then it matters whether a person looks at a terminal. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return terminal && env.TERM !== 'dumb';
}

export function colorsFor(enabled: boolean): Colors {
  return picocolors.createColors(enabled);
}
