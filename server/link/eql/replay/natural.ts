/** A name cut into stretches of digits and of other characters, to be compared as a person counts. */
export type NaturalKey = readonly string[];

export function naturalKey(name: string): NaturalKey {
  return name.match(/\d+|\D+/g) ?? [];
}

export function compareNatural(one: NaturalKey, other: NaturalKey): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const order = comparePieces(one[at] ?? '', other[at] ?? '');
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

function comparePieces(one: string, other: string): number {
  if (isDigits(one) && isDigits(other)) {
    const left = one.replace(/^0+/, '');
    const right = other.replace(/^0+/, '');
    if (left.length !== right.length) return left.length - right.length;
    if (left !== right) return left < right ? -1 : 1;
    return one.length - other.length;
  }
  return one === other ? 0 : one < other ? -1 : 1;
}

function isDigits(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}
