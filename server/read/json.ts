import { type Node, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import { createDirectiveReader, directiveWord } from './directives.ts';
import type { Directive, ParsedFacts, Problem } from './facts.ts';
import { numberTypesOf } from './numbers.ts';
import { looksSecret, masked, nameBelow } from './secrets.ts';
import type { SqlText } from './sql/statement.ts';
import { joinPieces, namesEql } from './sql-pieces.ts';
import type { PropertyTree, Span, Tree } from './tree.ts';

const options = { allowTrailingComma: true, allowEmptyContent: true } as const;

/** JSON, with the comments and trailing commas that people write. A broken file gives what could be read of it. */
export function readJson(file: string, text: string): ParsedFacts {
  const errors: ParseError[] = [];
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const root = parseTree(start === 0 ? text : ` ${text.slice(1)}`, errors, options);
  const secrets: Span[] = [];
  const sqlTexts: SqlText[] = [];
  const reading = { text, secrets, sqlTexts, brokenAt: errors[0]?.offset ?? Number.POSITIVE_INFINITY };
  const documents = root === undefined ? [] : [toTree(root, '', reading)];
  return {
    file,
    syntax: 'json',
    documents,
    ...(sqlTexts.length === 0 ? {} : { sqlTexts }),
    directives: text.includes(directiveWord) ? readDirectives(text) : [],
    problems: errors.slice(0, 1).map((error) => toProblem(error)),
    secrets,
  };
}

function toProblem({ error, offset, length }: ParseError): Problem {
  const what = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return { kind: 'syntax', message: `this is no JSON: ${what}`, start: offset, end: offset + length };
}

function readDirectives(text: string): Directive[] {
  const found: Directive[] = [];
  const readDirective = createDirectiveReader(text);
  visit(text, {
    onComment(offset, length) {
      const directive = readDirective({ start: offset, end: offset + length });
      if (directive !== undefined) found.push(directive);
    },
  });
  return found;
}

/** Keys whose texts are SQL, where they speak of EQL. */
const sqlKeys = /^(?:sql|up|down|statements?|query|queries|execute)$/i;

interface Reading {
  readonly text: string;
  readonly secrets: Span[];
  readonly sqlTexts: SqlText[];
  /** Where the first error stands: what ends behind it may lack something. */
  readonly brokenAt: number;
}

function toTree(node: Node, name: string, reading: Reading): Tree {
  const { text, secrets, brokenAt } = reading;
  const span = { start: node.offset, end: endOf(node, text) };
  const incomplete = span.end >= brokenAt ? ({ incomplete: true } as const) : {};
  switch (node.type) {
    case 'object':
      return {
        kind: 'object',
        ...span,
        ...incomplete,
        entries: (node.children ?? []).flatMap((property) => toProperty(property, name, reading)),
      };
    case 'array':
      return {
        kind: 'array',
        ...span,
        ...incomplete,
        items: (node.children ?? []).map((child) => toTree(child, name, reading)),
      };
    case 'string':
      if (!isClosed(text, span)) return { kind: 'unknown', ...span };
      if (looksSecret(name, node.value)) {
        secrets.push(span);
        return { kind: 'string', ...span, value: masked(node.value) };
      }
      if (sqlKeys.test(name) && namesEql(node.value)) {
        const [start, end] = [span.start + 1, span.end - 1];
        const piece = { kind: 'text', written: text.slice(start, end), start, raw: false } as const;
        reading.sqlTexts.push(joinPieces([piece], span, 'json'));
      }
      return { kind: 'string', ...span, value: node.value };
    case 'number': {
      const digits = text.slice(span.start, span.end);
      return { kind: 'number', ...span, digits, types: numberTypesOf(digits) };
    }
    case 'boolean':
      return { kind: 'boolean', ...span, value: node.value };
    case 'null':
      return { kind: 'null', ...span, undefined: false };
    case 'property':
      return { kind: 'unknown', ...span };
  }
}

function toProperty(node: Node, holder: string, reading: Reading): PropertyTree[] {
  const [key, value] = node.children ?? [];
  if (key === undefined) return [];
  const keySpan = { start: key.offset, end: key.offset + key.length };
  // Half a name is none that a rule could know.
  if (!isClosed(reading.text, keySpan)) return [];
  return [
    {
      kind: 'property',
      start: node.offset,
      end: value === undefined ? keySpan.end : endOf(value, reading.text),
      key: String(key.value),
      keySpan,
      // A person who types has a key before its value.
      value:
        value === undefined
          ? { kind: 'unknown', start: keySpan.end, end: keySpan.end }
          : toTree(
              value,
              nameBelow(() => holder, String(key.value)),
              reading,
            ),
    },
  ];
}

/** True for a string that has its second quote. */
function isClosed(text: string, { start, end }: Span): boolean {
  return end - start > 1 && text[end - 1] === '"';
}

/** The parser puts the end of a comment that never ends behind the text. */
function endOf({ offset, length }: Node, text: string): number {
  return Math.min(offset + length, text.length);
}
