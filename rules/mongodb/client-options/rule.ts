import { defineRule } from '../../model/rule.ts';
import { checkAddresses } from './addresses.ts';
import { checkKeyVault } from './key-vault.ts';
import { checkLocalKey } from './local-key.ts';
import { checkMissing } from './missing.ts';
import { checkNames } from './names.ts';
import { checkNullKeys } from './null-keys.ts';

export const rule = defineRule({
  id: 'mongodb/client-options',
  severity: 'error',
  title: 'options of automatic encryption that are skipped, missing or lose the keys',
  since: '0.1.0',
  fix: 'safe',
  *check({ mongodb }) {
    for (const client of mongodb.clients) {
      yield* checkNames(client);
      yield* checkMissing(client);
      yield* checkAddresses(client);
      yield* checkLocalKey(client);
      yield* checkKeyVault(client, mongodb);
      yield* checkNullKeys(client, mongodb);
    }
  },
});
