import type { MigrationStyle } from '../../../../rules/model/eql.ts';
import { layoutOf } from './layout.ts';
import { compareNatural } from './natural.ts';

/** Flyway's version, a date with a time, else digits; then what stands between it and the words. */
const numberOf =
  /^(V(?=\d+(?:[._]\d+)*__))?((?<=V)\d+(?:[._]\d+)*|\d{4}-\d\d-\d\d(?:-\d+)?|\d+(?:T\d+)?)([_.-]*)/i;

/** What the next migration of EQL's indexes is called. */
const word = 'eql_indexes';

/**
 * How a project writes its migrations, by the files that run, in order; `siblings` are further names of the folder
 * that may hold migrations. Where the next one goes follows from the last name, never from the clock.
 */
export function styleOf(files: readonly string[], siblings: readonly string[] = []): MigrationStyle {
  const numbered = files.filter((file) => layoutOf(file).numbered);
  const folder = layoutOf(numbered.at(-1) ?? '').folder;
  const near = folder === '' ? siblings : siblings.filter((file) => file.startsWith(`${folder}/`));
  const last = [...numbered, ...near]
    .map((file) => ({ file, layout: layoutOf(file) }))
    .filter(({ layout }) => layout.folder === folder && layout.numbered && !layout.repeatable)
    .sort((one, other) => compareNatural(one.layout.key, other.layout.key))
    .at(-1);
  if (last === undefined) {
    const file = files.findLast((one) => one.endsWith('.sql'));
    return file === undefined ? { kind: 'code' } : { kind: 'script', file };
  }
  const sql = numbered.some((file) => file.endsWith('.sql'));
  if (!sql) return { kind: 'code' };
  const { layout, file } = last;
  const [, prefix = '', number = '0', separator = '_'] = numberOf.exec(layout.name) ?? [];
  const next = `${prefix}${after(number)}${separator === '' || separator === '.' ? '_' : separator}${word}`;
  const inFolder = folder === '' ? next : `${folder}/${next}`;
  const nextFile = layout.ownFolder
    ? `${inFolder}/${file.slice(file.lastIndexOf('/') + 1)}`
    : `${inFolder}${layout.name.endsWith('.up.sql') ? '.up.sql' : '.sql'}`;
  return { kind: kindOf(folder, number, layout.ownFolder), nextFile };
}

function kindOf(folder: string, number: string, ownFolder: boolean) {
  const segments = folder.split('/');
  if (/(?:^|\/)supabase\/migrations$/.test(folder)) return 'supabase';
  if (segments.includes('drizzle')) return 'drizzle';
  if (ownFolder && segments.includes('prisma')) return 'prisma';
  // Milliseconds since 1970, or the seventeen digits of a moment in UTC.
  if (/^(?:1\d{12}|20\d{15})$/.test(number)) return 'node-pg-migrate';
  return 'numbered';
}

/** The number or moment that follows, as wide as the one before. */
function after(number: string): string {
  const head = /^(.*[._T-])?(\d+)$/.exec(number);
  const digits = head?.[2] ?? number;
  return `${head?.[1] ?? ''}${momentAfter(digits) ?? numberAfter(digits)}`;
}

function numberAfter(digits: string): string {
  return (BigInt(digits) + 1n).toString().padStart(digits.length, '0');
}

/** A second later, for `20260703080000`. */
function momentAfter(digits: string): string | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  const [year, month, day, hour, minute, second] = parts.map(Number);
  if (year === undefined || month === undefined) return undefined;
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const written = (at: Date) => at.toISOString().replace(/\D/g, '').slice(0, 14);
  // Some stamps are no moment: 20260000000001.
  if (written(moment) !== digits) return undefined;
  return written(new Date(moment.getTime() + 1000));
}
