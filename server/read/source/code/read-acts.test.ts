import fc from 'fast-check';
import ts from 'typescript';
import { expect, test } from 'vitest';
import type { Span } from '../../tree.ts';
import { readSource } from '../read-source.ts';
import type { Act, CallAct, FunctionAct, LoopAct } from './code.ts';

let files = 0;

function actsOf(text: string, ending = 'ts'): readonly Act[] {
  files += 1;
  // The word makes sure that the acts are read.
  return readSource(`${files}.${ending}`, `${text}\n// $extends`).source?.code ?? [];
}

function partsOf(act: Act): readonly (readonly Act[])[] {
  switch (act.kind) {
    case 'branch':
      return [act.then, act.otherwise];
    case 'try':
      return [act.acts, act.caught, act.last];
    case 'loop':
    case 'function':
    case 'class':
      return [act.acts];
    default:
      return [];
  }
}

function everyAct(acts: readonly Act[]): readonly Act[] {
  return acts.flatMap((act) => [act, ...partsOf(act).flatMap(everyAct)]);
}

function textOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** The acts as lines, with their text where that is short, those inside of others further in. */
function outline(text: string, acts: readonly Act[], depth = 0): readonly string[] {
  const further = (title: string, inner: readonly Act[]) =>
    inner.length === 0 ? [] : [`${'  '.repeat(depth + 1)}${title}`, ...outline(text, inner, depth + 2)];
  return acts.flatMap((act) => [
    `${'  '.repeat(depth)}${describe(text, act)}`,
    ...(act.kind === 'branch'
      ? [...further('then', act.then), ...further('otherwise', act.otherwise)]
      : act.kind === 'try'
        ? [...further('tries', act.acts), ...further('catches', act.caught), ...further('at last', act.last)]
        : partsOf(act).flatMap((part) => outline(text, part, depth + 1))),
  ]);
}

function describe(text: string, act: Act): string {
  const show = (span: Span | undefined) => (span === undefined ? '' : ` ${textOf(text, span)}`);
  switch (act.kind) {
    case 'call':
      return `call${show(act)}${act.awaited ? ', awaited' : ''}${act.result === 'discarded' ? ', discarded' : ''}`;
    case 'assign':
      return `assign${show(act)}`;
    case 'return':
      return `return${show(act.value)}`;
    case 'throw':
      return `throw${show(act.value)}`;
    case 'branch':
      return `branch${show(act.condition)}`;
    case 'loop':
      return `loop ${act.of}${show(act.over)}`;
    case 'try':
      return 'try';
    case 'function':
      return `function ${act.form}${act.name === undefined ? '' : ` ${act.name}`}`;
    case 'class':
      return `class${act.name === undefined ? '' : ` ${act.name}`}`;
  }
}

function outlineOf(text: string, ending?: string): readonly string[] {
  return outline(text, actsOf(text, ending));
}

