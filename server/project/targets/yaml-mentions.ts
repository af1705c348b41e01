import { isServer, type Mention, readImage } from './images.ts';

/**
 * What a YAML file says about MongoDB servers: compose files, workflows, manifests, charts. Read line by line, since a
 * template need not be YAML yet, and no parser has to be loaded to look for two keys.
 */
export function mentionsInYaml(text: string): Mention[] {
  if (!/mongo/i.test(text)) return [];
  const lines = text.split(/\r\n|\n|\r/).map(readLine);
  const resource = lines.some((line) => line?.key === 'kind' && /^MongoDB(?:Community)?$/.test(line.value));
  return lines.flatMap((line, index) => {
    if (line === undefined) return [];
    const { key, value } = line;
    if (key === 'image') return toMentions(value, lines, (one) => readImage(one));
    // Services and containers have such names too: here only a tag makes an image.
    if (key === 'container' || (line.item && (key === 'name' || key === ''))) {
      return toMentions(value, lines, (one) => (one.includes(':') ? readImage(one) : undefined));
    }
    if (/^mongo(?:db)?-version$/.test(key)) {
      return toMentions(value, lines, (tag) => ({ shown: `${key}: ${tag}`, tag }));
    }
    if (key === 'repository' && isServer(value)) return tagBeside(lines, index, value);
    if (key === 'version' && resource && line.indent === 2)
      return [{ shown: `version: ${value}`, tag: value }];
    return [];
  });
}

interface Line {
  readonly indent: number;
  /** Empty for an item that is no pair. */
  readonly key: string;
  /** Without quotes, anchor and comment. */
  readonly value: string;
  /** True when a dash stands before it. */
  readonly item: boolean;
}

/** No line that a person writes for this is longer. */
const longestLine = 1_000;

function readLine(line: string): Line | undefined {
  if (line.length > longestLine) return undefined;
  const [, indent = '', dashes = '', rest = ''] = /^( *)((?:- +)*)(.*)$/.exec(line) ?? [];
  if (rest === '' || rest.startsWith('#')) return undefined;
  const [, quoted, plain, after] = /^(?:["']([\w.-]+)["']|([\w.-]+)) *:(?: +(.*))?$/.exec(rest) ?? [];
  const key = quoted ?? plain ?? '';
  const value = key === '' ? rest : (after ?? '');
  return { indent: indent.length + dashes.length, key, value: scalar(value), item: dashes !== '' };
}

function scalar(written: string): string {
  const text = written.replace(/^&\S+ +/, '').trim();
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')\s*(?:#.*)?$/.exec(text) ?? [];
  return double ?? single ?? text.replace(/(?:^|\s+)#.*$/, '').trim();
}

type Lines = readonly (Line | undefined)[];

/** A value that a workflow's matrix gives stands for each of the matrix's values. */
function toMentions(value: string, lines: Lines, read: (value: string) => Mention | undefined): Mention[] {
  const [whole, name] = /\$\{\{\s*matrix\.([\w-]+)\s*\}\}/.exec(value) ?? [];
  const values =
    name === undefined
      ? [value]
      : matrixValues(lines, name).map((one) => value.replace(whole ?? '', () => one));
  return values.flatMap((one) => (one === '' || one.includes('${{') ? [] : (read(one) ?? [])));
}

function matrixValues(lines: Lines, name: string): string[] {
  return lines.flatMap((line, index) => {
    if (line?.key !== name) return [];
    const [, listed] = /^\[(.*)\]$/.exec(line.value) ?? [];
    if (listed !== undefined) return listed.split(',').map((one) => scalar(one.trim()));
    if (line.value !== '') return line.value.includes('${{') ? [] : [line.value];
    const items: string[] = [];
    for (const below of lines.slice(index + 1)) {
      if (below === undefined) continue;
      if (!below.item || below.key !== '') break;
      items.push(below.value);
    }
    return items;
  });
}

/** `tag` beside `repository`, as charts write an image. */
function tagBeside(lines: Lines, index: number, repository: string): Mention[] {
  const { indent = 0 } = lines[index] ?? {};
  const beside = (step: 1 | -1): string | undefined => {
    for (let at = index + step; at >= 0 && at < lines.length; at += step) {
      const line = lines[at];
      if (line === undefined || line.indent > indent) continue;
      if (line.indent < indent) return undefined;
      if (line.key === 'tag') return line.value;
    }
    return undefined;
  };
  const tag = beside(1) ?? beside(-1);
  return tag === undefined || tag === '' ? [] : [{ shown: `${repository}:${tag}`, tag }];
}
