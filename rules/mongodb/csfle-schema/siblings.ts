import type { Change, Fix } from '../../model/finding.ts';
import type { CsfleField } from '../../model/mongodb.ts';
import { suggestion } from '../../model/rule.ts';
import { isAbsent, type Property } from '../../model/value.ts';
import { listed } from '../wording.ts';
import type { Flaw } from './report.ts';

/** The keywords that even a server without any client refuses beside `encrypt`. */
const refusedByServer: readonly string[] = ['type', 'bsonType', 'encryptMetadata'];

/** `encrypt` stands alone: what the ciphertext is cannot be judged by any other keyword. */
export function* checkSiblings({ holder, encryptProperty, encrypt, path }: CsfleField): Generator<Flaw> {
  const siblings = holder.properties.filter(
    ({ key, value }) => key !== 'encrypt' && !(value.kind === 'null' && value.undefined),
  );
  const worst = siblings.find(({ key }) => refusedByServer.includes(key)) ?? siblings[0];
  if (worst === undefined) return;
  const names = listed(siblings.map(({ key }) => key));
  const move = siblings.find(({ key }) => key === 'bsonType');
  const remove: Change[] = siblings.map((property) => ({
    kind: 'remove-property',
    object: holder,
    property,
  }));
  const fixes: Fix[] = [suggestion(`remove ${names}`, ...remove)];
  if (move !== undefined && encrypt !== undefined && isAbsent(encrypt, 'bsonType')) {
    fixes.unshift(suggestion(moveTitle(siblings), moveChange(encrypt, move), ...remove));
  }
  yield {
    refusal: refusedByServer.includes(worst.key) ? 'typeBeside' : 'sibling',
    place: worst.keyPlace,
    field: path,
    message: `${names} cannot stand beside encrypt, which must be alone in its schema: ${move === undefined ? 'take it out' : 'the type goes into encrypt'}`,
    related: [{ message: 'encrypt stands here', place: encryptProperty.keyPlace }],
    fixes,
  };
}

function moveTitle(siblings: readonly Property[]): string {
  const others = siblings.filter(({ key }) => key !== 'bsonType').map(({ key }) => key);
  return others.length === 0
    ? 'move bsonType into encrypt'
    : `move bsonType into encrypt and remove ${listed(others)}`;
}

function moveChange(encrypt: NonNullable<CsfleField['encrypt']>, { value }: Property): Change {
  return { kind: 'add-property', object: encrypt, key: 'bsonType', value: { kind: 'copy', of: value } };
}
