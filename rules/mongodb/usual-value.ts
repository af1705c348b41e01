import type { NewValue } from '../model/finding.ts';
import type { QueryType } from '../model/mongodb.ts';
import { atLeast, type MongodbTarget } from '../model/target.ts';
import type { QueryOption } from './query-options.ts';
import { type LengthOption, readLength, substringLimits } from './text-limits.ts';

/**
 * What a field is usually given: sensitive to case and diacritics, as the manual says of a field that says nothing; the
 * longest values that the release takes; and pieces from three letters on.
 */
export function usualValue(
  query: QueryType,
  option: QueryOption,
  target: MongodbTarget,
): NewValue & (number | boolean) {
  const [, longestQuery, longestValue] =
    query.name === 'substringPreview' && !atLeast(target, '9.0')
      ? substringLimits.substringPreview
      : substringLimits.substring;
  const written = (key: LengthOption) => readLength(query, key)?.length;
  switch (option) {
    case 'strMinQueryLength':
      return Math.min(3, written('strMaxQueryLength') ?? 3);
    case 'strMaxQueryLength': {
      const most = query.kind === 'substring' ? longestQuery.length : 10;
      return Math.max(written('strMinQueryLength') ?? 1, Math.min(most, written('strMaxLength') ?? most));
    }
    case 'strMaxLength':
      return Math.max(longestValue.length, written('strMaxQueryLength') ?? 1);
    default:
      return true;
  }
}
