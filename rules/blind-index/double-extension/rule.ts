import type { EncryptionExtension, ExtendedBefore } from '../../model/prisma-clients.ts';
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'blind-index/double-extension',
  severity: 'error',
  title: 'a client of Prisma that is extended twice, so that values are encrypted twice',
  since: '0.1.0',
  fix: 'none',
  *check({ blindIndex: { clients } }) {
    for (const { extendedBefore, method, namePlace, package: name } of clients.extensions) {
      // What a second extension does was measured for prisma-field-encryption and holds for its forks.
      if (extendedBefore === undefined || name === 'fieldseal') continue;
      const { related, when } = extendedBefore;
      yield {
        place: namePlace,
        message: `${why(when, method)}: values are encrypted twice, and hashes are made of ciphertext, so that no search by a value finds its row; ${instead(when, method)}`,
        related,
      };
    }
  },
});

function why(when: ExtendedBefore['when'], method: EncryptionExtension['method']): string {
  return when === 'reload'
    ? `the cache keeps this client while the file is loaded again, and ${method} encrypts for it once more each time`
    : `${method} encrypts for a client that encrypts already`;
}

function instead(when: ExtendedBefore['when'], method: EncryptionExtension['method']): string {
  if (method === '$use') return 'call it only where the client is made';
  return when === 'always'
    ? 'extend it once'
    : 'extend it only where it is made, or put the client that is not extended into the cache';
}
