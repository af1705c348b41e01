import type { Fix } from '../../model/finding.ts';
import type { EncryptionExtension } from '../../model/prisma-clients.ts';
import { defineRule, suggestion } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'blind-index/discarded-extension',
  severity: 'error',
  title: 'an extended client of Prisma that is thrown away, so that nothing is encrypted',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex: { clients } }) {
    for (const extension of clients.extensions) {
      if (extension.result !== 'discarded') continue;
      yield {
        place: extension.namePlace,
        message: `$extends changes nothing of the client that it is called on, and the client that it returns is thrown away here: ${comesOf(extension)}; use the client that it returns`,
        fixes: keep(extension),
      };
    }
  },
});

function comesOf({ package: name }: EncryptionExtension): string {
  return name === 'fieldseal'
    ? 'what is given for @fieldseal fields reaches the database as it is'
    : 'every @encrypted field is stored as plain text, without an error';
}

function keep({ keep: how, place }: EncryptionExtension): readonly Fix[] {
  switch (how?.kind) {
    case undefined:
      return [];
    case 'assign':
      return [
        suggestion(`assign the extended client to ${how.name}`, {
          kind: 'text',
          place: { ...place, end: place.start },
          text: `${how.name} = `,
        }),
      ];
    case 'assign-to-this':
      return [
        suggestion(
          'give this what the extended client has, with Object.assign',
          { kind: 'text', place: { ...place, end: place.start }, text: 'Object.assign(this, ' },
          { kind: 'text', place: { ...place, start: place.end }, text: ')' },
        ),
      ];
    case 'at-creation':
      return [
        suggestion(
          `extend ${how.name} where it is made`,
          { kind: 'copy-text', of: how.call, at: how.creation.end },
          { kind: 'remove-statement', place },
        ),
      ];
  }
}
