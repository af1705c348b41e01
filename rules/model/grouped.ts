/**
 * `84,000`, `1,234.5`: a number for people. By hand, since the first use of a locale takes ten times as long as
 * checking a file.
 */
export function grouped(count: number | bigint): string {
  const [whole = '', ...fraction] = String(count).split('.');
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}
