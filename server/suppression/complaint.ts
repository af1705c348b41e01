import type { Finding, Fix } from '../../rules/model/finding.ts';
import type { Place } from '../../rules/model/place.ts';

/** Something that is wrong with a suppression. */
export function complaint(message: string, place: Place, fixes: readonly Fix[]): Finding {
  return { rule: 'encsafe/unused-suppression', severity: 'warning', message, place, related: [], fixes };
}
