import type { ObjectTree, PropertyTree, SpreadTree, Tree } from '../../read/tree.ts';
import { type Probe, pathsInCommand, secondsOf, withoutEnd } from './probe.ts';

/** Every how many seconds Kubernetes asks where a probe does not say. Source: kubernetes.io, configure-liveness-readiness-startup-probes. */
const kubernetesSeconds = 10;
/** The same of `healthcheck` and `HEALTHCHECK`. Source: docs.docker.com, reference/dockerfile, HEALTHCHECK. */
export const dockerSeconds = 30;

const kubernetesProbes: ReadonlySet<string> = new Set(['livenessProbe', 'readinessProbe', 'startupProbe']);

/** Platforms that write the path under a key of its own, by the key and, where it is an object, the key inside. */
const pathKeys: Readonly<Record<string, { readonly by: string; readonly inside: readonly string[] }>> = {
  healthCheckPath: { by: 'Render', inside: [] },
  healthcheckPath: { by: 'Railway', inside: [] },
  health_check: { by: 'DigitalOcean App Platform', inside: ['http_path'] },
  liveness_check: { by: 'Google App Engine', inside: ['path'] },
  readiness_check: { by: 'Google App Engine', inside: ['path'] },
};

/** The probes that a document of YAML or JSON declares, wherever in it. */
export function probesInTree(file: string, root: Tree): readonly Probe[] {
  const found: Probe[] = [];
  const visit = (tree: Tree, depth: number): void => {
    if (depth > 40) return;
    if (tree.kind === 'array') {
      for (const item of tree.items) if (item.kind !== 'spread') visit(item, depth + 1);
    }
    if (tree.kind !== 'object') return;
    for (const entry of tree.entries) {
      // What an anchor or a merged map brings stands elsewhere too.
      if (entry.kind === 'spread' || typeof entry.key !== 'string') continue;
      found.push(...probesOf(file, entry.key, entry.value));
      visit(entry.value, depth + 1);
    }
  };
  visit(root, 0);
  return found;
}

function probesOf(file: string, key: string, value: Tree): readonly Probe[] {
  if (kubernetesProbes.has(key)) return kubernetesProbe(file, key, value);
  if (key === 'healthcheck') return dockerProbe(file, value);
  const known = Object.hasOwn(pathKeys, key) ? pathKeys[key] : undefined;
  if (known === undefined) return [];
  const { by, inside } = known;
  const path = inside.reduce<Tree | undefined>((tree, name) => tree && valueAt(tree, name), value);
  return path?.kind === 'string' ? [probeAt(file, path, path.value, key, by)] : [];
}

/** `httpGet` and the commands of `exec`. */
function kubernetesProbe(file: string, kind: string, value: Tree): readonly Probe[] {
  const request = valueAt(value, 'httpGet');
  const path = request && valueAt(request, 'path');
  const exec = valueAt(value, 'exec');
  const command = exec && valueAt(exec, 'command');
  const period = valueAt(value, 'periodSeconds');
  const seconds = period === undefined ? kubernetesSeconds : numberOf(period);
  const every = seconds === undefined ? {} : { seconds };
  const by = 'Kubernetes';
  return [
    ...(path?.kind === 'string' ? [{ ...probeAt(file, path, path.value, kind, by), ...every }] : []),
    ...commandProbes(file, command, kind, by).map((probe) => ({ ...probe, ...every })),
  ];
}

/** `healthcheck` of Compose, with its command, or of a platform that asks for a path (Kamal, Copilot). */
function dockerProbe(file: string, value: Tree): readonly Probe[] {
  const kind = 'healthcheck';
  const interval = valueAt(value, 'interval');
  const seconds = interval === undefined ? dockerSeconds : numberOf(interval);
  const every = seconds === undefined ? {} : { seconds };
  const disabled = valueAt(value, 'disable');
  if (disabled?.kind === 'boolean' && disabled.value) return [];
  const path = value.kind === 'string' ? value : valueAt(value, 'path');
  if (path?.kind === 'string' && path.value.startsWith('/')) {
    return [probeAt(file, path, path.value, kind, 'the platform')];
  }
  return commandProbes(file, valueAt(value, 'test'), kind, 'Docker Compose').map((probe) => ({
    ...probe,
    ...every,
  }));
}

/** A command as one text, or word by word. */
function commandProbes(file: string, command: Tree | undefined, kind: string, by: string): readonly Probe[] {
  const words = command?.kind === 'array' ? command.items : [command];
  return words.flatMap((word) => {
    if (word?.kind !== 'string') return [];
    return pathsInCommand(word.value).map(({ path }) => probeAt(file, word, path, kind, by));
  });
}

function probeAt(file: string, { start, end }: Tree, path: string, kind: string, by: string): Probe {
  const whole = path.startsWith('/') ? path : `/${path}`;
  return { path: withoutEnd(whole), place: { file, start, end }, kind, by };
}

function valueAt(tree: Tree, key: string): Tree | undefined {
  if (tree.kind !== 'object') return undefined;
  return entriesOf(tree).findLast((entry) => entry.key === key)?.value;
}

/** Its own properties, behind those that a merged map brings. */
function entriesOf({ entries }: ObjectTree): readonly PropertyTree[] {
  const isSpread = (entry: PropertyTree | SpreadTree) => entry.kind === 'spread';
  const merged = entries
    .filter(isSpread)
    .flatMap(({ value }) => (value.kind === 'object' ? entriesOf(value) : []));
  return [...merged, ...entries.filter((entry): entry is PropertyTree => !isSpread(entry))];
}

function numberOf(tree: Tree): number | undefined {
  if (tree.kind === 'number') return Number(tree.digits);
  return tree.kind === 'string' ? secondsOf(tree.value) : undefined;
}
