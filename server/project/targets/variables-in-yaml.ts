/** What a file says about variables: names, and what it leaves to others. */
export interface NamedVariables {
  readonly names: readonly string[];
  /** Environment files that it names, relative to its folder. */
  readonly files: readonly string[];
  /** Secrets and configuration maps that it makes, whose keys are among `names`. */
  readonly groups: readonly string[];
  /** Those that it takes all variables from. */
  readonly wantedGroups: readonly string[];
  /** True where it takes variables from something that no file shows: a template, an alias. */
  readonly open: boolean;
}

export const nothingNamed: NamedVariables = {
  names: [],
  files: [],
  groups: [],
  wantedGroups: [],
  open: false,
};

/**
 * The variables that compose files, Kubernetes manifests, charts, workflows and descriptions of platforms set. Read line by
 * line, since a template need not be YAML yet.
 */
export function variablesInYaml(text: string): NamedVariables {
  if (text.length > longestText || !/env|variables|^kind:/im.test(text)) return nothingNamed;
  return text
    .split(/^---(?=\s|$)/m)
    .map(readDocument)
    .reduce(joined, nothingNamed);
}

/** No file that people write for this is longer. */
const longestText = 500_000;
const longestLine = 1_000;

function joined(one: NamedVariables, other: NamedVariables): NamedVariables {
  return {
    names: [...one.names, ...other.names],
    files: [...one.files, ...other.files],
    groups: [...one.groups, ...other.groups],
    wantedGroups: [...one.wantedGroups, ...other.wantedGroups],
    open: one.open || other.open,
  };
}

interface Line {
  /** The column of what stands behind the dashes. */
  readonly column: number;
  /** The column of the last dash before it; absent for what is no item. */
  readonly dash?: number;
  /** Empty for what is no pair. */
  readonly key: string;
  /** Without quotes, tag, anchor and comment. */
  readonly value: string;
  readonly anchor?: string;
}

function readDocument(text: string): NamedVariables {
  const lines = text.split(/\r\n|\n|\r/).flatMap((line) => readLine(line) ?? []);
  const kind = lines.find(({ key, column }) => key === 'kind' && column === 0)?.value ?? '';
  const found = lines.map((line, at) => readKey(lines, line, at, makers.test(kind)));
  const name = makers.test(kind) ? nameOfResource(lines) : undefined;
  return [{ ...nothingNamed, groups: name === undefined ? [] : [name] }, ...found].reduce(
    joined,
    nothingNamed,
  );
}

/** Kinds of resources whose keys become variables. */
const makers = /^(?:Secret|ConfigMap|SealedSecret|ExternalSecret)$/;

/** Compose, Kubernetes, charts, workflows, Render, App Engine, GitLab, Azure: `env`, `extraEnvVars`, `x-environment`. */
const environmentKey =
  /^(?:[\w-]+[-_])?(?:envs?|environment|envVars|env_vars|env_variables|environment_variables|environmentVariables)$|^[a-z]\w*(?:Env|Envs|EnvVars|Environment)$|^[vV]ariables$/;

function readKey(lines: readonly Line[], line: Line, at: number, maker: boolean): NamedVariables {
  const { key, value } = line;
  if (key === 'env_file' || key === 'envFile' || key === 'envs') {
    const files = pathsOf(lines, at).filter((one) => key !== 'envs' || /[./]/.test(one));
    if (key !== 'envs' || files.length > 0) {
      return files.some((one) => /[${}]/.test(one))
        ? { ...nothingNamed, open: true }
        : { ...nothingNamed, files };
    }
  }
  if (key === 'envFrom') return takenFrom(lines, at);
  if (key === 'fromGroup') {
    const groups = lines.some((one) => one.key === 'envVarGroups');
    return groups ? nothingNamed : { ...nothingNamed, wantedGroups: [value] };
  }
  if (key === 'secretKey' && maker) return { ...nothingNamed, names: namesOf([value]).names };
  const data = maker && (key === 'data' || key === 'stringData' || key === 'encryptedData');
  const literals = key === 'literals';
  return data || literals || environmentKey.test(key) ? entriesOf(lines, at, data) : nothingNamed;
}

function readLine(text: string): Line | undefined {
  if (text.length > longestLine) return undefined;
  const [, indent = '', dashes = '', rest = ''] = /^( *)((?:- +|-$)*)(.*)$/.exec(text) ?? [];
  if ((rest === '' && dashes === '') || rest.startsWith('#')) return undefined;
  const [, quoted, plain, after] = /^(?:["']([^"']+)["']|([\w.<-]+|\.env)) *:(?: +(.*))?$/.exec(rest) ?? [];
  const key = quoted ?? plain ?? '';
  const written = (key === '' ? rest : (after ?? '')).trim();
  const [anchored, anchor] = /^&(\S+)(?: +|$)/.exec(written) ?? [];
  return {
    column: indent.length + dashes.length,
    ...(dashes === '' ? {} : { dash: indent.length + dashes.trimEnd().length - 1 }),
    key,
    value: scalar(written.slice(anchored?.length ?? 0).replace(/^!\S+ +/, '')),
    ...(anchor === undefined ? {} : { anchor }),
  };
}

