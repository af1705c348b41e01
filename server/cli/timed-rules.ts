import type { Rule } from '../../rules/model/rule.ts';
import type { Stopwatch } from './stopwatch.ts';

/** The same rules; what each takes is added to the watch under its id. */
export function timedRules(rules: readonly Rule[], watch: Stopwatch): Rule[] {
  return rules.map((rule) => ({
    ...rule,
    check(project, context) {
      const start = performance.now();
      try {
        return [...rule.check(project, context)];
      } finally {
        watch.add(rule.id, performance.now() - start);
      }
    },
  }));
}
