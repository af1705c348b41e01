/** That encsafe itself failed, or cannot use what it is told, hides behind nothing. */
const rules: readonly string[] = ['encsafe/rule-crashed', 'encsafe/config'];

export function isNeverHidden(rule: string): boolean {
  return rules.includes(rule);
}
