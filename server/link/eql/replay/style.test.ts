import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutOf } from './layout.ts';
import { compareNatural } from './natural.ts';
import { styleOf } from './style.ts';

describe('where the next migration goes', () => {
  test.each([
    [
      'numbers',
      ['migrations/001_a.sql', 'migrations/002_b.sql'],
      'numbered',
      'migrations/003_eql_indexes.sql',
    ],
    ['numbers that grow', ['db/9_a.sql', 'db/10_b.sql'], 'numbered', 'db/11_eql_indexes.sql'],
    ['a dash', ['m/0001-a.sql'], 'numbered', 'm/0002-eql_indexes.sql'],
    ['golang-migrate', ['m/000007_a.up.sql'], 'numbered', 'm/000008_eql_indexes.up.sql'],
    ['Flyway', ['sql/V1__a.sql', 'sql/V1.2__b.sql'], 'numbered', 'sql/V1.3__eql_indexes.sql'],
    ['Drizzle', ['drizzle/0000_a.sql', 'drizzle/0002_b.sql'], 'drizzle', 'drizzle/0003_eql_indexes.sql'],
    [
      'Supabase',
      ['supabase/migrations/20261231235959_a.sql'],
      'supabase',
      'supabase/migrations/20270101000000_eql_indexes.sql',
    ],
    [
      'a stamp that is no moment',
      ['supabase/migrations/20260000000009_a.sql'],
      'supabase',
      'supabase/migrations/20260000000010_eql_indexes.sql',
    ],
    [
      'Prisma',
      ['prisma/migrations/20260801090000_init/migration.sql'],
      'prisma',
      'prisma/migrations/20260801090001_eql_indexes/migration.sql',
    ],
    [
      'node-pg-migrate',
      ['migrations/1690000000000_a.sql'],
      'node-pg-migrate',
      'migrations/1690000000001_eql_indexes.sql',
    ],
    [
      'diesel',
      ['migrations/2026-01-02-030405_a/up.sql'],
      'numbered',
      'migrations/2026-01-02-030406_eql_indexes/up.sql',
    ],
  ])('%s', (_, files, kind, nextFile) => {
    expect(styleOf(files)).toEqual({ kind, nextFile });
  });

  test('a file that was not read counts too', () => {
    const siblings = [
      'migrations/004_other.sql',
      'migrations/R__views.sql',
      'src/900.ts',
      'migrations/readme.md',
    ];
    expect(styleOf(['migrations/001_a.sql'], siblings)).toEqual({
      kind: 'numbered',
      nextFile: 'migrations/005_eql_indexes.sql',
    });
  });

  test('a script is added to, and operations that are generated are not', () => {
    expect(styleOf(['db/a.sql', 'db/schema.sql'])).toEqual({ kind: 'script', file: 'db/schema.sql' });
    expect(styleOf(['migrations/app/20260601T0900_x/ops.json'])).toEqual({ kind: 'code' });
    expect(styleOf(['src/migrations/1690000000000-x.ts'])).toEqual({ kind: 'code' });
  });

  test('it sorts behind all that are there', () => {
    const names = fc.uniqueArray(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(names, fc.integer({ min: 0, max: 6 }), (numbers, width) => {
        const files = numbers.map((number) => `db/${String(number).padStart(width, '0')}_step.sql`);
        const style = styleOf(files);
        const next = 'nextFile' in style ? style.nextFile : '';
        for (const file of files) {
          expect(compareNatural(layoutOf(file).key, layoutOf(next).key)).toBeLessThan(0);
        }
      }),
    );
  });
});
