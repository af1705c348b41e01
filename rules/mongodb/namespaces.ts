/** A collection's full name. */
export interface Namespace {
  readonly database: string;
  readonly collection: string;
}

/** `database.collection`: the collection may hold further dots. */
export function readNamespace(text: string): Namespace | undefined {
  const dot = text.indexOf('.');
  if (dot <= 0 || dot === text.length - 1) return undefined;
  return { database: text.slice(0, dot), collection: text.slice(dot + 1) };
}
