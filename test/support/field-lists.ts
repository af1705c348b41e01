/** A list of one encrypted field, as a file holds it. */
export function listOf(queryType: string, path = 'reference'): string {
  const keyId = { $uuid: '8d8fef41-eff1-4e86-8234-39983d648d43' };
  const fields = [{ path, keyId, bsonType: 'string', queries: { queryType } }];
  return `${JSON.stringify({ fields }, undefined, 2)}\n`;
}
