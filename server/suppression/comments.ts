import type { Finding, Fix } from '../../rules/model/finding.ts';
import type { Place } from '../../rules/model/place.ts';
import { safeFix, suggestion } from '../../rules/model/rule.ts';
import { didYouMean, nearId } from '../project/did-you-mean.ts';
import { directiveWord } from '../read/directives.ts';
import type { Directive, FileFacts } from '../read/facts.ts';
import { complaint } from './complaint.ts';
import { type Lines, linesOf } from './lines.ts';
import type { SuppressionRun, Suppressor } from './suppress.ts';

interface Comment {
  readonly file: string;
  readonly text: string;
  readonly directive: Directive;
  /** Rules of it that have hidden something. */
  readonly used: Set<string>;
}

interface CommentedFile {
  readonly lines: Lines;
  readonly byLine: ReadonlyMap<number, readonly Comment[]>;
}

/** What comments suppress: findings that start on the line below, of the rules that they name. */
export function readComments(
  facts: readonly FileFacts[],
  texts: ReadonlyMap<string, string>,
  ids: readonly string[],
  run: SuppressionRun,
): Suppressor {
  const files = new Map(
    facts.flatMap(({ file, directives }): [string, CommentedFile][] => {
      const text = texts.get(file);
      if (directives.length === 0 || text === undefined) return [];
      return [[file, readFile(file, text, directives)]];
    }),
  );
  return {
    pass(finding) {
      const file = files.get(finding.place.file);
      const comments = file?.byLine.get(file.lines.of(finding.place.start)) ?? [];
      const hiding = comments.filter(
        ({ directive }) => isComplete(directive) && directive.rules.includes(finding.rule),
      );
      for (const { used } of hiding) used.add(finding.rule);
      return hiding.length > 0 ? undefined : finding;
    },
    complaints: () =>
      [...files.values()].flatMap(({ byLine }) =>
        [...byLine.values()].flat().flatMap((comment) => complain(comment, ids, run)),
      ),
  };
}

/** Without a reason a comment hides nothing. */
function isComplete({ reason }: Directive): boolean {
  return reason !== undefined;
}

function readFile(file: string, text: string, directives: readonly Directive[]): CommentedFile {
  const lines = linesOf(text);
  const byStart = new Map(directives.map((directive) => [lines.of(directive.start), directive]));
  const byLine = new Map<number, Comment[]>();
  for (const directive of directives) {
    // Of comments in a row all speak of the line below the last one.
    let { line } = directive;
    for (let next = byStart.get(line); next !== undefined && next.line > line; next = byStart.get(line)) {
      if (text.slice(lines.startOf(line), next.start).trim() !== '') break;
      line = next.line;
    }
    byLine.set(line, [...(byLine.get(line) ?? []), { file, text, directive, used: new Set() }]);
  }
  return { lines, byLine };
}

function complain(comment: Comment, ids: readonly string[], run: SuppressionRun): Finding[] {
  const { file, directive, used } = comment;
  const { start, end, rules } = directive;
  const place = { file, start, end };
  const remove = safeFix('remove the comment', { kind: 'text', place: removal(comment), text: '' });
  if (!isComplete(directive)) {
    const example = rules.find((rule) => ids.includes(rule)) ?? 'RULE';
    const message = `this comment gives no reason, so it hides nothing: write ${directiveWord} ${example} -- and the reason`;
    return [complaint(message, place, [remove])];
  }
  if (rules.length === 0)
    return [complaint('this comment names no rule, so it hides nothing', place, [remove])];
  const idle = [...new Set(rules)].filter(
    (rule) => !used.has(rule) && !(ids.includes(rule) && run.severity(rule, file) === 'off'),
  );
  const all = idle.length === new Set(rules).size;
  return idle.map((rule) => {
    const own = placeOfRule(comment, rule);
    const without = all && idle.length === 1 ? remove : removeRule(comment, own, rule);
    // Where no rule of the comment hides anything, it goes as a whole with the first of them.
    const removing = all ? remove : without;
    if (ids.includes(rule)) {
      return complaint(`this hides nothing: the line below has no finding of ${rule}`, own, [removing]);
    }
    const near = nearId(rule, ids);
    const renames: Fix[] =
      near === undefined ? [] : [suggestion(`write ${near}`, { kind: 'text', place: own, text: near })];
    return complaint(`there is no rule ${rule}${didYouMean(near)}`, own, [...renames, removing]);
  });
}

/** The rule's id in the comment. */
function placeOfRule({ file, text, directive }: Comment, rule: string): Place {
  const comment = text.slice(directive.start, directive.end);
  const from = comment.indexOf(directiveWord) + directiveWord.length;
  for (let at = comment.indexOf(rule, from); at >= 0; at = comment.indexOf(rule, at + 1)) {
    const whole = /[\s,]/.test(comment[at - 1] ?? ' ') && /[\s,]/.test(comment[at + rule.length] ?? ' ');
    const start = directive.start + at;
    if (whole) return { file, start, end: start + rule.length };
  }
  return { file, start: directive.start, end: directive.end };
}

/** Takes one id out of a list of them, with the comma or space that parts it from its neighbour. */
function removeRule({ text }: Comment, { file, start, end }: Place, rule: string): Fix {
  const after = /^\s*,\s*|^[^\S\r\n]+(?!--)/.exec(text.slice(end))?.[0] ?? '';
  const before = after === '' ? (/[\s,]+$/.exec(text.slice(Math.max(0, start - 20), start))?.[0] ?? '') : '';
  const place = { file, start: start - before.length, end: end + after.length };
  return safeFix(`remove ${rule} from the comment`, { kind: 'text', place, text: '' });
}

/** The comment, with its whole line where nothing else stands on it, else with the space before it. */
function removal({ file, text, directive: { start, end } }: Comment): Place {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const before = text.slice(lineStart, start);
  const [rest = '', lineEnd = ''] = /^[^\S\r\n]*(\r\n|\n|\r|$)/.exec(text.slice(end)) ?? [];
  const ends = rest !== '' || lineEnd !== '' || end === text.length;
  if (before.trim() === '' && ends) return { file, start: lineStart, end: end + rest.length };
  const space = ends ? (/[^\S\r\n]*$/.exec(before)?.[0].length ?? 0) : 0;
  return { file, start: start - space, end };
}
