import type { Finding, Fix } from '../../../rules/model/finding.ts';
import type { Place } from '../../../rules/model/place.ts';

/** The key of package.json that holds a configuration. */
export const manifestKey = 'encsafe';

/** Something that is wrong with a configuration. */
export function problem(message: string, place: Place, fixes: readonly Fix[] = []): Finding {
  return { rule: 'encsafe/config', severity: 'error', message, place, related: [], fixes };
}
