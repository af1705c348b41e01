import type { EncryptedSchema } from '../../rules/model/blind-index.ts';
import { linkSchemas } from '../../server/link/blind-index/schemas/link-schemas.ts';
import { createEvaluator } from '../../server/link/evaluate.ts';
import type { Files } from '../../server/link/files.ts';
import { readPrisma } from '../../server/read/prisma/read-prisma.ts';
import { type LintOptions, settingsOf } from './lint-files.ts';

/** The schemas with encrypted fields among texts of `.prisma`, read and linked at once. */
export function linkedSchemas(
  texts: Readonly<Record<string, string>>,
  options: LintOptions = {},
): readonly EncryptedSchema[] {
  const read = Object.entries(texts).map(([file, text]) => ({
    ...readPrisma(file, text),
    aboutEncryption: true,
  }));
  const byName = new Map(read.map((facts) => [facts.file, facts]));
  const files: Files = {
    facts: (file) => byName.get(file),
    exists: (file) => byName.has(file),
    names: () => [...byName.keys()],
  };
  const wanted = new Set<string>();
  const evaluator = createEvaluator(files, wanted);
  return linkSchemas({ read, evaluator, files, settings: settingsOf(options), wanted });
}
