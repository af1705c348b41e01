import type { Finding, NewValue } from '../../rules/model/finding.ts';
import { toEdits } from '../edit/edits.ts';
import { breakOf, lineStart } from '../edit/lines.ts';
import type { SourceFile } from '../edit/source-file.ts';
import type { TextEdit } from '../edit/text-edit.ts';
import { manifestKey } from '../project/configuration/problem.ts';
import type { Settings } from '../project/configuration/settings.ts';
import { follow } from '../project/pointer.ts';
import { pointerAt } from '../project/pointer-at.ts';
import { configurationFiles } from '../project/readable.ts';
import { directiveWord } from '../read/directives.ts';
import type { Directive, Syntax } from '../read/facts.ts';
import type { Tree } from '../read/tree.ts';
import { isNeverHidden } from '../suppression/never-hidden.ts';
import type { SessionState } from './session.ts';

/** Stands where a person must say why; an editor that can selects it, and it holds as it stands, so nothing breaks. */
export const reasonPlaceholder = 'why this is fine';

/** How a finding can be switched off, with a reason. */
export interface SuppressionEdit {
  /** What the light bulb says. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** A file that must be made first: the edit is its text. */
  readonly creates?: string;
}

type Suppressible = Pick<SessionState, 'sourceOf' | 'texts'> & {
  readonly settings: Pick<Settings, 'configurationOf'>;
};

/** The edit that switches a finding off: a comment above its line, or an entry of the configuration where the file has no comments. */
export function suppressionEdit(finding: Finding, state: Suppressible): SuppressionEdit | undefined {
  const { rule, place } = finding;
  if (isNeverHidden(rule) || rule === 'encsafe/unused-suppression') return undefined;
  const source = state.sourceOf(place.file);
  if (source === undefined) return undefined;
  return takesComments(source) ? inComment(finding, source) : inConfiguration(finding, source, state);
}

/** JSON with comments takes them, and so does a file that holds one already. */
function takesComments({ facts }: SourceFile): boolean {
  return facts.syntax !== 'json' || /\.jsonc$/i.test(facts.file) || facts.directives.length > 0;
}

const commentMarks = {
  json: '//',
  yaml: '#',
  source: '//',
  sql: '--',
  prisma: '//',
} as const satisfies Record<Syntax, string>;

function inComment({ rule, place }: Finding, { facts, text }: SourceFile): SuppressionEdit {
  const title = `Disable ${rule} for this line, with a reason`;
  const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const start = Math.max(mark, lineStart(text, place.start));
  const above = facts.directives.find((directive) => speaksOf(directive, start, text));
  if (above !== undefined) return { title, edits: [withRule(above, rule, facts.file, text)] };
  const indent = /^[ \t]*/.exec(text.slice(start, place.start))?.[0] ?? '';
  const comment = `${commentMarks[facts.syntax]} ${directiveWord} ${rule} -- ${reasonPlaceholder}`;
  return {
    title,
    edits: [{ file: facts.file, start, end: start, text: `${indent}${comment}${breakOf(text)}` }],
  };
}

/** True for a comment that ends on the line above. */
function speaksOf({ end }: Directive, lineOfFinding: number, text: string): boolean {
  return end <= lineOfFinding && /^[^\S\r\n]*(?:\r\n|\n|\r)$/.test(text.slice(end, lineOfFinding));
}

/** The comment with one more rule in its list, and with a reason where it has none. */
function withRule(
  { start, end, rules, reason }: Directive,
  rule: string,
  file: string,
  text: string,
): TextEdit {
  const comment = text.slice(start, end);
  const from = start + comment.indexOf(directiveWord) + directiveWord.length;
  const close = /\s*\*\/\s*$/.exec(comment)?.[0] ?? '';
  const names = [...new Set([...rules.filter((name) => name !== '--'), rule])].join(', ');
  return {
    file,
    start: from,
    end: end - close.length,
    text: ` ${names} -- ${reason ?? reasonPlaceholder}`,
  };
}

function inConfiguration(
  finding: Finding,
  { facts }: SourceFile,
  state: Suppressible,
): SuppressionEdit | undefined {
  const { rule, place, field } = finding;
  const pointer =
    field === undefined
      ? facts.documents.map((document) => pointerAt(document, place)).find((found) => found !== undefined)
      : undefined;
  if (field === undefined && pointer === undefined) return undefined;
  const home = state.settings.configurationOf(place.file);
  const entry = {
    rule,
    file: home?.own ?? place.file,
    ...(field === undefined ? { pointer: pointer ?? '' } : { field }),
    reason: reasonPlaceholder,
  };
  const [made] = configurationFiles;
  const where = field === undefined ? 'here' : `of ${field}`;
  const title = `Disable ${rule} ${where} in ${home?.configuration ?? made}, with a reason`;
  if (home === undefined) {
    const text = `${JSON.stringify({ suppress: [entry] }, undefined, 2)}\n`;
    return { title, creates: made, edits: [{ file: made, start: 0, end: 0, text }] };
  }
  const edits = addEntry(entry, home.configuration, state);
  return edits === undefined ? undefined : { title, edits };
}

function addEntry(
  entry: Readonly<Record<string, string>>,
  configuration: string,
  { sourceOf }: Suppressible,
): readonly TextEdit[] | undefined {
  const [document] = sourceOf(configuration)?.facts.documents ?? [];
  if (document === undefined) return undefined;
  const root = isManifest(configuration) ? follow(document, [manifestKey])?.tree : document;
  if (root?.kind !== 'object') return undefined;
  const value: NewValue = {
    kind: 'object',
    properties: Object.entries(entry).map(([key, text]) => ({ key, value: text })),
  };
  const place = (tree: Tree) => ({ file: configuration, start: tree.start, end: tree.end });
  const list = follow(root, ['suppress'])?.tree;
  if (list !== undefined && list.kind !== 'array') return undefined;
  const fix = {
    title: '',
    safe: false,
    changes: [
      list === undefined
        ? ({
            kind: 'add-property',
            object: { kind: 'object', place: place(root), properties: [], open: false },
            key: 'suppress',
            value: [value],
          } as const)
        : ({
            kind: 'add-item',
            array: { kind: 'array', place: place(list), items: [], open: false },
            value,
          } as const),
    ],
  };
  return toEdits(fix, sourceOf);
}

function isManifest(file: string): boolean {
  return /(?:^|\/)package\.json$/.test(file);
}
