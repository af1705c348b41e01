import { describe, expect, test } from 'vitest';
import { layoutOf, resolvePath, takesBack } from './layout.ts';

describe('what a path says of a migration', () => {
  test.each([
    ['migrations/001_a.sql', 'migrations', true],
    ['001_a.sql', '', true],
    ['prisma/migrations/20260801090000_init/migration.sql', 'prisma/migrations', true],
    ['migrations/app/20260601T0900_people/ops.json', 'migrations/app', true],
    ['migrations/2026-01-02-030405_a/up.sql', 'migrations', true],
    ['drizzle/0000_x.sql', 'drizzle', true],
    ['sql/V1.2__x.sql', 'sql', true],
    ['sql/R__views.sql', 'sql', true],
    ['db/schema.sql', 'db', false],
    ['sql/Version.sql', 'sql', false],
    ['prisma/migration.sql', 'prisma', false],
  ])('%s', (file, folder, numbered) => {
    expect(layoutOf(file)).toMatchObject({ folder, numbered });
  });

  test.each([
    ['migrations/001_a.down.sql', true],
    ['migrations/001_a_down.sql', true],
    ['migrations/20260801090000_init/down.sql', true],
    ['migrations/down/001_a.sql', true],
    ['deploy/revert/a.sql', true],
    ['sql/U1__a.sql', true],
    ['migrations/001_a.up.sql', false],
    ['migrations/001_download.sql', false],
    ['sql/Users.sql', false],
  ])('%s takes something back: %s', (file, expected) => {
    expect(takesBack(file)).toBe(expected);
  });

  test('an include never leads out of the project', () => {
    expect(resolvePath('db/scripts', '../tables/a.sql')).toBe('db/tables/a.sql');
    expect(resolvePath('db', './a.sql')).toBe('db/a.sql');
    expect(resolvePath('db', '..\\a.sql')).toBe('a.sql');
    expect(resolvePath('db', '../../a.sql')).toBeUndefined();
    expect(resolvePath('db', '/etc/a.sql')).toBeUndefined();
  });
});
