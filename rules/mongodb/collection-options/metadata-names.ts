import type { FieldList } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { propertyOf } from '../../model/value.ts';
import { serverCode } from '../wording.ts';
import { codes } from './codes.ts';

const endings = { escCollection: 'esc', ecocCollection: 'ecoc' } as const;

/** The collections of tokens have one possible name each, which the server makes itself. */
export function* checkMetadataNames({ container, document, mongoose }: FieldList): Generator<Report> {
  const { collection } = container;
  if (collection === undefined || mongoose) return;
  for (const key of ['escCollection', 'ecocCollection'] as const) {
    const property = propertyOf(document, key);
    const name = `enxcol_.${collection}.${endings[key]}`;
    if (property?.value.kind !== 'string' || property.value.value === name) continue;
    yield {
      place: property.value.place,
      message: `${key} of ${collection} can only be "${name}": leave it out, and the server fills it in${serverCode(codes[key])}`,
      fixes: [
        suggestion(`remove ${key}`, { kind: 'remove-property', object: document, property }),
        suggestion(`set ${key} to "${name}"`, { kind: 'set-value', value: property.value, to: name }),
      ],
    };
  }
}
