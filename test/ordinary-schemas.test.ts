import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { guessPrismaField } from '../rules/blind-index/guess-prisma-field.ts';
import { isGuessable } from '../rules/guessability/classify.ts';
import { analyseFiles, type Files, type LintOptions, lintFiles } from './support/lint-files.ts';
import { root } from './support/pages.ts';
import { prismaFieldEncryption, prismaFiles, schemaFile } from './support/prisma-schema.ts';

const folder = path.join(root, 'fixtures/prisma');
const schemasIn = (name: string) =>
  readdirSync(path.join(folder, name))
    .sort()
    .map((file): [string, string] => [file, readFileSync(path.join(folder, name, file), 'utf8')]);

const ordinary = schemasIn('ordinary');
const modelsIn = (text: string) => text.match(/^model \w+ \{/gm)?.length ?? 0;

/** What a report is about, short enough to read. */
const said = async (files: Files, options: LintOptions) =>
  (await lintFiles(files, options)).map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);

const projects: readonly (readonly [string, LintOptions])[] = [
  ['nothing installed', {}],
  ['prisma-field-encryption installed', prismaFieldEncryption],
  ['prisma-encryption installed', { installed: { 'prisma-encryption': '2.0.0' } }],
  ['@fieldseal/prisma installed', { installed: { '@fieldseal/prisma': '0.1.3' } }],
];

describe('schemas that encrypt nothing', () => {
  test('there are enough of them, for every kind of database', () => {
    expect(ordinary.reduce((sum, [, text]) => sum + modelsIn(text), 0)).toBeGreaterThanOrEqual(400);
    const providers = ordinary.map(([, text]) => /provider = "(\w+)"/.exec(text)?.[1]);
    expect(new Set(providers)).toEqual(new Set(['postgresql', 'mysql', 'sqlite', 'mongodb']));
  });

  describe.each(projects)('%s', (_, options) => {
    test.each(ordinary)('%s', async (_file, text) => {
      expect(await said({ [schemaFile]: text }, options)).toEqual([]);
    });

    test('a schema of several files', async () => {
      const [, text = ''] = ordinary.find(([file]) => file === 'shop.prisma') ?? [];
      expect(await said(inFolder(text), options)).toEqual([]);
    });

    test('several schemas of one workspace', async () => {
      const files = Object.fromEntries(
        ordinary.map(([file, text]) => [
          `packages/${file.replace('.prisma', '')}/prisma/schema.prisma`,
          text,
        ]),
      );
      expect(await said(files, options)).toEqual([]);
    });
  });
});

/** A file for what is no model, and one for each model, as Prisma reads a folder. */
function inFolder(text: string): Files {
  const blocks = text.split(/\n(?=model )/);
  return Object.fromEntries(
    blocks.map((block, at) => [
      `prisma/schema/${at === 0 ? 'base' : (/^model (\w+)/.exec(block)?.[1] ?? '')}.prisma`,
      `${block}\n`,
    ]),
  );
}

describe('schemas that encrypt as they should', () => {
  const packages: Readonly<Record<string, string>> = {
    'fork.prisma': 'prisma-encryption',
    'fieldseal.prisma': '@fieldseal/prisma',
  };
  test.each(schemasIn('encrypted'))('no error in %s', async (file, text) => {
    const options = { installed: { [packages[file] ?? 'prisma-field-encryption']: '1.6.0' } };
    const files = { [schemaFile]: text };
    const { project } = await analyseFiles(files, options);
    const encrypted = project.blindIndex.schemas
      .flatMap(({ models }) => models)
      .flatMap(({ fields }) => fields)
      .filter(({ encryption }) => encryption?.kind === 'encrypted');
    expect(encrypted.length).toBeGreaterThan(0);
    expect((await said(files, options)).filter((one) => !one.startsWith('info'))).toEqual([]);
  });
});

describe('prose that speaks of encryption', () => {
  const prose = [
    'encrypted at rest by the disk',
    'Encrypted by the client before it gets here',
    'TODO: encrypt this column',
    'encryption: see docs/security.md',
    'not encrypted, since support searches it',
    'encrypted (KMS), decrypted in the worker',
    'The encryption key is rotated each year',
    'hash of the e-mail address, for Gravatar',
    'hashed with Argon2id',
    'questions: security@example.com',
    '@deprecated use the other one',
    '@zod.string().email()',
    '@description stored encrypted',
    '@hidden',
    '[JsonType]',
    '@see https://example.com/encryption',
    'prisma-lint-ignore-model require-field',
    '@TypeGraphQL.omit(output: true)',
    'was an encrypted field until 2024',
    'encrypt-then-mac, see the client',
  ];
  const model = (mark: (text: string) => string) =>
    prismaFiles(
      `model Thing {\n  id Int @id\n  token String /// @encrypted\n${prose
        .map((text, at) => mark(text).replace('FIELD', `field${at} String?`))
        .join('\n')}\n}`,
    );
  test.each([
    ['// above', (text: string) => `  // ${text}\n  FIELD`],
    ['/// above', (text: string) => `  /// ${text}\n  FIELD`],
    ['// behind', (text: string) => `  FIELD // ${text}`],
    ['/// behind', (text: string) => `  FIELD /// ${text}`],
    ['/* above */', (text: string) => `  /* ${text} */\n  FIELD`],
    ['lost', (text: string) => `  /// ${text}\n\n  // more\n  FIELD`],
  ])('%s', async (_, mark) => {
    for (const [, options] of projects) {
      if (options.installed?.['@fieldseal/prisma'] !== undefined) continue;
      expect(await said(model(mark), options)).toEqual([]);
    }
  });
});