function firstOf<Kind extends Act['kind']>(kind: Kind, text: string): Extract<Act, { kind: Kind }> {
  const found = everyAct(actsOf(text)).find((act): act is Extract<Act, { kind: Kind }> => act.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
}

test('what a call calls inside stands before it', () => {
  expect(outlineOf('const c = base.$extends(make(key())).use(other());')).toEqual([
    'call key()',
    'call make(key())',
    'call base.$extends(make(key()))',
    'call other()',
    'call base.$extends(make(key())).use(other())',
  ]);
});

test.each([
  ['db.$extends(x);', 'discarded'],
  ['await db.$extends(x);', 'discarded'],
  ['void db.$extends(x);', 'discarded'],
  ['(db.$extends(x) as Client)!;', 'discarded'],
  ['db?.$extends(x);', 'discarded'],
  ['db.$extends(x), y;', 'discarded'],
  ['const a = (db.$extends(x), y);', 'discarded'],
  ['live && db.$extends(x);', 'discarded'],
  ['live ? db.$extends(x) : null;', 'discarded'],
  ['const f = () => void db.$extends(x);', 'discarded'],
  ['for (db.$extends(x); ; ) {}', 'discarded'],
  ['class A { constructor() { this.$extends(x); } }', 'discarded'],
  ['const a = db.$extends(x);', 'used'],
  ['const a = live && db.$extends(x);', 'used'],
  ['db = db.$extends(x);', 'used'],
  ['const f = () => db.$extends(x);', 'used'],
  ['function f() { return await db.$extends(x); }', 'used'],
  ['Object.assign(this, db.$extends(x));', 'used'],
  ['db.$extends(x).$connect();', 'used'],
  ['const a = { db: db.$extends(x) };', 'used'],
  ['export default db.$extends(x);', 'used'],
  ['const a = y, b = (y, db.$extends(x));', 'used'],
  ['db.$extends(x) || fail();', 'used'],
  ['`${db.$extends(x)}`;', 'used'],
])('what becomes of the call in %s', (text, result) => {
  const call = everyAct(actsOf(text)).find(
    (act): act is CallAct => act.kind === 'call' && act.tree.kind === 'call' && act.tree.name === '$extends',
  );
  expect(call?.result).toBe(result);
});

test('await is told through what may stand between', () => {
  const text = 'async function f() { const a = await (b() ?? c(d())); e(); return await new F(); }';
  const calls = everyAct(actsOf(text)).filter((act): act is CallAct => act.kind === 'call');
  expect(calls.map((act) => [textOf(text, act), act.awaited])).toEqual([
    ['b()', false],
    ['d()', false],
    ['c(d())', true],
    ['e()', false],
    ['new F()', true],
  ]);
});

test('branches, loops and ways out hold what runs in them', () => {
  expect(
    outlineOf(`
      export async function find(users, cache) {
        if (!users.length) throw new Error('none');
        else if (cache.has(users)) return cache.get(users);
        for (const user of users.all()) {
          const hash = user.email ? digest(user.email) : null;
          try { await save(hash); } catch (error) { log(error); continue; } finally { done(); }
        }
        for (let i = first(); i < last(); i = next(i)) step(i);
        while (more()) label: for await (const item of items()) use(item);
        do { again(); } while (more());
        for (const key in keys()) { delete cache[key]; }
        switch (kind()) {
          case one: return 1;
          case two(): both();
          default: throw none;
        }
      }`),
  ).toEqual([
    'function declaration find',
    '  branch !users.length',
    '    then',
    "      call new Error('none')",
    "      throw new Error('none')",
    '    otherwise',
    '      call cache.has(users)',
    '      branch cache.has(users)',
    '        then',
    '          call cache.get(users)',
    '          return cache.get(users)',
    '  call users.all()',
    '  loop for-of users.all()',
    '    branch user.email',
    '      then',
    '        call digest(user.email)',
    '    try',
    '      tries',
    '        call save(hash), awaited, discarded',
    '      catches',
    '        call log(error), discarded',
    '      at last',
    '        call done(), discarded',
    '  call first()',
    '  loop for i < last()',
    '    call last()',
    '    call next(i)',
    '    assign i = next(i)',
    '    call step(i), discarded',
    '  loop while more()',
    '    call more()',
    '    call items()',
    '    loop for-await items()',
    '      call use(item), discarded',
    '  loop do more()',
    '    call again(), discarded',
    '    call more()',
    '  call keys()',
    '  loop for-in keys()',
    '  call kind()',
    '  branch one',
    '    then',
    '      return 1',
    '  call two()',
    '  branch two()',
    '    then',
    '      call both(), discarded',
    '  branch default',
    '    then',
    '      throw none',
  ]);
});

test('expressions branch where something runs under their condition', () => {
  expect(
    outlineOf('a() && b(); c || d(); e ?? (() => 1); f ? g : h; i ??= j(); k &&= l; m.n ||= (o, p());'),
  ).toEqual([
    'call a()',
    'branch a()',
    '  then',
    '    call b(), discarded',
    'branch c',
    '  otherwise',
    '    call d(), discarded',
    'branch e',
    '  otherwise',
    '    function arrow',
    '      return 1',
    'branch i',
    '  otherwise',
    '    call j()',
    'assign i ??= j()',
    'assign k &&= l',
    'branch m.n',
    '  otherwise',
    '    call p()',
    'assign m.n ||= (o, p())',
  ]);
});

test('a case asks whether the subject is what it names', () => {
  const { condition } = firstOf('branch', 'switch (a.b) { case 1: c(); }');
  expect(condition).toMatchObject({
    kind: 'operation',
    operator: '===',
    operands: [
      { kind: 'member', name: 'b' },
      { kind: 'number', digits: '1' },
    ],
  });
});

test('functions have the form, the name and the declaration that they have', () => {
  const text = `
    function one() {}
    const two = async () => {}, three = (function* own() {}) as Made;
    exports.four = () => {};
    const object = { five() {}, 'six': async function () {}, get seven() { return 1; }, set seven(x) {}, [named()]() {}, 8: () => {} };
    class A { static nine() {} #ten = () => {}; constructor() {} static { eleven(); } }
    export default () => {};
    list.map(() => {});`;
  const source = readSource('forms.ts', `${text}\n// $extends`).source;
  const functions = everyAct(source?.code ?? []).filter((act): act is FunctionAct => act.kind === 'function');
  expect(
    functions.map(({ form, name, nameSpan, declaration, async, generator, static: isStatic }) => [
      form,
      name,
      nameSpan === undefined ? undefined : textOf(text, nameSpan),
      declaration === undefined ? undefined : source?.declarations[declaration]?.name,
      [async && 'async', generator && 'generator', isStatic && 'static'].filter(Boolean).join(' '),
    ]),
  ).toEqual([
    ['declaration', 'one', 'one', 'one', ''],
    ['arrow', 'two', 'two', 'two', 'async'],
    ['expression', 'own', 'own', 'three', 'generator'],
    ['arrow', 'four', 'four', undefined, ''],
    ['method', 'five', 'five', undefined, ''],
    ['expression', 'six', "'six'", undefined, 'async'],
    ['getter', 'seven', 'seven', undefined, ''],
    ['setter', 'seven', 'seven', undefined, ''],
    ['method', undefined, undefined, undefined, ''],
    ['arrow', '8', '8', undefined, ''],
    ['method', 'nine', 'nine', undefined, 'static'],
    ['arrow', '#ten', '#ten', undefined, ''],
    ['constructor', undefined, undefined, undefined, ''],
    ['static-block', undefined, undefined, undefined, 'static'],
    ['arrow', undefined, undefined, undefined, ''],
    ['arrow', undefined, undefined, undefined, ''],
  ]);
});

test('parameters tell what they are declared as', () => {
  const text =
    "function f(this: Me, a: db.PrismaService<X> | null = made(), { email: mail = 'none', deep: { inner }, ...rest }, [first, ...others], ...all) {}";
  const source = readSource('parameters.ts', `import * as db from './db';\n${text}\n// $extends`).source;
  const [act] = source?.code?.filter((one): one is FunctionAct => one.kind === 'function') ?? [];
  const nameOf = (index: number | undefined) =>
    index === undefined ? undefined : source?.declarations[index]?.name;
  expect(
    act?.parameters.map(({ name, declaration, type, taken }) => ({
      name,
      declared: nameOf(declaration),
      type,
      taken: taken?.map((one) => [one.path.join('.'), nameOf(one.declaration), one.default?.kind]),
    })),
  ).toEqual([
    { name: 'a', declared: 'a', type: 'PrismaService', taken: undefined },
    {
      name: undefined,
      declared: undefined,
      type: undefined,
      taken: [
        ['email', 'mail', 'string'],
        ['deep.inner', 'inner', undefined],
        ['', 'rest', undefined],
      ],
    },
    { name: undefined, declared: undefined, type: undefined, taken: [['0', 'first', undefined]] },
    { name: 'all', declared: 'all', type: undefined, taken: undefined },
  ]);
  expect(act?.parameters[0]).toMatchObject({
    typeTree: {
      kind: 'member',
      name: 'PrismaService',
      object: { kind: 'reference', name: 'db', to: { kind: 'import', module: './db', name: '*' } },
    },
    default: { kind: 'call', name: 'made' },
  });
  // A default runs when the function does.
  expect(act?.acts).toMatchObject([{ kind: 'call', tree: { name: 'made' } }]);
});

test('a class tells its base, its properties and its decorators', () => {
  const text = `
    import { PrismaClient } from '@prisma/client';
    @Injectable()
    export class PrismaService extends PrismaClient implements OnModuleInit {
      @Column({ transformer: transform() }) email: string;
      static readonly cache?: PrismaService = make();
      #client = this.$extends(extension);
      constructor(@Inject(TOKEN) private readonly db: PrismaService, plain) { super({ log: [] }); }
      @Get('find') async find(@Param('id') id: string) { return this.#client.user.find(id); }
    }`;
  const act = firstOf('class', text);
  const source = readSource('class.ts', `${text}\n// $extends`).source;
  expect(act.name).toBe('PrismaService');
  expect(act.declaration === undefined ? undefined : source?.declarations[act.declaration]?.name).toBe(
    'PrismaService',
  );
  expect(act.extends).toMatchObject({
    to: { kind: 'import', module: '@prisma/client', name: 'PrismaClient' },
  });
  expect(act.decorators).toMatchObject([{ kind: 'call', name: 'Injectable' }]);
  expect(
    act.properties.map(({ name, static: isStatic, type, value, decorators }) => [
      name,
      isStatic,
      type,
      value?.kind,
      decorators.length,
    ]),
  ).toEqual([
    ['email', false, undefined, undefined, 1],
    ['cache', true, 'PrismaService', 'call', 0],
    ['#client', false, undefined, 'call', 0],
  ]);
  const [made, method] = act.acts.filter((one): one is FunctionAct => one.kind === 'function');
  expect(made?.parameters).toMatchObject([
    {
      name: 'db',
      member: true,
      type: 'PrismaService',
      typeTree: { kind: 'reference', to: { kind: 'declaration', index: act.declaration } },
      decorators: [{ name: 'Inject' }],
    },
    { name: 'plain', member: false },
  ]);
  expect(made?.acts).toMatchObject([
    { kind: 'call', result: 'discarded', tree: { callee: { kind: 'this', super: true } } },
  ]);
  expect(method).toMatchObject({ form: 'method', name: 'find', async: true, decorators: [{ name: 'Get' }] });
  expect(method?.acts).toMatchObject([
    {
      kind: 'call',
      tree: {
        name: 'find',
        callee: { object: { name: 'user', object: { name: '#client', object: { kind: 'this' } } } },
      },
    },
    { kind: 'return' },
  ]);
});

test.each([
  ['const client = class extends PrismaClient { make() { return new this(); } };', 'class'],
  ['const one = { make() { return new PrismaClient(); } };', 'function'],
  ['const make = (() => new PrismaClient()) as Maker;', 'function'],
  ['function make() { return new PrismaClient(); }', 'function'],
  ['class Client extends PrismaClient {}', 'class'],
])('the tree of a function or class stands where its act does: %s', (text, kind) => {
  const source = readSource('spans.ts', `${text}\n// $extends`).source;
  const act = everyAct(source?.code ?? []).find((one) => one.kind === kind);
  const value = source?.declarations[0]?.value;
  const tree = value?.kind === 'object' ? value.entries[0]?.value : value;
  expect(tree).toMatchObject({ start: act?.start, end: act?.end });
});

test('a loop knows the name of its item', () => {
  const text = 'for (const user of users) for (let key in user) use(key); for (item of items) {}';
  const source = readSource('items.ts', `${text}\n// $extends`).source;
  const loops = everyAct(source?.code ?? []).filter((act): act is LoopAct => act.kind === 'loop');
  expect(
    loops.map(({ item }) => (item === undefined ? undefined : source?.declarations[item]?.name)),
  ).toEqual(['user', 'key', undefined]);
});

test('code in JSX, namespaces, enums and decorators before `export` is read', () => {
  expect(
    outlineOf(
      'const a = <Form {...spread()} on={() => save(x)}>{list.map((one) => <b>{one()}</b>)}</Form>;',
      'tsx',
    ),
  ).toEqual([
    'call spread()',
    'function arrow',
    '  call save(x)',
    '  return save(x)',
    'function arrow',
    '  call one()',
    '  return <b>{one()}</b>',
    'call list.map((one) => <b>{one()}</b>)',
  ]);
  expect(outlineOf('namespace A.B { run(); enum E { one = two() } } declare module "x" { }')).toEqual([
    'call run(), discarded',
    'call two()',
  ]);
  expect(outlineOf('@first() export class A { @second accessor x = third(); }')).toEqual([
    'call first()',
    'class A',
    '  call third()',
  ]);
});

test('types, overloads and modules by name do nothing', () => {
  expect(
    outlineOf(`
      interface A { (b: () => void): C }
      type D = typeof import('x') & { [key: string]: ReturnType<typeof f<string>> };
      declare function f(a: string): void;
      abstract class E { abstract g(): void; declare h: string; [key: string]: unknown }
      const i = require('i'), j = await import('j');
      let k: L = m<N>(o satisfies P);`),
  ).toEqual(['class E', 'call m<N>(o satisfies P)']);
});

test('a secret is told to be one, and stays out', () => {
  const key = 'k1.aesgcm256.DbQoar8ZLuUsOHZNyrnjlskInHDYlzF3q6y1KGM7DUM=';
  const own = key.replace('Db', 'xY');
  const text = `
    extension({ encryptionKey: '${key}' });
    extension({ encryptionKey: '${own}' });
    const cloak = '${own}';
    createHmac('sha256', 'my own pepper').update(process.env.SALT ?? 'a grain of salt');
    createCipheriv('aes-256-cbc', Buffer.from('correct horse battery staple'), \`\${iv}0123456789\`);`;
  const facts = JSON.stringify(readSource('secrets.ts', text));
  for (const secret of [key.slice(14), own.slice(14), 'my own', 'correct horse', '0123456789']) {
    expect(facts).not.toContain(secret);
  }
  const calls = everyAct(actsOf(text)).filter((act): act is CallAct => act.kind === 'call');
  const secrets = calls
    .map(({ tree }) => JSON.stringify(tree.kind === 'call' ? tree.arguments : []))
    .join(' ');
  expect(secrets.match(/"secret":"published"/g)).toHaveLength(1);
  expect(secrets).toContain('sha256');
});

test('only files with a word of interest tell what they do', () => {
  const source = readSource('plain.ts', 'const list = { fields: [make()] };\nuse(list);').source;
  expect(source).toBeDefined();
  expect(source).not.toHaveProperty('code');
});

/** Statements that people write, broken ones too. */
const token = fc.constantFrom(
  ...[
    'if (',
    'else ',
    'for (',
    ' of ',
    'while (',
    'do ',
    'switch (',
    'case a:',
    'default:',
    'try ',
    'catch (e) ',
  ],
  ...[
    'finally ',
    'return ',
    'throw ',
    'function f',
    'async ',
    'await ',
    'yield ',
    'class A ',
    'extends ',
    'static ',
  ],
  ...[
    'get ',
    'constructor',
    'super',
    'this',
    'new ',
    'void ',
    'typeof ',
    'const ',
    'let ',
    'import ',
    'export ',
  ],
  ...[
    'default ',
    'namespace N ',
    'enum E ',
    'label: ',
    '@dec() ',
    'a',
    'b',
    'c',
    '#d',
    '"text"',
    '`x${',
    '1',
    'as T',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '<b>',
    '</b>',
    ';',
    ',',
    '.',
    '?.',
    '??',
    '??=',
    '&&',
    '||',
    '=',
    '=>',
  ],
  ...[
    '?',
    ':',
    '!',
    '...',
    '*',
    '+',
    '\n',
    ' ',
    '/',
    '`',
    'b()',
    'a.b(c)',
    'new A(b())',
    'a`x${b()}`',
    'import("m")',
  ],
  ...[
    'a && b();',
    'x ? y() : z();',
    '(a, b());',
    'class A extends b() { c = d(); e() { f() } }',
    '() => g()',
  ],
  ...['async (x = y()) => { await z() }', '{ a() { b() }, get c() { d() } }', 'for (const x of y()) z();'],
);

const code = fc.array(token, { maxLength: 40 }).map((tokens) => tokens.join(''));

test.each(['ts', 'tsx', 'js'])(
  '%s of any text: plain acts, inside the file, in order, each inside its own',
  (ending) => {
    fc.assert(
      fc.property(code, (text) => {
        const acts = actsOf(text, ending);
        expect(JSON.parse(JSON.stringify(acts))).toEqual(acts);
        expectOrder(acts, { start: 0, end: text.length + '\n// $extends'.length });
      }),
      { numRuns: 300 },
    );
  },
);

function expectOrder(acts: readonly Act[], around: Span): void {
  let end = around.start;
  for (const act of acts) {
    expect(act.start).toBeGreaterThanOrEqual(around.start);
    expect(act.end).toBeGreaterThanOrEqual(act.start);
    expect(act.end).toBeLessThanOrEqual(around.end);
    expect(act.end).toBeGreaterThanOrEqual(end);
    end = act.end;
    for (const part of partsOf(act)) expectOrder(part, act);
  }
}

test.each(['ts', 'tsx', 'js'])(
  'every call of a text of %s is one act, and is used as its parents say',
  (ending) => {
    fc.assert(
      fc.property(code, (text) => {
        const found = everyAct(actsOf(text, ending))
          .filter((act): act is CallAct => act.kind === 'call')
          .map(({ start, end, tree, result, awaited }): Call => [tree.kind, start, end, result, awaited]);
        expect(found.toSorted(byPlace)).toEqual(callsOf(text, ending).toSorted(byPlace));
      }),
      { numRuns: 300 },
    );
  },
);

type Call = readonly [kind: string, start: number, end: number, result: string, awaited: boolean];

function byPlace(one: Call, other: Call): number {
  return one[2] - other[2] || other[1] - one[1];
}

/** The calls of a text as the compiler's own tree has them. */
function callsOf(text: string, ending: string): readonly Call[] {
  const kind = { ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX }[ending] ?? ts.ScriptKind.JSX;
  const options: ts.CreateSourceFileOptions = {
    languageVersion: ts.ScriptTarget.Latest,
    setExternalModuleIndicator(file) {
      (file as { externalModuleIndicator?: true }).externalModuleIndicator = true;
    },
  };
  const file = ts.createSourceFile(`x.${ending}`, `${text}\n// $extends`, options, true, kind);
  const found: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (isType(node)) return;
    ts.forEachChild(node, visit);
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (ts.isCallExpression(node) && isModule(node)) return;
    if (!isCall && !ts.isTaggedTemplateExpression(node)) return;
    found.push([isCall ? 'call' : 'tagged', node.getStart(), node.end, isDiscarded(node), isAwaited(node)]);
  };
  visit(file);
  return found;
}

