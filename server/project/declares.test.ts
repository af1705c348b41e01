import { expect, test } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';

const schema = (field: string) => `datasource db {
  provider = "postgresql"
}

model Patient {
  id   Int     @id
  ${field} String  /// @encrypted
  hash String? @unique /// @encryption:hash(${field})?saltEnv=SALT
  note String? /// @encrypted
}
`;

const folder = () =>
  folderOf({
    'a/package.json': '{ "dependencies": { "prisma-field-encryption": "1.6.0" } }\n',
    'a/schema.prisma': schema('city'),
    'b/package.json': '{ "dependencies": { "prisma-field-encryption": "1.6.0" } }\n',
    'b/schema.prisma': schema('town'),
  });

async function fieldsOf(...paths: readonly string[]): Promise<number> {
  const { stdout } = await runIn(folder(), ['lint', '--format', 'json', ...paths]);
  return JSON.parse(stdout).summary.fields;
}

test('encrypted fields of Prisma count, their hashes do not', async () => {
  expect(await fieldsOf()).toBe(4);
});

test('what is read only to understand the files that were named does not count', async () => {
  expect(await fieldsOf('a')).toBe(2);
});
