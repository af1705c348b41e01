import { describe, expect, test } from 'vitest';
import { newestMongodb } from '../../../rules/model/target.ts';
import { folderOf, whereabouts } from '../folders.ts';
import { createPackages } from '../packages.ts';
import { decideTargets } from './decide.ts';
import { detectTargets } from './detect.ts';
import { releaseOfTag } from './versions.ts';

type Files = Readonly<Record<string, string>>;

const sourcesOf = (files: Files) => ({
  files: Object.keys(files).sort(),
  read: async (file: string) => files[file] ?? '',
});

const mongodbIn = async (files: Files) =>
  (await detectTargets(sourcesOf(files))).mongodb.map(({ shown, version, beyond }) => [
    shown,
    version,
    ...(beyond ? [beyond] : []),
  ]);

const inYaml = (text: string) => mongodbIn({ 'compose.yaml': text });

describe('tags', () => {
  test.each([
    ['8', '8.3'],
    ['8.0', '8.0'],
    ['8.0.4-noble', '8.0'],
    ['8.2.1-ubi9', '8.2'],
    ['v8.1', '8.1'],
    ['8.0.15-20250801T093245Z', '8.0'],
    ['9', '9.0'],
    ['9.0.0-rc1', '9.0'],
    ['latest', '9.0'],
    ['noble', '9.0'],
    ['8.4', '8.3'],
    ['custom', undefined],
    ['', undefined],
    ['8.x', '8.3'],
  ])('%s is %s', (tag, version) => {
    expect(releaseOfTag(tag)?.version).toBe(version);
    expect(releaseOfTag(tag)?.beyond).toBeUndefined();
  });

  test('before the first and after the last known release', () => {
    expect(['7.0.5', '6', '4.4-focal'].map(releaseOfTag)).toEqual(
      Array(3).fill({ version: '8.0', beyond: 'older' }),
    );
    expect(['9.1', '10'].map(releaseOfTag)).toEqual(Array(2).fill({ version: '9.0', beyond: 'newer' }));
  });
});

describe('images', () => {
  test.each([
    ['mongo:8.2', '8.2'],
    ['mongo', '9.0'],
    ['"mongo:8.2" # pinned', '8.2'],
    ["&mongo 'mongo:8.0'", '8.0'],
    ['docker.io/library/mongo:8.1', '8.1'],
    ['registry.example.com:5000/mirror/library/mongo:8.1', '8.1'],
    ['mongodb/mongodb-community-server:8.2.1-ubi9', '8.2'],
    ['mongodb/mongodb-atlas-local:8.0', '8.0'],
    ['mongo:8.0@sha256:0a1b', '8.0'],
    ['mongo:${MONGO_TAG:-8.2}', '8.2'],
    ['${MONGO_IMAGE:-mongo}:${MONGO_TAG-8.1}', '8.1'],
    ['mongo:${A:-${B:-8.0}}', '8.0'],
  ])('%s', async (image, version) => {
    expect((await inYaml(`services:\n  db:\n    image: ${image}\n`)).map(([, found]) => found)).toEqual([
      version,
    ]);
  });

  test.each([
    'mongo@sha256:0a1b',
    'mongo:${MONGO_TAG}',
    'mongo:$MONGO_TAG',
    'mongo:${MONGO_TAG:?must be set}',
    'mongo-express:1.0',
    'acme/mongo:3',
    'ghcr.io/acme/mongo-backup:8.0',
    '{{ .Values.image }}:8.0 mongo',
    'mongo:custom',
    'postgres:17 # not mongo:8.0',
  ])('%s says nothing', async (image) => {
    expect(await inYaml(`services:\n  db:\n    image: ${image}\n`)).toEqual([]);
  });
});

