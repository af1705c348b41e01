import { afterFix } from './apply-fix.ts';
import { type Files, lintFiles, shown } from './lint-files.ts';

/** Fields of each query type, as their `queries` say. */
const fields = {
  ssn: "{ queryType: 'equality' }",
  age: "{ queryType: 'range', min: 0, max: 200 }",
  surname:
    "{ queryType: 'prefix', strMinQueryLength: 3, strMaxQueryLength: 5, caseSensitive: false, diacriticSensitive: false }",
  phone:
    "{ queryType: 'suffix', strMinQueryLength: 3, strMaxQueryLength: 5, caseSensitive: true, diacriticSensitive: true }",
  street:
    "{ queryType: 'substring', strMinQueryLength: 3, strMaxQueryLength: 6, strMaxLength: 20, caseSensitive: false, diacriticSensitive: false }",
  notes: undefined,
};

/** A project whose collection `crm.people` has them, where `code` speaks of it as `people`. */
export function withPeople(code: string, more: Files = {}): Files {
  const list = Object.entries(fields).map(
    ([path, queries], at) =>
      `{ path: '${path}', bsonType: '${path === 'age' ? 'int' : 'string'}', keyId: new UUID('5f6f4a8a-4a73-4ff5-9a5b-58a2b4a5b2d${at}')${queries === undefined ? '' : `, queries: ${queries}`} },`,
  );
  return {
    'src/db.ts': `import { MongoClient, UUID } from 'mongodb';
const encryptedFieldsMap = { 'crm.people': { fields: [\n${list.join('\n')}\n] } };
export const client = new MongoClient('mongodb://db', { autoEncryption: { kmsProviders, keyVaultNamespace, encryptedFieldsMap } });
export const people = client.db('crm').collection('people');
`,
    'src/asks.ts': `import { client, people } from './db.js';\n${code}\n`,
    ...more,
  };
}

/** What a rule says of such a project: what stands at each place. */
export async function queryFindings(id: string, code: string, more: Files = {}): Promise<readonly string[]> {
  const files = withPeople(code, more);
  const findings = (await lintFiles(files, { mongodb: '9.0' })).filter(({ rule }) => rule === id);
  return shown(files, findings).map((line) => line.slice(id.length + 1));
}

export async function queryMessages(id: string, code: string): Promise<readonly string[]> {
  const findings = await lintFiles(withPeople(code), { mongodb: '9.0' });
  return findings.filter(({ rule }) => rule === id).map(({ message }) => message);
}

/** The code after the fix with this title. */
export async function afterQueryFix(code: string, title: string): Promise<string | undefined> {
  const after = await afterFix(withPeople(code), 'src/asks.ts', title);
  return after?.split('\n').slice(1, -1).join('\n');
}
