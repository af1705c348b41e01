import { defineRule, suggestion } from '../../model/rule.ts';
import { originsOf } from '../keys-by-origin.ts';
import { borrowedSecret } from './borrowed-secrets.ts';

export const rule = defineRule({
  id: 'blind-index/shared-secret',
  severity: 'warning',
  title: 'the secret of sessions, tokens or the framework as the key of fields',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex: { keys } }) {
    const ofFields = keys.uses.filter((use) => use.ofFields);
    for (const { origin, first, taken } of originsOf(ofFields, 'variable')) {
      const borrowed = borrowedSecret(origin.variable);
      if (borrowed === undefined) continue;
      const own = first.purpose === 'index' ? 'FIELD_INDEX_KEY' : 'FIELD_ENCRYPTION_KEY';
      const data = first.purpose === 'index' ? 'index key' : 'encryption key';
      const lost =
        first.purpose === 'index' ? 'no stored row can be found' : 'nothing stored can be decrypted';
      yield {
        place: origin.place,
        message: `${origin.variable} is ${borrowed}, and ${first.taker} takes it for the ${data} of fields${origin.instead === undefined ? '' : ` where ${origin.instead} is not set`}: it is replaced when a session or a token leaks, and from then on ${lost}, and who sees it in one of the two places has it in both; give the fields a key of their own`,
        related: taken,
        fixes:
          origin.namePlace === undefined || origin.instead !== undefined
            ? []
            : [
                suggestion(
                  `read ${own} instead: what is stored must then be ${first.purpose === 'index' ? 'digested' : 'encrypted'} anew`,
                  { kind: 'text', place: origin.namePlace, text: own },
                ),
              ],
      };
    }
  },
});