describe('files', () => {
  test('workflows: services, containers, the action, and their matrix', async () => {
    const workflow = `
jobs:
  test:
    strategy:
      matrix:
        mongodb: ['8.0', "8.2"]
        image:
          - mongo:8.1
          - mongo:8.3 # newest
    container: mongo:9.0
    services:
      mongo:
        image: \${{ matrix.image }}
      other:
        image: mongo:\${{ matrix.mongodb }}
      unknown:
        image: mongo:\${{ inputs.version }}
    steps:
      # - uses: supercharge/mongodb-github-action@1
      - uses: supercharge/mongodb-github-action@1.12.0
        with:
          mongodb-version: "8.2"
      - with: { mongodb-version: 8.0 }
`;
    const found = await mongodbIn({ '.github/workflows/ci.yml': workflow });
    expect(found.map(([shown]) => shown)).toEqual([
      'mongo:8.1',
      'mongo:8.3',
      'mongo:9.0',
      'mongo:8.1',
      'mongo:8.3',
      'mongo:8.0',
      'mongo:8.2',
      'mongodb-version: 8.2',
    ]);
  });

  test('pipelines, where only a tag makes an image of a name', async () => {
    expect(
      await inYaml(
        'services:\n  - mongo:8.0\n  - name: mongo:8.1\n    alias: db\n  - name: mongo\n  - mongo\n',
      ),
    ).toEqual([
      ['mongo:8.0', '8.0'],
      ['mongo:8.1', '8.1'],
    ]);
    expect(
      await inYaml('api:\n  depends_on:\n    - mongo\n  environment:\n    - URL=mongodb://mongo:27017\n'),
    ).toEqual([]);
  });

  test('manifests and charts', async () => {
    expect(
      await inYaml('kind: StatefulSet\nspec:\n  containers:\n    - name: mongo\n      image: mongo:8.2\n'),
    ).toEqual([['mongo:8.2', '8.2']]);
    expect(await inYaml('kind: MongoDBCommunity\nspec:\n  members: 3\n  version: "8.0.4"\n')).toEqual([
      ['version: 8.0.4', '8.0'],
    ]);
    expect(
      await inYaml(
        'image:\n  registry: docker.io\n  repository: bitnami/mongodb\n  tag: 8.0.4-debian-12\nother:\n  tag: 1\n',
      ),
    ).toEqual([['bitnami/mongodb:8.0.4-debian-12', '8.0']]);
  });

  test('Dockerfiles with their arguments', async () => {
    expect(
      await mongodbIn({
        Dockerfile:
          'ARG VERSION=8.1\nFROM --platform=linux/amd64 mongo:${VERSION} AS db\nFROM node:20\nFROM mongo:${UNSET}\n',
        'db.Dockerfile': 'FROM mongo:8.0\r\nRUN true\r\n',
      }),
    ).toEqual([
      ['mongo:8.1', '8.1'],
      ['mongo:8.0', '8.0'],
    ]);
  });

  test('what mongodb-memory-server is told to run', async () => {
    expect(
      await mongodbIn({
        'package.json': JSON.stringify({
          config: { mongodbMemoryServer: { version: '8.0.4' } },
          scripts: { test: 'MONGOMS_VERSION=8.2.1 vitest' },
        }),
        'p/package.json': '{ "mongodbMemoryServer": broken',
      }),
    ).toEqual([
      ['mongodb-memory-server 8.0.4', '8.0'],
      ['MONGOMS_VERSION=8.2.1', '8.2'],
    ]);
  });

  test('none above the working directory, and none that cannot be read', async () => {
    expect(await mongodbIn({ '../compose.yaml': 'image: mongo:8.0' })).toEqual([]);
    const sources = { files: ['compose.yaml'], read: () => Promise.reject(new Error('EACCES')) };
    expect(await detectTargets(sources)).toEqual({
      mongodb: [],
      eql: [],
      postgres: [],
      installed: [],
      variables: [],
    });
  });

  test('the EQL package: its lock file, else the lower bound of its range', async () => {
    const name = '@cipherstash/eql';
    const manifest = JSON.stringify({ dependencies: { [name]: '^3.0.1' } });
    const eqlIn = async (files: Files) =>
      (await detectTargets(sourcesOf(files))).eql.map(({ file, version, beyond }) => [file, version, beyond]);
    expect(await eqlIn({ 'p/package.json': manifest })).toEqual([['p/package.json', '3.0.1', undefined]]);
    for (const [lock, text] of [
      [
        'package-lock.json',
        `{ "packages": { "node_modules/${name}": {\n "version": "3.0.4", "resolved": "x" } } }`,
      ],
      ['pnpm-lock.yaml', `packages:\n  '${name}@3.0.4':\n    resolution: {}\n`],
      ['yarn.lock', `"${name}@^3.0.1":\n  version "3.0.4"\n`],
      ['yarn.lock', `"${name}@npm:^3.0.1":\n  version: 3.0.4\n`],
      ['bun.lock', `{ "packages": { "${name}": ["${name}@3.0.4", ""] } }`],
    ] as const) {
      expect(await eqlIn({ 'p/package.json': manifest, [lock]: text }), lock).toEqual([
        ['p/package.json', '3.0.4', undefined],
      ]);
    }
    expect(
      await eqlIn({ 'package.json': JSON.stringify({ dependencies: { [name]: 'workspace:*' } }) }),
    ).toEqual([]);
    expect(
      await eqlIn({ 'package.json': JSON.stringify({ devDependencies: { [name]: '>=0.9 || ^2.3.1' } }) }),
    ).toEqual([['package.json', '1.0.1', 'older']]);
  });
});

