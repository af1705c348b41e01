/** An expression that never has a value: it stands wherever a literal stood. */
export function failing(variable: string | undefined): string {
  return `(() => { throw new Error('${variable ?? 'the encryption key'} is not set'); })()`;
}
