import type { EqlColumn } from '../../model/eql.ts';

export interface LongText {
  readonly characters: number;
  /** Completes "users.notes …". */
  readonly reason: string;
}

/** Names of columns that hold paragraphs. Ours: free text that people write, or that machines keep of them. */
const longNames: ReadonlySet<string> = new Set(
  `note notes comment comments remark remarks description bio biography body content contents message messages text
   diagnosis history summary transcript letter essay article abstract narrative statement report feedback review
   about story minutes memo memos findings anamnesis complaint instructions`.split(/\s+/),
);

/** Ours: a paragraph of a few sentences. */
const usualParagraph = 500;

/** How long a column's text is, where its name or the configuration says that it is long. */
export function longTextOf({ name, override, assumptions }: EqlColumn): LongText | undefined {
  if (override.length !== undefined) {
    return { characters: override.length, reason: 'is as long as the configuration says' };
  }
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const last =
    words.findLast((word) => word !== '' && word !== 'text' && word !== 'encrypted') ?? words.at(-1);
  if (last === undefined || !longNames.has(last)) return undefined;
  const characters = Math.max(assumptions.length ?? 0, usualParagraph);
  return { characters, reason: `holds paragraphs by its name ("${last}")` };
}
