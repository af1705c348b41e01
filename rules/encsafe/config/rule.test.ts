import { expect, test } from 'vitest';
import { ruleFindings } from '../../../test/support/rule-findings.ts';

test('a comment that takes the place of the configuration is checked like it', async () => {
  const schema = (said: string) => ({
    'prisma/schema.prisma': `model Person {\n  id String @id\n  phone String /// @encrypted ${said}\n}\n`,
  });
  const options = { installed: { 'prisma-field-encryption': '1.6.0' } };
  expect(
    await ruleFindings('encsafe/config', schema('encsafe-field: class=random length=9'), options),
  ).toEqual(['error class=random']);
  expect(await ruleFindings('encsafe/config', schema('encsafe-field: class=random-id'), options)).toEqual([]);
});
