import { syntaxOf } from '../read/read.ts';

/** Folders whose JavaScript and TypeScript serves no user: tests, seeds, migrations, scripts, generated code. */
const folders = new Set(
  `test tests __tests__ __test__ spec specs e2e __mocks__ mocks fixtures __fixtures__ cypress playwright
   seed seeds seeders migration migrations scripts bin tools generated __generated__`.split(/\s+/),
);

/** `x.test.ts`, `x.spec.js`, `seed.ts`, `x.seed.mjs`, `x.generated.ts`, `x.min.js`. */
const names =
  /(?:^|\.)(?:test|tests|spec|e2e|seed|seeds|migration|generated|gen|min)\.[cm]?[jt]sx?$|^seed(?:er|s)?[-_.]/i;

const generatedMark = /@generated\b|\bcode generated\b.*\bdo not edit\b/i;

/** How far down a file may say that it is generated. */
const head = 1000;

/** True for code on which rules stay silent unless a person asks with `--include-tests`. */
export function isQuietCode(file: string, text: string | undefined): boolean {
  if (syntaxOf(file) !== 'source') return false;
  const segments = file.split('/');
  const name = segments.pop() ?? '';
  return (
    segments.some((segment) => folders.has(segment.toLowerCase())) ||
    names.test(name) ||
    (text !== undefined && generatedMark.test(text.slice(0, head)))
  );
}
