/** Begins a name that stands where a template or a variable of psql gives one: no name of a person begins so. */
const mark = '\ue000';

/** A name of a length that nobody has. */
export function unknownName(length: number): string {
  return mark + 'x'.repeat(Math.max(0, length - 1));
}

export function isUnknownName(name: string): boolean {
  return name.startsWith(mark);
}
