import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folderOf, whereabouts } from '../folders.ts';
import { createPackages } from '../packages.ts';
import { detectTargets } from './detect.ts';
import { mayNameVariables, readVariables, variablesOf } from './variables.ts';

type Files = Readonly<Record<string, string>>;

const namesIn = (file: string, text: string) => readVariables(file, text)?.names ?? [];

async function variablesFor(file: string, files: Files) {
  const all = { [file]: 'model A {\n  a String /// @encrypted\n}\n', ...files };
  const { variables } = await detectTargets({
    files: Object.keys(all).sort(),
    read: async (one) => all[one as keyof typeof all] ?? '',
  });
  const manifests = Object.keys(all).filter((one) => one.endsWith('package.json'));
  const { upward } = whereabouts([]);
  return variablesOf(variables, createPackages(new Set(manifests.map(folderOf)), upward));
}

const schema = 'prisma/schema.prisma';
const setIn = async (files: Files) => {
  const found = (await variablesFor(schema, files)).of(schema);
  return found && [...found].sort();
};

describe('the names in a file', () => {
  test.each(['.env', '.env.example', '.env.production.local', 'config/app.env'])('%s', (file) => {
    expect(
      namesIn(
        file,
        '# comment\nexport API_KEY="a b"\nSALT=\r\n  PEPPER = x=y\n#OFF=1\nSINGLE=\'FALSE=1\'\nYAML_LIKE: 1\n9X=1\nPEM="-----BEGIN PRIVATE KEY-----\nabc=\n-----END PRIVATE KEY-----"\n',
      ),
    ).toEqual(['API_KEY', 'SALT', 'PEPPER', 'SINGLE', 'YAML_LIKE', 'PEM']);
  });

  test.each(['src/env.ts', 'env.mjs', 'src/env.server.ts', 'packages/config/src/env/server.ts'])(
    '%s, which checks them at start',
    (file) => {
      const text = `import { z } from 'zod'
export const env = createEnv({
  server: { FIELD_SALT: z.string().min(32), 'OTHER_SALT': z.string() },
  runtimeEnv: { ...process.env, LAST_ONE: process.env['LAST_ONE'] ?? fallback.NOT_THIS },
})
process.env.VAULT_SALT = await read(A_CONSTANT)
`;
      const found = readVariables(file, text);
      expect([...new Set(found?.names)].sort()).toEqual([
        'FIELD_SALT',
        'LAST_ONE',
        'OTHER_SALT',
        'VAULT_SALT',
      ]);
      expect(found?.describesProgram).toBe(false);
    },
  );

  test('what Turborepo passes on', () => {
    const text = JSON.stringify({
      globalEnv: ['FIELD_SALT', 'NEXT_PUBLIC_*'],
      tasks: { build: { env: ['OTHER_SALT'], outputs: ['dist/**'] } },
    });
    expect(namesIn('turbo.json', text)).toEqual(['FIELD_SALT', 'OTHER_SALT']);
  });

  test('compose files: maps, lists, items in one line, aliases and merged maps', () => {
    const text = `
x-common: &common
  SHARED_SALT: \${SHARED_SALT:?}
x-environment: &more
  <<: *common
  MORE_KEY: 1
services:
  api:
    environment:
      <<: [*common, *more]
      API_KEY: "x # y"
      NESTED:
        NOT_ONE: 1
    ports:
      - 80:80
  worker:
    environment:
    - WORKER_URL=redis://cache:6379/0
    - "WORKER_SALT"
    - 'QUOTED=a: b'
    image: worker
  jobs: { environment: ignored }
  web:
    environment: { WEB_KEY: 'a, b: c', WEB_PORT: 80 }
  cron:
    environment: [CRON_KEY=1, CRON_SALT]
  same:
    environment: *more
`;
    const { names, open } = readVariables('compose.yml', text) ?? { names: [], open: true };
    expect(open).toBe(false);
    expect([...new Set(names)].sort()).toEqual(
      'API_KEY CRON_KEY CRON_SALT MORE_KEY NESTED QUOTED SHARED_SALT WEB_KEY WEB_PORT WORKER_SALT WORKER_URL'.split(
        ' ',
      ),
    );
  });

  test('Kubernetes: lists of containers, secrets and configuration maps, of several documents', () => {
    const text = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: api }
spec:
  template:
    spec:
      containers:
        - name: api
          env:
            - name: PLAIN_URL
              value: postgres://db
            - valueFrom: { secretKeyRef: { name: crypto, key: salt } }
              name: HASH_SALT
            - { name: IN_ONE_LINE, value: a }
          args: [serve]
        - env: [{ name: FLOW_KEY, value: b }]
          name: other
---
kind: Secret
metadata:
  name: crypto
stringData:
  SECRET_SALT: abc
  file.pem: |
    NOT_ONE: x
data:
  OTHER_KEY: YWJj
---
kind: ConfigMap
metadata: { name: settings }
data: { MAP_URL: x, MAP_SALT: "" }
---
kind: ExternalSecret
metadata: { name: outside }
spec:
  data:
    - secretKey: OUTSIDE_SALT
      remoteRef: { key: x }
---
kind: Service
data:
  NO_SECRET: x
`;
    const found = readVariables('k8s/all.yaml', text);
    expect(found?.names.toSorted()).toEqual(
      'FLOW_KEY HASH_SALT IN_ONE_LINE MAP_SALT MAP_URL OTHER_KEY OUTSIDE_SALT PLAIN_URL SECRET_SALT'.split(
        ' ',
      ),
    );
    expect(found?.groups).toEqual(['crypto', 'settings', 'outside']);
  });

  test.each([
    [
      'render.yaml',
      'services:\n  - type: web\n    envVars:\n      - key: SALT\n        sync: false\n',
      ['SALT'],
    ],
    ['app.yaml', 'runtime: nodejs22\nenv_variables:\n  SALT: x\n', ['SALT']],
    ['.do/app.yaml', 'services:\n- envs:\n  - key: SALT\n    scope: RUN_TIME\n  name: api\n', ['SALT']],
    [
      '.github/workflows/ci.yml',
      'env:\n  A: 1\njobs:\n  t:\n    env: { B: 2 }\n    steps:\n      - run: x\n        env:\n          C: 3\n',
      ['A', 'B', 'C'],
    ],
    ['.gitlab-ci.yml', 'variables:\n  SALT: x\n', ['SALT']],
    [
      'kustomization.yaml',
      'kind: Kustomization\nsecretGenerator:\n  - name: crypto\n    literals:\n      - SALT=x\n    envs: []\n',
      ['SALT'],
    ],
    [
      'values.yaml',
      'api:\n  extraEnvVars:\n    - name: SALT\n      value: x\n  env:\n    KEY: y\n',
      ['SALT', 'KEY'],
    ],
    ['serverless.yml', 'provider:\n  environment:\n    SALT: ${ssm:/salt}\n', ['SALT']],
    [
      'Dockerfile',
      'FROM node\nENV A=1 B="C=2" \\\n  # why\n  D=x\nenv E some value=1\nARG F\nARG G=1\nRUN export H=1\n',
      ['A', 'B', 'D', 'E', 'F', 'G'],
    ],
    [
      'fly.toml',
      'app = "x"\n[env]\n  SALT = "a"\n  "KEY" = "b"\n[http_service]\n  PORT = 80\n',
      ['SALT', 'KEY'],
    ],
    [
      'netlify.toml',
      '[build.environment]\n  SALT = "a"\n[context.production.environment]\nKEY = "b"\n[[plugins]]\nNO = 1\n',
      ['SALT', 'KEY'],
    ],
    ['wrangler.toml', 'vars = { SALT = "a", KEY = "b" }\n', ['SALT', 'KEY']],
    [
      'app.json',
      '{ "name": "x", "env": { "SALT": { "generator": "secret" }, "KEY": "y" } }',
      ['SALT', 'KEY'],
    ],
    ['vercel.json', '{ "env": { "SALT": "@salt" }, "build": { "env": { "KEY": "y" } } }', ['SALT', 'KEY']],
    [
      'deploy/task-definition.json',
      '{ "containerDefinitions": [{ "environment": [{ "name": "KEY", "value": "x" }], "secrets": [{ "name": "SALT", "valueFrom": "arn" }] }] }',
      ['KEY', 'SALT'],
    ],
  ])('%s', (file, text, names) => {
    expect(mayNameVariables(file)).toBe(true);
    expect(namesIn(file, text)).toEqual(names);
  });

  test('no value is kept', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9+/]{12,30}$/);
    fc.assert(
      fc.property(value, (secret) => {
        for (const [file, text] of [
          ['.env', `SALT=${secret}\nKEY="${secret}"\n`],
          [
            'compose.yml',
            `services:\n  a:\n    environment:\n      SALT: ${secret}\n      KEY: '${secret}'\n`,
          ],
          ['compose.yml', `services:\n  a:\n    environment:\n      - SALT=${secret}\n`],
          ['secret.yaml', `kind: Secret\nmetadata: { name: x }\ndata:\n  SALT: ${secret}\n`],
          ['Dockerfile', `ENV SALT=${secret}\nENV KEY ${secret}\n`],
          ['fly.toml', `[env]\nSALT = "${secret}"\n`],
          ['app.json', JSON.stringify({ env: { SALT: { value: secret } } })],
        ] as const) {
          expect(JSON.stringify(readVariables(file, text))).not.toContain(secret);
        }
      }),
    );
  });

  test('any text gives names or none', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'env:',
        '  - name: A',
        'environment: {',
        '<<: *a',
        'x: &a',
        '- - -',
        '---',
        'envFrom:',
        '{{ x }}',
      ),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        for (const file of ['a.yaml', '.env', 'Dockerfile', 'fly.toml', 'app.json']) {
          for (const name of namesIn(file, text)) expect(name).toMatch(/^[A-Za-z_]\w*$/);
        }
      }),
    );
  });
});

describe('what is known of a project', () => {
  test('nothing where no file says what the program is given', async () => {
    expect(await setIn({})).toBeUndefined();
    expect(
      await setIn({ '.env.production': 'NEXT_PUBLIC_API_URL=x\nNODE_ENV=production\n' }),
    ).toBeUndefined();
    expect(
      await setIn({ 'compose.yml': 'services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: x\n' }),
    ).toBeUndefined();
    // Their secrets are set by commands.
    expect(await setIn({ 'fly.toml': '[env]\nAPI_KEY = "x"\n' })).toBeUndefined();
    expect(await setIn({ '.github/workflows/ci.yml': 'env:\n  DATABASE_URL: x\n' })).toBeUndefined();
  });

  test('all names, as soon as one file says it', async () => {
    expect(
      await setIn({
        '.env.example': 'DATABASE_URL=\n',
        Dockerfile: 'ENV SALT=x\n',
        'fly.toml': '[env]\nA = "b"\n',
      }),
    ).toEqual(['A', 'DATABASE_URL', 'SALT']);
  });

  test('nothing where a file takes variables from one that is not there', async () => {
    const compose = (more: string) => ({
      'compose.yml': `services:\n  api:\n    environment:\n      DATABASE_URL: x\n    ${more}\n`,
    });
    expect(await setIn(compose('image: api'))).toEqual(['DATABASE_URL']);
    expect(await setIn(compose('env_file: secrets.env'))).toBeUndefined();
    expect(await setIn({ ...compose('env_file: secrets.env'), 'secrets.env': 'SALT=\n' })).toEqual([
      'DATABASE_URL',
      'SALT',
    ]);
    expect(await setIn({ ...compose('env_file: .env'), '.env.example': 'SALT=\n' })).toEqual([
      'DATABASE_URL',
      'SALT',
    ]);
    expect(await setIn(compose('env_file:\n      - path: ./secrets.env'))).toBeUndefined();
  });

  test('nothing where a manifest takes all variables from a secret that none makes', async () => {
    const pod = (more: string) =>
      `kind: Pod\nspec:\n  containers:\n    - name: api\n      env:\n        - name: DATABASE_URL\n          value: x\n      ${more}\n`;
    const from = 'envFrom:\n        - secretRef:\n            name: crypto';
    expect(await setIn({ 'pod.yaml': pod('image: api') })).toEqual(['DATABASE_URL']);
    expect(await setIn({ 'pod.yaml': pod(from) })).toBeUndefined();
    expect(
      await setIn({
        'pod.yaml': pod(from),
        'secret.yaml': 'kind: Secret\nmetadata:\n  name: crypto\ndata:\n  SALT: x\n',
      }),
    ).toEqual(['DATABASE_URL', 'SALT']);
    expect(await setIn({ 'pod.yaml': pod('{{- include "env" . }}') })).toEqual(['DATABASE_URL']);
    expect(
      await setIn({
        'pod.yaml': 'env:\n  - name: API_KEY\n    value: x\n  {{- toYaml .Values.env | nindent 2 }}\n',
      }),
    ).toBeUndefined();
  });

  test('the package and those around it say it; a name may be set anywhere', async () => {
    const file = 'packages/db/prisma/schema.prisma';
    const manifests = { 'package.json': '', 'packages/db/package.json': '', 'apps/api/package.json': '' };
    const elsewhere = await variablesFor(file, { ...manifests, 'apps/api/.env': 'API_KEY=\n' });
    expect(elsewhere.of(file)).toBeUndefined();
    expect(elsewhere.sets(file, 'API_KEY')).toBe(true);
    const around = await variablesFor(file, {
      ...manifests,
      'apps/api/.env': 'API_KEY=\n',
      'deploy/app.env': 'DATABASE_URL=\n',
    });
    expect([...(around.of(file) ?? [])].sort()).toEqual(['API_KEY', 'DATABASE_URL']);
  });

  test('nothing is read where no schema asks for encryption', async () => {
    const reads: string[] = [];
    const { variables } = await detectTargets({
      files: ['app.json', 'fly.toml', 'schema.prisma'],
      read: async (file) => {
        reads.push(file);
        return file.endsWith('.prisma') ? 'model A {\n  id Int @id\n}\n' : 'API_KEY=x';
      },
    });
    expect(variables).toEqual([]);
    expect(reads).toEqual(['schema.prisma']);
  });
});
