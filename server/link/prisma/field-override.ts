import { classNames, isGuessabilityClass } from '../../../rules/guessability/classes.ts';
import type { FieldOverride } from '../../../rules/model/field.ts';
import { nearest } from '../../../rules/model/nearest.ts';
import { listed } from '../../../rules/model/words.ts';
import type { PrismaBlock, PrismaComment, PrismaFacts, PrismaField } from '../../read/prisma/schema.ts';
import type { Span } from '../../read/tree.ts';

/** What comments of a file say of its fields: `// encsafe-field: class=random-id length=40 rows=100000 -- reason`. */
export interface CommentedOverrides {
  readonly overrides: ReadonlyMap<PrismaField, FieldOverride>;
  /** What they say that means nothing, in words. */
  readonly problems: readonly OverrideProblem[];
}

export interface OverrideProblem extends Span {
  readonly message: string;
}

const none: CommentedOverrides = { overrides: new Map(), problems: [] };

/** A comment of any kind speaks of the field that it stands behind, else of the next one of its block. */
export function fieldOverrides({ blocks, comments }: PrismaFacts): CommentedOverrides {
  const speaking = comments.flatMap((comment, index) => (word.test(comment.text) ? { comment, index } : []));
  if (speaking.length === 0) return none;
  const overrides = new Map<PrismaField, FieldOverride>();
  const problems: OverrideProblem[] = [];
  for (const { comment, index } of speaking) {
    const block = blocks.find(({ start, end }) => start <= comment.start && comment.end <= end);
    const field = block && fieldOf(block, comment, index);
    if (field === undefined) {
      const { start, end } = comment;
      problems.push({ message: 'this comment says something of a field, and none follows it', start, end });
      continue;
    }
    overrides.set(field, { ...overrides.get(field), ...readOverride(comment, problems) });
  }
  return { overrides, problems };
}

const word = /(?<![\w-])encsafe-field(?![\w-]):?/;

function fieldOf({ fields, attributes }: PrismaBlock, comment: PrismaComment, index: number) {
  const behind = fields.find((field) => field.comment === index);
  if (behind !== undefined || comment.trailing) return behind;
  const next = fields.find(({ start }) => start >= comment.end);
  const between = attributes.some(({ start }) => start >= comment.end && start < (next?.start ?? 0));
  return between ? undefined : next;
}

function readOverride({ text, textStart }: PrismaComment, problems: OverrideProblem[]): FieldOverride {
  const found = word.exec(text);
  const from = found === null ? text.length : found.index + found[0].length;
  const [line = ''] = text.slice(from).split(/[\r\n]|(?<!\S)--(?!\S)/, 1);
  let override: FieldOverride = {};
  for (const { 0: written, index } of line.matchAll(/[^\s,]+/g)) {
    const start = textStart + from + index;
    const equals = written.indexOf('=');
    const key = equals < 0 ? written : written.slice(0, equals);
    const value = equals < 0 ? undefined : written.slice(equals + 1);
    const read = readSetting(key, value);
    if (typeof read !== 'string') override = { ...override, ...read };
    else problems.push({ message: read, start, end: start + written.length });
  }
  return override;
}

/** What one setting says, or what is wrong with it. */
function readSetting(key: string, value: string | undefined): FieldOverride | string {
  switch (key) {
    case 'class': {
      if (value !== undefined && isGuessabilityClass(value)) return { class: value, saidBy: 'comment' };
      const near = value === undefined ? undefined : nearest(value, classNames);
      return value === undefined
        ? 'class names a class of values: "class=email"'
        : `there is no class ${value}; ${near === undefined ? `classes are ${listed(classNames)}` : `did you mean ${near}?`}`;
    }
    case 'length':
    case 'rows':
      return value !== undefined && /^\d{1,15}$/.test(value)
        ? { [key]: Number(value) }
        : `${key} is a whole number: "${key}=100"`;
    default: {
      const near = nearest(key, ['class', 'length', 'rows']);
      return `${key} says nothing of a field; ${near === undefined ? 'class, length and rows do' : `did you mean ${near}?`}`;
    }
  }
}