describe('which of them decides for a file', () => {
  const decide = async (files: Files, file: string) => {
    const folders = new Set(
      Object.keys(files)
        .filter((one) => one.endsWith('package.json'))
        .map(folderOf),
    );
    const packages = createPackages(folders, whereabouts([]).upward);
    const { mongodb } = await detectTargets(sourcesOf(files));
    return decideTargets(mongodb, newestMongodb, packages)(file).target;
  };
  const known = (version: string) => ({ version, assumed: false });

  test('what stands in its own package, else in the packages around it, else anywhere', async () => {
    const files = {
      'package.json': '{}',
      'docker-compose.yml': 'image: mongo:8.0',
      'packages/a/package.json': '{}',
      'packages/a/test/compose.yaml': 'image: mongo:8.2',
      'packages/b/package.json': '{}',
    };
    expect(await decide(files, 'packages/a/src/x.json')).toEqual(known('8.2'));
    expect(await decide(files, 'packages/b/x.json')).toEqual(known('8.0'));
    expect(await decide(files, 'x.json')).toEqual(known('8.0'));
    expect(await decide(files, '../x.json')).toEqual(known('8.0'));
    expect(
      await decide({ 'ops/package.json': '{}', 'ops/db.yaml': 'image: mongo:8.1' }, 'api/x.json'),
    ).toEqual(known('8.1'));
  });

  test('without packages what stands beside it or above', async () => {
    const files = { 'a/compose.yaml': 'image: mongo:8.0', 'b/compose.yaml': 'image: mongo:8.2' };
    expect(await decide(files, 'a/deep/x.json')).toEqual(known('8.0'));
    expect(await decide(files, 'b/x.json')).toEqual(known('8.2'));
    expect(await decide(files, 'x.json')).toEqual({ version: '9.0', assumed: true });
  });

  test('the newest is assumed where nothing says, or what says it disagrees', async () => {
    expect(await decide({}, 'x.json')).toEqual({ version: '9.0', assumed: true });
    expect(await decide({ 'a.yaml': 'image: mongo:8.0\n---\nimage: mongo:8.2' }, 'x.json')).toEqual({
      version: '9.0',
      assumed: true,
    });
    expect(await decide({ 'a.yaml': 'image: mongo:6', 'b.yaml': 'image: mongo:7' }, 'x.json')).toEqual(
      known('8.0'),
    );
  });
});
