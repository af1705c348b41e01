import type { EqlColumn, EqlUse } from '../../rules/model/eql.ts';
import type { Place } from '../../rules/model/place.ts';
import { type Declared, linkDeclared } from '../../server/link/eql/declared/declared.ts';
import { createEvaluator } from '../../server/link/evaluate.ts';
import { loadReader, syntaxOfText } from '../../server/read/read.ts';
import { type Files, type LintOptions, settingsOf } from './lint-files.ts';

/** What the code and configuration of a table of files declare about EQL, every file read. */
export async function declaredIn(files: Files, options: LintOptions = {}): Promise<Declared> {
  const read = await Promise.all(
    Object.entries(files).map(async ([file, text]) => {
      const syntax = syntaxOfText(file, text);
      if (syntax === undefined) throw new Error(`${file} is not read`);
      return (await loadReader(syntax))(file, text);
    }),
  );
  const byName = new Map(read.map((facts) => [facts.file, facts]));
  const evaluator = createEvaluator(
    { facts: (file) => byName.get(file), exists: (file) => byName.has(file) },
    new Set(),
  );
  return linkDeclared(read, evaluator, settingsOf(options));
}

/** `users.email v2 protect text unique match`, or with the domain of v3. */
export function columnLine({
  schema,
  table,
  name,
  generation,
  source,
  domain,
  cast,
  searches,
}: EqlColumn): string {
  const holder = schema === undefined ? table : `${schema}.${table}`;
  const type = domain?.name ?? cast?.value ?? '?';
  return [`${holder}.${name}`, generation, source, type, ...searches.map(({ index }) => index)].join(' ');
}

/** `drizzle-orm eq employees.email`, with the literals among the other arguments. */
export function useLine(use: EqlUse): string {
  if (use.kind !== 'builder') return use.kind;
  const literals = use.arguments.flatMap((value) => (value.kind === 'string' ? [`'${value.value}'`] : []));
  return [use.from, use.function, `${use.column.table}.${use.column.name}`, ...literals].join(' ');
}

export function textAt(files: Files, { file, start, end }: Place): string {
  return (files[file] ?? '').slice(start, end);
}
