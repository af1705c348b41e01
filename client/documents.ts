/** Languages whose files encsafe reads, by the names that VS Code gives them. */
export const languages = [
  'json',
  'jsonc',
  'yaml',
  'typescript',
  'typescriptreact',
  'javascript',
  'javascriptreact',
  'sql',
  'prisma',
] as const;

/** Without Prisma's own extension such a file is plain text. */
const patterns = ['**/*.prisma'] as const;

const schemes = ['file', 'untitled', 'vscode-vfs', 'vscode-test-web'] as const;

/** Where the extension runs: on the desktop other schemes are those of diffs, outputs and settings pages. */
export type Home = 'desktop' | 'web';

type DocumentFilter =
  | { readonly language: string; readonly scheme?: string }
  | { readonly pattern: string; readonly scheme?: string };

/** The documents that the server is told about. */
export function documentSelector(home: Home): DocumentFilter[] {
  const filters: DocumentFilter[] = [
    ...languages.map((language) => ({ language })),
    ...patterns.map((pattern) => ({ pattern })),
  ];
  if (home === 'web') return filters;
  return schemes.flatMap((scheme) => filters.map((filter) => ({ ...filter, scheme })));
}
