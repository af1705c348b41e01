import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../rules/catalogue.ts';
import { mongodbVersions } from '../rules/model/target.ts';
import { defaultSettings, readClientSettings } from '../server/lsp/client-settings.ts';
import { configurationFiles } from '../server/project/readable.ts';
import { root } from '../test/support/pages.ts';
import { languages } from './documents.ts';

interface Manifest {
  readonly main: string;
  readonly browser: string;
  readonly icon: string;
  readonly files: readonly string[];
  readonly activationEvents: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly jsonValidation: readonly { readonly fileMatch: readonly string[]; readonly url: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly markdown: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
}

interface Setting {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly enum?: readonly unknown[];
  readonly markdownDescription: string;
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const { commands, menus, configuration, jsonValidation, walkthroughs } = manifest.contributes;
const declared = commands.map(({ command }) => command).sort();
const settings = Object.entries(configuration.properties);
const sources = readdirSync(path.join(root, 'client'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => [file, read(`client/${file}`)] as const);

describe('commands', () => {
  test('every command that is declared is registered, and no other', () => {
    const registered = [...read('client/commands.ts').matchAll(/'(encsafe\.\w+)':/g)].map(([, name]) => name);
    expect(registered.sort()).toEqual(declared);
  });

  test('menus, steps and code name only commands that exist', () => {
    const inMenus = Object.values(menus).flatMap((items) => items.map(({ command }) => command));
    const inSteps = walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ description, completionEvents }) => [
        ...[...description.matchAll(/command:(encsafe\.\w+)/g)].map(([, name]) => name),
        ...completionEvents.flatMap((event) => /^onCommand:(.*)$/.exec(event)?.[1] ?? []),
      ]),
    );
    const inCode = sources.flatMap(([, text]) =>
      [...text.matchAll(/command: '(encsafe\.\w+)'/g)].map(([, name]) => name),
    );
    for (const name of [...inMenus, ...inSteps, ...inCode]) expect(declared).toContain(name);
    expect(inSteps.length).toBeGreaterThan(0);
    expect(inCode.length).toBeGreaterThan(0);
  });
});

describe('settings', () => {
  test('there are at most eight', () => {
    expect(settings.length).toBeLessThanOrEqual(8);
  });

  test('their defaults are what the server takes without them', () => {
    expect(readClientSettings(nested((setting) => setting.default))).toEqual(defaultSettings);
  });

  test.each(settings.filter(([name]) => name !== 'encsafe.trace.server'))(
    'the server reads %s',
    (name, setting) => {
      const changed = readClientSettings(
        nested((other) => (other === setting ? anotherValue(setting) : other.default)),
      );
      expect(changed, name).not.toEqual(defaultSettings);
    },
  );

  test('the releases to choose from are those that the rules know', () => {
    const { enum: choices } = configuration.properties['encsafe.mongodb'] ?? {};
    expect(choices?.filter((choice) => choice !== null)).toEqual([...mongodbVersions]);
  });

  test('the page for people lists them all', () => {
    const page = read('client/README.md');
    for (const [name] of settings) expect(page).toContain(`\`${name}\``);
  });

  function nested(choose: (setting: Setting) => unknown): Record<string, unknown> {
    const sent: Record<string, unknown> = {};
    for (const [name, setting] of settings) {
      const [, first = '', second] = name.split('.');
      if (second === undefined) sent[first] = choose(setting);
      else sent[first] = { ...(sent[first] as object | undefined), [second]: choose(setting) };
    }
    return sent;
  }

  function anotherValue({ type, default: usual, enum: choices }: Setting): unknown {
    if (type === 'boolean') return usual !== true;
    if (choices !== undefined) return choices.find((choice) => choice !== usual);
    return type.includes('integer') ? 40 : 'other.json';
  }
});

describe('documents', () => {
  test('every language that the client sends starts the extension', () => {
    for (const language of languages) expect(manifest.activationEvents).toContain(`onLanguage:${language}`);
  });

  test('configurations in JSON have a schema, and the workspace that holds one starts the extension', () => {
    const matched = jsonValidation.flatMap(({ fileMatch }) => fileMatch);
    for (const file of configurationFiles.filter((name) => name.endsWith('.json')))
      expect(matched).toContain(file);
    expect(manifest.activationEvents).toContain('workspaceContains:**/encsafe.config.{json,yaml}');
  });
});

describe('files', () => {
  test('what the manifest names is there', () => {
    const named = [
      manifest.icon,
      ...jsonValidation.map(({ url }) => url),
      ...walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
    ];
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test('an entry for a browser ends in .cjs, since the package is one of ES modules', () => {
    expect(manifest.browser).toMatch(/\.cjs$/);
    expect(manifest.main).toMatch(/\.cjs$/);
  });

  test('the icon has 128 pixels a side', () => {
    const png = readFileSync(path.join(root, manifest.icon));
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'PNG',
      128,
      128,
    ]);
  });

  test.each([
    'client/README.md',
    ...readdirSync(path.join(root, 'client/walkthrough')).map((file) => `client/walkthrough/${file}`),
  ])('the pictures of %s are PNG files that exist', (page) => {
    const base = page === 'client/README.md' ? root : path.dirname(path.join(root, page));
    for (const [, picture = ''] of read(page).matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)) {
      expect(picture).toMatch(/^[^:]+\.png$/);
      expect(existsSync(path.join(base, picture)), picture).toBe(true);
    }
  });

  test('the types are those of the oldest VS Code that is served', () => {
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode']}`);
  });

  test('every rule has the page that the package ships', () => {
    expect(catalogue.filter(({ id }) => !existsSync(path.join(root, `rules/${id}/README.md`)))).toEqual([]);
  });

  test('the package of the command line leaves the extension out', () => {
    expect(manifest.files).toEqual(
      expect.arrayContaining(['!dist/client*', '!dist/server-web.js', '!dist/cost-page.*']),
    );
  });
});
