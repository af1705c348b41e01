import { grouped } from '../model/grouped.ts';
import type { Bits } from './classes.ts';

interface Rate {
  /** Values a second. */
  readonly perSecond: number;
  readonly label: string;
  readonly source: string;
}

const passwordSettings =
  'derived from tobtu.com/minimum-password-settings: fewer than 10,000 PBKDF2 of 600,000 rounds a second and GPU';
const measured = 'measured: AMD EPYC, one core, Node.js 20.20.2 and 24.21.0';

/** How fast values can be tried, by the function that hides them. Slow: Argon2id with 3 passes over 32 MiB. */
export const rates = {
  fastOneCore: { perSecond: 3.6e5, label: 'HMAC-SHA-256 on one core', source: measured },
  fastOneGpu: { perSecond: 1e10, label: 'HMAC-SHA-256 on one GPU', source: passwordSettings },
  fastTenGpus: { perSecond: 1e11, label: 'HMAC-SHA-256 on ten GPUs', source: passwordSettings },
  slowOneCore: { perSecond: 9, label: 'Argon2id on one core', source: measured },
  slowOneGpu: { perSecond: 5e3, label: 'Argon2id on one GPU', source: passwordSettings },
  slowTenGpus: { perSecond: 5e4, label: 'Argon2id on ten GPUs', source: passwordSettings },
} as const satisfies Record<string, Rate>;

const units = [
  { seconds: 1e-3, name: 'ms' },
  { seconds: 1, name: 's' },
  { seconds: 60, name: 'min' },
  { seconds: 3600, name: 'h' },
  { seconds: 86_400, name: 'd' },
  { seconds: 31_557_600, name: 'years' },
] as const;

/** How long it takes to try every value, for people: `89 ms`, `2.1 d`, `10 s to 3 h`. `rate` is values a second. */
export function timeToTry(bits: Bits, rate: number): string {
  if (typeof bits === 'number') return duration(2 ** bits / rate);
  const [smallest, largest] = bits.map((one) => duration(2 ** one / rate));
  return smallest === largest ? `${smallest}` : `${smallest} to ${largest}`;
}

function duration(seconds: number): string {
  if (seconds < 1e-3) return 'under 1 ms';
  const unit = units.findLast((one) => seconds >= one.seconds) ?? units[0];
  const count = seconds / unit.seconds;
  if (count >= 10_000) return 'over 10,000 years';
  return `${count < 9.95 ? Number(count.toFixed(1)) : grouped(Math.round(count))} ${unit.name}`;
}