function scalar(written: string): string {
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')\s*(?:#.*)?$/.exec(written) ?? [];
  return double ?? single ?? written.replace(/(?:^|\s+)#.*$/, '').trim();
}

/** The lines below a key that belong to it. */
function below(lines: readonly Line[], at: number): readonly Line[] {
  const { column = 0 } = lines[at] ?? {};
  const end = lines.findIndex(
    (line, index) => index > at && line.column <= column && !(line.dash !== undefined && line.dash >= column),
  );
  const after = lines.findIndex((line, index) => index > at && line.dash !== undefined && line.dash < column);
  const ends = [end, after].filter((one) => one >= 0);
  return lines.slice(at + 1, Math.min(lines.length, ...ends));
}

/** Entries of a map, items of a list, both in either style. `keysOnly`: values are none of ours, whatever they look like. */
function entriesOf(lines: readonly Line[], at: number, keysOnly: boolean, depth = 0): NamedVariables {
  const { value = '' } = lines[at] ?? {};
  if (value !== '') {
    if (value.startsWith('*')) return aliased(lines, value, depth);
    return /^[{[]/.test(value) ? namesOf(flowEntries(value)) : nothingNamed;
  }
  const inner = below(lines, at);
  const [first] = inner;
  if (first === undefined) return nothingNamed;
  // A line of a template engine that puts in more than it shows.
  const template = inner.some(
    (line) => line.key === '' && /^\{\{-?\s*(?!if\b|else\b|end\b|with\b|\/\*)/.test(line.value),
  );
  const entries = inner.flatMap((line): NamedVariables[] => {
    if (line.key === '<<')
      return [line.column === first.column ? merged(lines, line.value, depth) : nothingNamed];
    if (first.dash === undefined) {
      return line.dash === undefined && line.column === first.column && line.key !== ''
        ? [namesOf([line.key])]
        : [];
    }
    if (keysOnly || line.column !== first.column) return [];
    if (line.key === 'name' || line.key === 'key') return [namesOf([line.value])];
    if (line.dash !== first.dash || line.key !== '') return [];
    if (line.value.startsWith('*')) return [{ ...nothingNamed, open: true }];
    return [namesOf(line.value.startsWith('{') ? namedItem(line.value) : [line.value])];
  });
  return [{ ...nothingNamed, open: template }, ...entries].reduce(joined, nothingNamed);
}

/** `{ name: A, value: b }` as an item. */
function namedItem(value: string): string[] {
  const [, name] = /[{,]\s*["']?(?:name|key)["']?\s*:\s*["']?([^"',}\s]+)/.exec(value) ?? [];
  return name === undefined ? [] : [name];
}

function flowEntries(value: string): string[] {
  const inside = value
    .slice(1)
    .replace(/"[^"]*"|'[^']*'/g, (quoted) => quoted.slice(1, -1).replace(/[,:{}[\]]/g, '_'));
  if (value.startsWith('{'))
    return [...inside.matchAll(/(?:^|,)\s*([^:,{}\s]+)\s*:/g)].flatMap(([, name]) => name ?? []);
  const named = [...inside.matchAll(/\{\s*(?:name|key)\s*:\s*([^,}\s]+)/g)].flatMap(([, name]) => name ?? []);
  return named.length > 0 ? named : inside.replace(/\].*$/, '').split(',');
}

function merged(lines: readonly Line[], value: string, depth: number): NamedVariables {
  const aliases = value.match(/\*[^\s,\]]+/g) ?? [];
  return aliases.map((alias) => aliased(lines, alias, depth)).reduce(joined, nothingNamed);
}

function aliased(lines: readonly Line[], alias: string, depth: number): NamedVariables {
  const at = lines.findIndex(({ anchor }) => anchor === alias.slice(1));
  if (at < 0 || depth > 5) return { ...nothingNamed, open: true };
  return entriesOf(lines, at, false, depth + 1);
}

/** `NAME=value`, `NAME`, and what only a template engine knows. */
function namesOf(written: readonly string[]): NamedVariables {
  const names: string[] = [];
  let open = false;
  for (const one of written) {
    const left = one.trim().replace(/=.*$/s, '');
    const name = variableName(left);
    if (name !== undefined) names.push(name);
    else if (/[${]/.test(left)) open = true;
  }
  return { ...nothingNamed, names, open };
}

export function variableName(written: string): string | undefined {
  return /^[A-Za-z_]\w*$/.test(written) ? written : undefined;
}

function pathsOf(lines: readonly Line[], at: number): string[] {
  const { value = '' } = lines[at] ?? {};
  if (value.startsWith('[')) return flowEntries(value).map((one) => one.trim());
  if (value !== '') return [value];
  const inner = below(lines, at);
  return inner.flatMap(({ key, value: one }) => {
    if (key === '' && one.startsWith('{')) return /path\s*:\s*["']?([^"',}\s]+)/.exec(one)?.[1] ?? [];
    return key === '' || key === 'path' ? one : [];
  });
}

/** `envFrom: - secretRef: { name: clinic }`. */
function takenFrom(lines: readonly Line[], at: number): NamedVariables {
  const { value = '' } = lines[at] ?? {};
  const inner = below(lines, at);
  const wantedGroups = [
    ...[value, ...inner.map((line) => line.value)].flatMap((one) =>
      [...one.matchAll(/\bname\s*:\s*["']?([^"',}\s]+)/g)].flatMap(([, name]) => name ?? []),
    ),
    ...inner.flatMap(({ key, value: name }) => (key === 'name' ? name : [])),
  ];
  const open =
    inner.some((line) => line.key === '' && line.value.startsWith('{{')) ||
    wantedGroups.some((name) => /[${]/.test(name));
  return { ...nothingNamed, wantedGroups, open };
}

function nameOfResource(lines: readonly Line[]): string | undefined {
  const at = lines.findIndex(({ key, column }) => key === 'metadata' && column === 0);
  const { value = '' } = lines[at] ?? {};
  if (value !== '') return /\bname\s*:\s*["']?([^"',}\s]+)/.exec(value)?.[1];
  return at < 0 ? undefined : below(lines, at).find(({ key }) => key === 'name')?.value;
}
