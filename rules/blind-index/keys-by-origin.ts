import type { KeyOrigin, KeyUse } from '../model/field-keys.ts';
import type { RelatedPlace } from '../model/finding.ts';
import { samePlace } from '../model/place.ts';

/** All that one key of one purpose is taken by. */
export interface OriginOfKeys<Kind extends KeyOrigin['kind']> {
  readonly origin: KeyOrigin & { readonly kind: Kind };
  readonly first: KeyUse;
  /** Where it is taken, without the origin itself. */
  readonly taken: readonly RelatedPlace[];
}

/** The origins of a kind, each once, with everything that takes a key from it; vectors are no keys. */
export function originsOf<Kind extends KeyOrigin['kind']>(
  uses: readonly KeyUse[],
  kind: Kind,
): readonly OriginOfKeys<Kind>[] {
  const found = new Map<string, { origin: KeyOrigin & { kind: Kind }; uses: [KeyUse, ...KeyUse[]] }>();
  for (const use of uses) {
    const { origin, purpose } = use;
    if (purpose === 'iv' || !isOf(origin, kind)) continue;
    const { file, start } = origin.place;
    const variable = use.origin.kind === 'variable' ? use.origin.variable : '';
    const spot = `${variable}:${file}:${start}`;
    const before = found.get(spot);
    if (before === undefined) found.set(spot, { origin, uses: [use] });
    else before.uses.push(use);
  }
  return [...found.values()].map(({ origin, uses: [first, ...more] }) => ({
    origin,
    first,
    taken: [first, ...more]
      .filter(({ place }) => !samePlace(place, origin.place))
      .map(({ taker, place }) => ({ message: `${taker} takes it here`, place })),
  }));
}

function isOf<Kind extends KeyOrigin['kind']>(
  origin: KeyOrigin,
  kind: Kind,
): origin is KeyOrigin & { readonly kind: Kind } {
  return origin.kind === kind;
}
