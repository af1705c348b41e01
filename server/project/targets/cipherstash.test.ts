import { expect, test } from 'vitest';
import { whereabouts } from '../folders.ts';
import { createPackages } from '../packages.ts';
import { mayShowPostgres, postgresOf, readPostgresEvidence } from './cipherstash.ts';

const evidenceOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).flatMap(([file, text]) =>
    mayShowPostgres(file) ? (readPostgresEvidence(file, text) ?? []) : [],
  );

const noPackages = createPackages(new Set(), whereabouts([]).upward);

test.each([
  ['compose.yaml', 'services:\n  db:\n    image: cipherstash/proxy:2.2.4\n', true],
  ['compose.yaml', 'services:\n  db:\n    image: "docker.io/cipherstash/proxy"\n', true],
  ['.env', 'CS_DATABASE__HOST=localhost\n', true],
  ['compose.yaml', 'environment:\n  - CS_DATABASE__NAME=app\n', true],
  ['cipherstash-proxy.toml', '', true],
  // The SDK reads these too.
  ['.env', 'CS_WORKSPACE_CRN=crn\nCS_CLIENT_ID=x\n', false],
  ['compose.yaml', 'image: postgres:17\n', false],
  ['compose.yaml', '# image: cipherstash/proxy\n', false],
  ['notes.md', 'image: cipherstash/proxy', false],
])('%s with %j shows the proxy: %s', (file, text, proxy) => {
  expect(postgresOf(evidenceOf({ [file]: text }), noPackages).proxy('db/schema.sql')).toBe(proxy);
});

test.each([
  ['supabase/config.toml', 'project_id = "clinic"', 'Supabase'],
  ['.env.production', 'DATABASE_URL=postgres://me@db.postgres.database.azure.com/app', 'Azure'],
  ['compose.yaml', 'image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2', 'Google Cloud SQL'],
  ['app.yaml', 'beta_settings:\n  cloud_sql_instances: a:b:c', 'Google Cloud SQL'],
  ['netlify.toml', 'project_id = "clinic"', undefined],
])('%s shows the platform %s', (file, text, platform) => {
  const found = postgresOf(evidenceOf({ [file]: text }), noPackages).platform('migrations/1.sql');
  expect(found).toEqual(platform && { name: platform, file });
});

test('a package beside another says nothing of it', () => {
  const packages = createPackages(new Set(['', 'one', 'two']), whereabouts([]).upward);
  const { platform } = postgresOf(evidenceOf({ 'one/supabase/config.toml': '' }), packages);
  expect(platform('one/supabase/migrations/1.sql')?.name).toBe('Supabase');
  expect(platform('two/migrations/1.sql')).toBeUndefined();
});