function isType(node: ts.Node): boolean {
  if (ts.isHeritageClause(node)) return node.token !== ts.SyntaxKind.ExtendsKeyword;
  return (
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isIndexSignatureDeclaration(node)
  );
}

function isModule({ expression, arguments: [first] }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword && first !== undefined && ts.isStringLiteralLike(first)
  );
}

function isDiscarded(node: ts.Node): 'used' | 'discarded' {
  const { parent } = node;
  if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return 'discarded';
  if (ts.isForStatement(parent) && (parent.initializer === node || parent.incrementor === node))
    return 'discarded';
  if (ts.isBinaryExpression(parent)) {
    const operator = parent.operatorToken.kind;
    const isLeft = parent.left === node;
    if (operator === ts.SyntaxKind.CommaToken) return isLeft ? 'discarded' : isDiscarded(parent);
    const chooses = [
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
    ].includes(operator);
    return chooses && !isLeft ? isDiscarded(parent) : 'used';
  }
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? 'used' : isDiscarded(parent);
  return passes(parent) || ts.isAwaitExpression(parent) ? isDiscarded(parent) : 'used';
}

function isAwaited(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isAwaitExpression(parent)) return true;
  if (ts.isBinaryExpression(parent) && parent.right === node) {
    const operator = parent.operatorToken.kind;
    return (
      [
        ts.SyntaxKind.CommaToken,
        ts.SyntaxKind.AmpersandAmpersandToken,
        ts.SyntaxKind.BarBarToken,
        ts.SyntaxKind.QuestionQuestionToken,
      ].includes(operator) && isAwaited(parent)
    );
  }
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isAwaited(parent);
  return passes(parent) && isAwaited(parent);
}

