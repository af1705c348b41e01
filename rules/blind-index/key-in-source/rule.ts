import type { KeyUse } from '../../model/field-keys.ts';
import { samePlace } from '../../model/place.ts';
import { defineRule } from '../../model/rule.ts';
import { originsOf } from '../keys-by-origin.ts';

export const rule = defineRule({
  id: 'blind-index/key-in-source',
  severity: 'error',
  title: 'an encryption key, a secret or a fixed initialisation vector that is written in the source',
  since: '0.1.0',
  fix: 'none',
  *check({ blindIndex: { keys } }) {
    for (const { origin, first, taken } of originsOf(keys.uses, 'literal')) {
      yield { place: origin.place, related: taken, message: message(first, origin.published) };
    }
    // A vector from the environment is as fixed as a literal.
    for (const use of keys.uses) {
      if (use.purpose !== 'iv') continue;
      const { place, origin } = use;
      const from = samePlace(place, origin.place)
        ? []
        : [{ message: 'it comes from here', place: origin.place }];
      yield { place, related: from, message: message(use, false) };
    }
  },
});

function message({ purpose, taker }: KeyUse, published: boolean): string {
  switch (purpose) {
    case 'iv':
      return `every value that ${taker} encrypts gets the same initialisation vector, so that equal values give equal ciphertexts and equal beginnings show, and with GCM two values under one vector give up their plaintext and the key of the tag: take new random bytes for each value and store them in front of the ciphertext`;
    case 'index':
      return `the key of this lookup digest is written in the source, and with it whoever reads the repository tries every value against the column: read it from the environment or a key service, and make the stored digests anew`;
    case 'encryption':
      return published
        ? `the key that ${taker} takes is the example of its own documentation, which everybody can read, so that nothing it encrypts is a secret: make one, read it from the environment or a key service, and encrypt anew what is stored`
        : `the key that ${taker} takes is written in the source, so that whoever reads the repository, a fork or a build of it decrypts every stored value: read it from the environment or a key service, and encrypt anew what is stored`;
  }
}
