import { describe, expect, test } from 'vitest';
import { globProblem, matchGlobs } from './globs.ts';

describe('globs', () => {
  test.each([
    ['*.gen.json', 'deep/down/a.gen.json', true],
    ['/*.gen.json', 'deep/a.gen.json', false],
    ['./*.gen.json', 'a.gen.json', true],
    ['generated', 'src/generated/deep/a.json', true],
    ['generated/', 'src/generated/a.json', true],
    ['src/generated', 'other/src/generated/a.json', false],
    ['src/**/*.{json,yaml}', 'src/a/b/c.yaml', true],
    ['src/**', 'src/.hidden/c.yaml', true],
    ['app/[id]/schema.json', 'app/[id]/schema.json', true],
    ['app/(auth)/**', 'app/(auth)/x/schema.json', true],
    ['app/(auth)/**', 'app/auth/x/schema.json', false],
    ['a+', 'aaa', false],
    ['', 'a', false],
  ])('%s and %s', (glob, path, met) => {
    expect(matchGlobs([glob])(path)).toBe(met);
  });

  test('the last one that meets a path decides', () => {
    const meets = matchGlobs(['legacy', '!legacy/kept.json', 'legacy/kept.json/never']);
    expect(['legacy/a.json', 'legacy/kept.json', 'b.json'].map((path) => meets(path))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('none takes long, whatever it says', () => {
    const hostile = [
      'a*a*a*a*a*a*a*b',
      '**/a/**/a/**/a/**/a/**/b',
      '+(a|aa)*(a)b',
      '((((a*)*)*)*)b',
      '{a,aa}*{a,aa}*{a,aa}*b',
    ];
    const path = `${'a'.repeat(200)}/${'a/'.repeat(60)}c`;
    for (const glob of hostile) {
      const start = performance.now();
      matchGlobs([glob])(path);
      expect(performance.now() - start, glob).toBeLessThan(500);
    }
    expect(globProblem('a*a*a*a*a*b')).toMatch('more than 3 stars');
    expect(globProblem('src/**/*.test.*')).toBeUndefined();
  });
});
