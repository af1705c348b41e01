import { type Node, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import { createDirectiveReader, directiveWord } from './directives.ts';
import type { Directive, ParsedFacts, Problem } from './facts.ts';
import { numberTypesOf } from './numbers.ts';
import { looksSecret, mask } from './secrets.ts';
import type { PropertyTree, Span, Tree } from './tree.ts';

const options = { allowTrailingComma: true, allowEmptyContent: true } as const;

/** JSON, with the comments and trailing commas that people write. A broken file gives what could be read of it. */
export function readJson(file: string, text: string): ParsedFacts {
  const errors: ParseError[] = [];
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const root = parseTree(start === 0 ? text : ` ${text.slice(1)}`, errors, options);
  const secrets: Span[] = [];
  return {
    file,
    syntax: 'json',
    documents: root === undefined ? [] : [toTree(root, '', text, secrets)],
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

function toTree(node: Node, name: string, text: string, secrets: Span[]): Tree {
  const span = { start: node.offset, end: node.offset + node.length };
  switch (node.type) {
    case 'object':
      return {
        kind: 'object',
        ...span,
        entries: (node.children ?? []).flatMap((property) => toProperty(property, text, secrets)),
      };
    case 'array':
      return {
        kind: 'array',
        ...span,
        items: (node.children ?? []).map((child) => toTree(child, name, text, secrets)),
      };
    case 'string':
      if (looksSecret(name, node.value)) {
        secrets.push(span);
        return { kind: 'string', ...span, value: mask };
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

function toProperty(node: Node, text: string, secrets: Span[]): PropertyTree[] {
  const [key, value] = node.children ?? [];
  if (key === undefined) return [];
  const keySpan = { start: key.offset, end: key.offset + key.length };
  return [
    {
      kind: 'property',
      start: node.offset,
      end: value === undefined ? keySpan.end : value.offset + value.length,
      key: String(key.value),
      keySpan,
      // A person who types has a key before its value.
      value:
        value === undefined
          ? { kind: 'unknown', start: keySpan.end, end: keySpan.end }
          : toTree(value, String(key.value), text, secrets),
    },
  ];
}