function passes(node: ts.Node): boolean {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    (ts.isExpressionWithTypeArguments(node) && !ts.isHeritageClause(node.parent))
  );
}

test('a sum of thousands of calls, and a text too deep to follow, end no program', () => {
  const sum = Array.from({ length: 2000 }, (_, index) => `call(${index})`).join(' + ');
  expect(() => actsOf(`const a = ${sum};`)).not.toThrow();
  const chain = 'a'.concat('.b()'.repeat(20_000));
  expect(() => actsOf(`${chain};`)).not.toThrow();
});

test('a service that extends itself: what its constructor throws away, and what it keeps', () => {
  expect(
    outlineOf(`
      @Injectable()
      export class PrismaService extends PrismaClient implements OnModuleInit {
        constructor() {
          super({ errorFormat: 'minimal' });
          this.$extends(extension({ encryptionKey: process.env.KEY }));
          Object.assign(this, this.$extends(extension()));
        }
        async onModuleInit() { await this.$connect(); }
      }
      export const provider = { provide: PRISMA, useFactory: () => new PrismaService().withEncryption() };`),
  ).toEqual([
    'call Injectable()',
    'class PrismaService',
    '  function constructor',
    "    call super({ errorFormat: 'minimal' }), discarded",
    '    call extension({ encryptionKey: process.env.KEY })',
    '    call this.$extends(extension({ encryptionKey: process.env.KEY })), discarded',
    '    call extension()',
    '    call this.$extends(extension())',
    '    call Object.assign(this, this.$extends(extension())), discarded',
    '  function method onModuleInit',
    '    call this.$connect(), awaited, discarded',
    'function arrow useFactory',
    '  call new PrismaService()',
    '  call new PrismaService().withEncryption()',
    '  return new PrismaService().withEncryption()',
  ]);
});

