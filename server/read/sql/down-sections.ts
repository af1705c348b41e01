import type { Span } from '../tree.ts';

/** Of dbmate, goose, sql-migrate and node-pg-migrate. */
const up = /^--\s*(?:migrate:up|\+(?:goose|migrate)\s+Up|Up\s+Migration)\b/i;
const down = /^--\s*(?:migrate:down|\+(?:goose|migrate)\s+Down|Down\s+Migration)\b/i;

/** Finds the stretches of a file that run only when a migration is taken back, by the comments that begin them. */
export function createSectionReader(text: string): {
  readonly comment: (span: Span) => void;
  readonly down: () => readonly Span[];
} {
  const sections: Span[] = [];
  let open: number | undefined;
  const close = (end: number) => {
    if (open !== undefined) sections.push({ start: open, end });
    open = undefined;
  };
  return {
    comment: ({ start, end }) => {
      const comment = text.slice(start, Math.min(end, start + 100));
      if (down.test(comment)) open ??= start;
      else if (up.test(comment)) close(start);
    },
    down: () => {
      close(text.length);
      return sections;
    },
  };
}
