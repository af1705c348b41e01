import { bounds } from './bounds.ts';
import type { FileFacts, ParsedFacts, Problem, Syntax } from './facts.ts';
import { isAboutEncryption } from './keywords.ts';
import { tooDeepAt } from './nesting.ts';
import type { SqlFacts, SqlText } from './sql/statement.ts';

/** Text to facts: pure and total. Any text gives facts; what could not be read is a problem of theirs. */
export type Reader = (file: string, text: string) => FileFacts;

const syntaxes: Readonly<Record<string, Syntax>> = {
  json: 'json',
  jsonc: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  ts: 'source',
  mts: 'source',
  cts: 'source',
  tsx: 'source',
  js: 'source',
  mjs: 'source',
  cjs: 'source',
  jsx: 'source',
  sql: 'sql',
  prisma: 'prisma',
};

/** How a file is read, by its ending; undefined for a file that is not read. */
export function syntaxOf(file: string): Syntax | undefined {
  return syntaxes[file.slice(file.lastIndexOf('.') + 1).toLowerCase()];
}

/** Constructors of the shell: Compass and mongosh print them where JSON would have a wrapper. */
const shellConstructor =
  /[:[,]\s*(?:new\s+)?(?:UUID|BinData|HexData|NumberInt|NumberLong|NumberDecimal|ISODate|ObjectId)\(/;

/** How a text is read: a `.json` file that holds the shell's text is source code. */
export function syntaxOfText(file: string, text: string): Syntax | undefined {
  const syntax = syntaxOf(file);
  return syntax === 'json' && shellConstructor.test(text) ? 'source' : syntax;
}

const readers = new Map<Syntax, Reader>();

/** The reader of a syntax. Its parser is loaded the first time that a file needs it, and never before. */
export async function loadReader(syntax: Syntax): Promise<Reader> {
  const loaded = readers.get(syntax) ?? bounded(syntax, await load(syntax));
  readers.set(syntax, loaded);
  return loaded;
}

async function load(syntax: Syntax): Promise<(file: string, text: string) => ParsedFacts> {
  switch (syntax) {
    case 'json':
      return (await import('./json.ts')).readJson;
    case 'yaml':
      return (await import('./yaml.ts')).readYaml;
    case 'source':
      return (await import('./source/read-source.ts')).readSource;
    case 'sql':
      return (await import('./sql/read-sql.ts')).loadSqlReader().then(({ readSql }) => readSql);
    case 'prisma':
      return (await import('./prisma/read-prisma.ts')).readPrisma;
  }
}

/** Reads the pieces of SQL that a file of another syntax holds. */
export type SqlTextReader = (texts: readonly SqlText[]) => SqlFacts;

export async function loadSqlTextReader(): Promise<SqlTextReader> {
  return (await (await import('./sql/read-sql.ts')).loadSqlReader()).readSqlTexts;
}

/** Holds the bounds before the parser runs. */
function bounded(syntax: Syntax, reader: (file: string, text: string) => ParsedFacts): Reader {
  const read = (file: string, text: string): ParsedFacts => {
    const limit = bounds.bytes[syntax];
    if (text.length > limit) {
      const size = `${(limit / 1_000_000).toLocaleString('en')} MB`;
      return unread(file, syntax, {
        kind: 'too-large',
        message: `this file is larger than ${size}`,
        start: 0,
        end: 0,
      });
    }
    const deep = tooDeepAt(text, syntax);
    if (deep !== undefined) {
      const message = `this is nested deeper than ${bounds.nesting} levels`;
      return unread(file, syntax, { kind: 'too-deep', message, start: deep, end: deep + 1 });
    }
    return reader(file, text);
  };
  return (file, text) => {
    const facts = read(file, text);
    // Parsers put the end of what is missing behind the end of the text.
    const inside = (offset: number) => Math.max(0, Math.min(offset, text.length));
    const problems = facts.problems.map((problem) => ({
      ...problem,
      start: inside(problem.start),
      end: inside(problem.end),
    }));
    return { ...facts, problems, aboutEncryption: isAboutEncryption(text) };
  };
}

function unread(file: string, syntax: Syntax, problem: Problem): ParsedFacts {
  return { file, syntax, documents: [], directives: [], problems: [problem], secrets: [] };
}