test('a client that is cached in the world, and one that is assigned again', () => {
  expect(
    outlineOf(`
      const client = cache.prisma ?? new PrismaClient();
      export const prisma = client.$extends(extension()) as unknown as PrismaClient;
      if (process.env.NODE_ENV !== 'production') cache.prisma = prisma;
      let other = new PrismaClient();
      if (process.env.KEY) {
        other = other.$extends(extension()) as unknown as PrismaClient;
      }`),
  ).toEqual([
    'branch cache.prisma',
    '  otherwise',
    '    call new PrismaClient()',
    'call extension()',
    'call client.$extends(extension())',
    "branch process.env.NODE_ENV !== 'production'",
    '  then',
    '    assign cache.prisma = prisma',
    'call new PrismaClient()',
    'branch process.env.KEY',
    '  then',
    '    call extension()',
    '    call other.$extends(extension())',
    '    assign other = other.$extends(extension()) as unknown as PrismaClient',
  ]);
});

test('a hash that is made by hand, and a key that something stands in for', () => {
  expect(
    outlineOf(`
      const pepper = process.env.LOOKUP_PEPPER || load('none');
      if (!pepper) throw new Error('LOOKUP_PEPPER is not set');
      export const hashEmail = (email) => createHmac('sha256', pepper).update(email.trim()).digest('hex');`),
  ).toEqual([
    'branch process.env.LOOKUP_PEPPER',
    '  otherwise',
    "    call load('none')",
    'branch !pepper',
    '  then',
    "    call new Error('LOOKUP_PEPPER is not set')",
    "    throw new Error('LOOKUP_PEPPER is not set')",
    'function arrow hashEmail',
    "  call createHmac('sha256', pepper)",
    '  call email.trim()',
    "  call createHmac('sha256', pepper).update(email.trim())",
    "  call createHmac('sha256', pepper).update(email.trim()).digest('hex')",
    "  return createHmac('sha256', pepper).update(email.trim()).digest('hex')",
  ]);
});

test('operations stay in the trees with what stands around them', () => {
  const source = readSource(
    'operations.ts',
    "const key = process.env.KEY ?? fallback, on = !key || typeof key === 'string' && (a, b) instanceof C;\n// $extends",
  ).source;
  const words = (tree: unknown): unknown => {
    const { kind, operator, operands, name, value } = tree as Record<string, unknown>;
    return kind === 'operation' ? [operator, ...(operands as unknown[]).map(words)] : (name ?? value);
  };
  expect(source?.declarations.map(({ value }) => words(value))).toEqual([
    ['??', 'KEY', 'fallback'],
    ['||', ['!', 'key'], ['&&', ['===', ['typeof', 'key'], 'string'], ['instanceof', [',', 'a', 'b'], 'C']]],
  ]);
});
