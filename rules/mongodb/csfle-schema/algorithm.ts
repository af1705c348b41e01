import { nearest } from '../../model/nearest.ts';
import { suggestion } from '../../model/rule.ts';
import { describe, lookup, type ObjectValue } from '../../model/value.ts';
import { algorithms, deterministic, random } from '../csfle-algorithms.ts';
import type { Flaw } from './report.ts';

/** The algorithm that an `encrypt` or `encryptMetadata` itself names. */
export function* checkAlgorithm(object: ObjectValue, field?: string): Generator<Flaw> {
  const found = lookup(object, 'algorithm');
  if (found.state !== 'present') return;
  const { value } = found.property;
  if (value.kind === 'unknown' || value.kind === 'null') return;
  if (value.kind !== 'string') {
    yield {
      refusal: 'wrongType',
      place: value.place,
      field,
      message: `algorithm is ${describe(value)}, and must be the name ${deterministic} or ${random}`,
    };
    return;
  }
  if ((algorithms as readonly string[]).includes(value.value)) return;
  const meant = meantBy(value.value);
  yield {
    refusal: 'badValue',
    place: value.place,
    field,
    message: `there is no algorithm "${value.value}": write ${meant ?? `${deterministic} or ${random}`}`,
    fixes: (meant === undefined ? algorithms : [meant]).map((name) =>
      suggestion(`write ${name}`, { kind: 'set-value', value, to: name }),
    ),
  };
}

function meantBy(text: string): string | undefined {
  const near = nearest(text, algorithms);
  if (near !== undefined) return near;
  const folded = text.toLowerCase();
  if (folded.includes('determ')) return deterministic;
  return folded.includes('rand') ? random : undefined;
}
