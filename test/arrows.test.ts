import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { root } from './support/pages.ts';

interface Arrow {
  readonly from: string;
  /** A file of the project, or a package or module as written. */
  readonly to: string;
}

const arrows = ['rules', 'server', 'client'].flatMap((room) =>
  filesOf(path.join(root, room)).flatMap(arrowsOf),
);

/** What each room may import, by the plan of the house. The first room that holds a file decides. */
const rooms: readonly {
  readonly room: string;
  readonly mayImport: readonly string[];
  readonly node: boolean;
  readonly packages: readonly string[];
}[] = [
  { room: 'rules/', mayImport: ['rules/'], node: false, packages: [] },
  {
    room: 'server/read/',
    mayImport: ['server/read/', 'rules/'],
    node: false,
    packages: ['jsonc-parser', 'yaml', 'typescript', 'libpg-query', 'libpg-query/wasm/libpg-query.js'],
  },
  { room: 'server/link/', mayImport: ['server/link/', 'server/read/', 'rules/'], node: false, packages: [] },
  {
    room: 'server/lint.ts',
    mayImport: ['server/read/', 'server/link/', 'rules/'],
    node: false,
    packages: [],
  },
  { room: 'server/edit/', mayImport: ['server/edit/', 'server/read/', 'rules/'], node: false, packages: [] },
  {
    room: 'server/suppression/',
    mayImport: ['server/suppression/', 'server/project/', 'server/edit/', 'server/read/', 'rules/'],
    node: false,
    packages: ['picomatch'],
  },
  {
    room: 'server/project/disk.ts',
    mayImport: ['server/project/', 'server/read/', 'rules/'],
    node: true,
    packages: ['ignore'],
  },
  {
    room: 'server/project/',
    mayImport: ['server/project/', 'server/link/', 'server/read/', 'server/lint.ts', 'rules/'],
    node: false,
    packages: ['@cfworker/json-schema', 'picomatch', 'jsonc-parser', 'yaml'],
  },
  {
    room: 'server/session/',
    mayImport: [
      'server/session/',
      'server/suppression/',
      'server/project/',
      'server/edit/',
      'server/link/',
      'server/read/',
      'server/lint.ts',
      'rules/',
    ],
    node: false,
    packages: [],
  },
  {
    room: 'server/lsp/node/',
    mayImport: ['server/', 'rules/'],
    node: true,
    packages: ['vscode-languageserver/node'],
  },
  {
    room: 'server/lsp/',
    mayImport: ['server/', 'rules/'],
    node: false,
    packages: [
      'vscode-languageserver',
      'vscode-languageserver/browser',
      'vscode-languageserver-textdocument',
      'vscode-uri',
    ],
  },
  {
    room: 'server/report/',
    mayImport: ['server/report/', 'server/edit/', 'server/project/', 'server/read/', 'rules/'],
    node: true,
    packages: ['picocolors', 'sarif'],
  },
  { room: 'server/parser-bytes.ts', mayImport: ['server/read/'], node: true, packages: [] },
  { room: 'server/cli/', mayImport: ['server/', 'rules/'], node: true, packages: ['picocolors', 'diff'] },
  {
    room: 'client/cost-page/',
    mayImport: ['client/cost-page/', 'client/cost-report/messages.ts', 'rules/costs/', 'rules/model/'],
    node: false,
    packages: [],
  },
  {
    room: 'client/node/',
    mayImport: ['client/'],
    node: false,
    packages: ['vscode', 'vscode-languageclient/node'],
  },
  {
    room: 'client/browser/',
    mayImport: ['client/'],
    node: false,
    packages: ['vscode', 'vscode-languageclient/browser'],
  },
  {
    room: 'client/',
    mayImport: ['client/', 'rules/costs/'],
    node: false,
    packages: ['vscode', 'vscode-languageclient'],
  },
];

test('every file stands in a room of the plan', () => {
  const homeless = [...new Set(arrows.map(({ from }) => from))].filter((file) => roomOf(file) === undefined);
  expect(homeless).toEqual([]);
});

describe.each(rooms.map((room) => [room.room, room] as const))('%s', (_name, room) => {
  const own = arrows.filter(({ from }) => roomOf(from) === room);

  test('imports only the rooms below it', () => {
    const wrong = own.filter(
      ({ to }) =>
        /^(?:rules|server|client|test|scripts)\//.test(to) &&
        !room.mayImport.some((one) => to.startsWith(one)),
    );
    expect(wrong).toEqual([]);
  });

  test(
    room.node ? 'imports only its packages' : "imports only its packages, and none of Node's modules",
    () => {
      const wrong = own.filter(({ to }) => {
        if (/^(?:rules|server|client|test|scripts)\//.test(to)) return false;
        return to.startsWith('node:') ? !room.node : !room.packages.includes(to);
      });
      expect(wrong).toEqual([]);
    },
  );
});

function roomOf(file: string) {
  return rooms.find(({ room }) => file.startsWith(room));
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile() && /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
      .map((file) => path.relative(root, file).replaceAll(path.sep, '/'));
  } catch {
    return [];
  }
}

function arrowsOf(file: string): Arrow[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => ({
    from: file,
    to: fileName.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), fileName))
      : fileName,
  }));
}
