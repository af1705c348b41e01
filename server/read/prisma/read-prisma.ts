import { createDirectiveReader, directiveWord } from '../directives.ts';
import type { Directive, ParsedFacts } from '../facts.ts';
import { readBlocks } from './blocks.ts';
import { Scanner } from './scanner.ts';

/**
 * Reads a schema of Prisma or Prisma Next, whatever state it is in: a line that cannot be read costs that line, a block
 * without its end costs nothing. Documentation is attached as the engines of Prisma 6 and 7 attach it.
 */
export function readPrisma(file: string, text: string): ParsedFacts {
  const scanner = new Scanner(text);
  const blocks = readBlocks(scanner);
  const { comments, problems, secrets } = scanner;
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  return {
    file,
    syntax: 'prisma',
    documents: [],
    prisma: { lineBreak, blocks, comments },
    directives: text.includes(directiveWord) ? readDirectives(scanner) : [],
    problems,
    secrets,
  };
}

function readDirectives({ text, comments }: Scanner): Directive[] {
  const read = createDirectiveReader(text);
  return comments.flatMap(({ start, end }) => read({ start, end }) ?? []);
}
