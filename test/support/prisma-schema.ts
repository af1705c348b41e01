import type { Severity } from '../../rules/model/finding.ts';
import { type LintOptions, lintFiles } from './lint-files.ts';

export const schemaFile = 'prisma/schema.prisma';

export interface SchemaOptions extends LintOptions {
  /** `postgresql` where nothing else is said. */
  readonly provider?: string;
}

/** A schema of Prisma that holds the models, in a project that installs prisma-field-encryption unless said otherwise. */
export function prismaFiles(models: string, provider = 'postgresql'): Record<string, string> {
  return {
    [schemaFile]: `datasource db {\n  provider = "${provider}"\n  url      = env("DATABASE_URL")\n}\n\n${models}\n`,
  };
}

export const prismaFieldEncryption: LintOptions = { installed: { 'prisma-field-encryption': '1.6.0' } };

/** What one rule says of models: the severity, what is underlined, and the message. */
export async function prismaFindings(
  rule: string,
  models: string,
  { provider, ...options }: SchemaOptions = {},
): Promise<readonly { severity: Severity; underlined: string; message: string }[]> {
  const files = prismaFiles(models, provider);
  const findings = await lintFiles(files, { ...prismaFieldEncryption, ...options });
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ severity, place, message }) => ({
      severity,
      underlined: (files[place.file] ?? '').slice(place.start, place.end),
      message,
    }));
}
