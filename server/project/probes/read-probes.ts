import { loadReader } from '../../read/read.ts';
import { nameOf } from '../folders.ts';
import { isDockerfile } from '../readable.ts';
import { type Probe, pathsInCommand, secondsOf, withoutEnd } from './probe.ts';
import { dockerSeconds, probesInTree } from './probes-in-tree.ts';

/** True for files that may say which paths an orchestrator asks. Their text decides. */
export function mayProbe(file: string): boolean {
  const name = nameOf(file);
  return (
    /\.ya?ml$/i.test(name) ||
    isDockerfile(name) ||
    /^(?:fly(?:\.[\w-]+)?|railway)\.toml$|^railway\.json$/.test(name)
  );
}

/** Words without which no file declares a probe: a parser is loaded only behind them. */
const declaresProbe =
  /livenessProbe|readinessProbe|startupProbe|health_?check|liveness_check|readiness_check|checks[\w.-]*\]/i;

/** The probes that one file declares; none of what cannot be read. */
export async function readProbes(file: string, text: string): Promise<readonly Probe[]> {
  if (!declaresProbe.test(text)) return [];
  const name = nameOf(file);
  if (isDockerfile(name)) return probesInDockerfile(file, text);
  if (name.endsWith('.toml')) return probesInToml(file, text);
  const read = await loadReader(name.endsWith('.json') ? 'json' : 'yaml');
  return read(file, text).documents.flatMap((document) => probesInTree(file, document));
}

/** `HEALTHCHECK --interval=30s CMD curl -f http://localhost:3000/healthz || exit 1`: the last one counts, over several lines too. */
function probesInDockerfile(file: string, text: string): readonly Probe[] {
  const instruction = /^[ \t]*HEALTHCHECK\b(?:[^\\`\r\n]|[\\`](?!\s*[\r\n])|[\\`][ \t]*(?:\r\n|\n|\r))*/gim;
  const last = [...text.matchAll(instruction)].at(-1);
  if (last === undefined) return [];
  const interval = /--interval=(\S+)/.exec(last[0])?.[1];
  const seconds = interval === undefined ? dockerSeconds : secondsOf(interval);
  return pathsInCommand(last[0]).map(({ path, at }) => {
    const start = last.index + at;
    const place = { file, start, end: start + path.length };
    return {
      path,
      place,
      kind: 'HEALTHCHECK',
      by: 'Docker',
      ...(seconds === undefined ? {} : { seconds }),
    };
  });
}

/** Checks of Fly (`[[http_service.checks]]` and older forms) and of Railway. */
function probesInToml(file: string, text: string): readonly Probe[] {
  const probes: { path: string; place: Probe['place']; kind: string; by: string; seconds?: number }[] = [];
  let table = '';
  let open: (typeof probes)[number] | undefined;
  let seconds: number | undefined;
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const header = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}/.exec(line)?.[1];
    if (header !== undefined) {
      table = header;
      open = undefined;
      seconds = undefined;
    }
    const pair = /^(\s*([\w-]+)\s*=\s*)(?:"([^"\n]*)"|'([^'\n]*)'|(\d+)\b)/.exec(line);
    const [, before = '', key = '', double, single, digits] = pair ?? [];
    const value = double ?? single ?? digits ?? '';
    const inChecks = /(?:^|\.)(?:http_)?checks(?:\.|$)/.test(table);
    if (pair !== null && ((inChecks && key === 'path') || key === 'healthcheckPath')) {
      const start = offset + before.length;
      const place = { file, start, end: start + value.length + 2 };
      const by = inChecks ? 'Fly' : 'Railway';
      open = {
        path: withoutEnd(value.startsWith('/') ? value : `/${value}`),
        place,
        kind: inChecks ? table : key,
        by,
      };
      if (seconds !== undefined) open.seconds = seconds;
      probes.push(open);
    } else if (pair !== null && inChecks && key === 'interval') {
      // Fly's older form counts in milliseconds when it is a bare number.
      seconds = digits === undefined ? secondsOf(value) : Number(digits) / 1000;
      if (open !== undefined && seconds !== undefined) open.seconds = seconds;
    }
    offset += line.length;
  }
  return probes;
}
