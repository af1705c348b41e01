import type { EqlBuilderUse } from '../model/eql.ts';
import { type StringValue, stringAt } from '../model/value.ts';

/** Methods that search text by its parts. */
const matches: ReadonlySet<string> = new Set(['matches', 'like', 'ilike', 'notLike', 'notIlike']);

/** The literals that a call looks for in a text, with the index for match. */
export function needlesOf(use: EqlBuilderUse): readonly StringValue[] {
  const [value, options] = use.arguments;
  switch (use.from) {
    case 'encrypt-query':
      if (options?.kind !== 'object' || stringAt(options, 'queryType') !== 'freeTextSearch') return [];
      break;
    case 'eql-operators':
    case 'supabase-wrapper':
      if (!matches.has(use.function)) return [];
      break;
    case 'drizzle-orm':
      return [];
  }
  return value?.kind === 'string' ? [value] : [];
}
