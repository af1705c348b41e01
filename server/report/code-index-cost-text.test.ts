import { expect, test } from 'vitest';
import { folderOf, runIn } from '../../test/support/run-command.ts';

const folder = () =>
  folderOf({
    'package.json': '{ "dependencies": { "ciphersweet-js": "^2.0.6" } }\n',
    'src/fields.ts': `import { BlindIndex, CipherSweet, EncryptedField, LastFourDigits, ModernCrypto, StringProvider } from 'ciphersweet-js';

const engine = new CipherSweet(new StringProvider(process.env.KEY!), new ModernCrypto());

export const ssn = new EncryptedField(engine, 'patients', 'ssn')
  .addBlindIndex(new BlindIndex('patients_ssn', [], 16, true))
  .addBlindIndex(new BlindIndex('patients_last4', [new LastFourDigits()], 8));
`,
  });

test('an index of CipherSweet: how it is made, what a search finds, and no number that nobody measured', async () => {
  const { stdout } = await runIn(folder(), ['cost', '--rows', '1,000,000']);
  expect(stdout).toMatch(/^patients {2}src\/fields\.ts:6 {2}CipherSweet$/m);
  expect(stdout).toMatch(/^ {2}ssn +fast index, 16 bits +15 +US social security number, 29\.7 bits$/m);
  expect(stdout).toMatch(/^ {2}ssn +slow index, 8 bits, of LastFourDigits +3,906 +last four digits/m);
  expect(stdout).not.toMatch(/ms|µs/);
});

test('for programs the same by index', async () => {
  const { stdout } = await runIn(folder(), ['cost', '--format', 'json', '--rows', '1000000']);
  expect(JSON.parse(stdout).fields).toMatchObject([
    {
      system: 'ciphersweet',
      container: 'patients',
      path: 'ssn',
      file: 'src/fields.ts',
      line: 6,
      index: { name: 'patients_ssn', speed: 'fast', bits: 16, coincidences: 15.259 },
      guessability: { class: 'ssn', bits: 29.73 },
    },
    { path: 'ssn', line: 7, index: { speed: 'slow', bits: 8, transforms: ['LastFourDigits'] } },
  ]);
});
