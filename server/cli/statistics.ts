import { grouped } from '../../rules/model/grouped.ts';
import type { Checked } from './check.ts';
import type { Stopwatch } from './stopwatch.ts';
import { unreadableOf } from './unreadable.ts';

/** What was read, what was not, and where the time went. */
export function statistics({ project, analysis }: Checked, watch: Stopwatch, ruleTimes: Stopwatch): string {
  const { facts, looked } = analysis;
  const unreadable = unreadableOf(project, analysis);
  const unrelated = facts.filter(({ problems, aboutEncryption }) => problems.length > 0 && !aboutEncryption);
  const counts: [string, string][] = [
    ['files looked at', grouped(looked)],
    ['files parsed', grouped(facts.length)],
    ['broken, and not about encryption', grouped(unrelated.length)],
    ['unreadable', grouped(unreadable.length)],
    ...skippedSql(facts),
  ];
  const slowest = [...ruleTimes.phases()].sort(([, one], [, other]) => other - one).slice(0, 10);
  const rows = [
    ...counts,
    ...watch.phases().map(([phase, ms]): [string, string] => [phase, milliseconds(ms)]),
    ...slowest.map(([rule, ms]): [string, string] => [`  ${rule}`, milliseconds(ms)]),
    ['since the start of the process', milliseconds(performance.now())] as [string, string],
  ];
  const left = Math.max(...rows.map(([name]) => name.length));
  const right = Math.max(...rows.map(([, value]) => value.length));
  return rows.map(([name, value]) => `${name.padEnd(left)}  ${value.padStart(right)}\n`).join('');
}

/** SQL that was passed over on purpose, by reason. */
function skippedSql(facts: Checked['analysis']['facts']): [string, string][] {
  const counts = new Map<string, number>();
  for (const { sql } of facts) {
    for (const [reason, count] of Object.entries(sql?.skipped ?? {})) {
      counts.set(reason, (counts.get(reason) ?? 0) + count);
    }
  }
  return [...counts].sort().map(([reason, count]) => [`SQL passed over: ${reason}`, grouped(count)]);
}

function milliseconds(amount: number): string {
  return `${amount.toFixed(1)} ms`;
}