/** Names as in real schemas, each with its type; `Model.name` where the model matters. */
const misleading = `
  avatarUrl whitelisted session_state emailVerified:DateTime? destinationRunId isZipped:Json emailExpirationDate:DateTime
  emailTransportId passwordHashAlgorithm contentHash fileHash commitHash blurHash messageIdHash bodyHash payloadHash stackHash
  encryptedAt:DateTime encryptionKeyId keyId privateKeyId explanation fileName hostName className tableName themeName
  eventName tagName nodeName emailRateLimits:Json emailAccountId emailTemplateId phoneId phoneFormat phoneRegex emailRegex
  emailSentAt:DateTime emailCount:Int emailType addressId addressType addressFormat countryId cityId personId
  zipUrl zipFileId isoString stateMachine realEstate statement statusUrl nationalPark ratio privateNote cardinality cardId
  cardBrand panorama pinnedAt:DateTime pinboard spinner shipping tokenCount:Int tokenType tokenizerName taxonomy taxRateId
  licenseUrl licenseText platform plateau template vatRate:Decimal innovation telemetry hotel ipsum recipe mailgunId
  mailchimpId cellar phonetic hobbies genderNeutralUrl sexEducationUrl racetrack agenda imageUrl packageId storageKey
  message dobermann birthplaceId usernameRegex nameFormat nameTemplate sinceDate:DateTime latency longText latestVersion
  passport_url passwordResetUrl passwordChangedAt:DateTime passwordLength:Int otpProviderId securityLevelId hashtag
  incomingWebhookId balanceSheetUrl Product.name Category.name Team.name Workspace.name Tag.name File.name
`;

const truly = `
  email emailAddress contactEmail userEmail email_address customerEmail e_mail emailHash hashedEmail encryptedEmail
  phone phoneNumber mobile mobilePhone phone_number contactPhone homePhone whatsapp ssn socialSecurityNumber ssnHash
  ssn_encrypted dateOfBirth birthDate dob birthday patientDateOfBirth zip zipCode postalCode postcode gender sex
  bloodType maritalStatus religion country nationality isActive:Boolean status role language currency
  firstName lastName surname givenName familyName middleName fullName User.name Patient.name iban accountNumber
  cardNumber creditCardNumber passportNumber driverLicenseNumber licensePlate vin ipAddress ip macAddress imei
  street streetAddress address addressLine1 salary income taxId ein nationalId cpf username handle walletAddress
  mrn medicalRecordNumber patientId memberId policyNumber password pin otp verificationCode securityAnswer lat longitude
`;

interface Named {
  readonly shown: string;
  readonly model: string;
  readonly name: string;
  readonly type: string;
}

function namesIn(text: string): readonly Named[] {
  return text
    .trim()
    .split(/\s+/)
    .map((shown) => {
      const [path = '', type = 'String'] = shown.split(':');
      const [model, name] = path.includes('.') ? path.split('.') : ['Thing', path];
      return { shown, model: model ?? '', name: name ?? '', type };
    });
}

/** The kind of each name, as a field of a schema of its own. */
async function kindsOf(names: readonly Named[]) {
  const files = Object.fromEntries(
    names.map(({ model, name, type }, at) => [
      `packages/p${at}/prisma/schema.prisma`,
      prismaFiles(`model ${model} {\n  id Int @id\n  ${name} ${type}\n  other String /// @encrypted\n}`)[
        schemaFile
      ] ?? '',
    ]),
  );
  const { project } = await analyseFiles(files, prismaFieldEncryption);
  const schemas = project.blindIndex.schemas.toSorted((one, other) => numberOf(one) - numberOf(other));
  return names.map(({ shown, name }, at) => {
    const model = schemas[at]?.models[0];
    const field = model?.fields.find((one) => one.name === name);
    if (model === undefined || field === undefined) throw new Error(`no field ${shown}`);
    return { shown, guessed: guessPrismaField(field, model) };
  });
}

function numberOf({
  models,
}: {
  readonly models: readonly { readonly place: { readonly file: string } }[];
}): number {
  return Number(/p(\d+)/.exec(models[0]?.place.file ?? '')?.[1]);
}

const speaksOf = ({ guessed }: Awaited<ReturnType<typeof kindsOf>>[number]) =>
  guessed !== undefined && (isGuessable(guessed) || guessed.kind === 'secret');

test('misleading names are taken for nothing', async () => {
  const names = namesIn(misleading);
  expect(names.length).toBeGreaterThanOrEqual(80);
  const wrong = (await kindsOf(names)).filter(speaksOf);
  expect(wrong.map(({ shown, guessed }) => `${shown}: ${guessed?.label}`)).toEqual([]);
});

test('true names are known', async () => {
  const names = namesIn(truly);
  expect(names.length).toBeGreaterThanOrEqual(60);
  const missed = (await kindsOf(names)).filter((one) => !speaksOf(one));
  expect(missed.map(({ shown }) => shown)).toEqual([]);
});
