import type { EqlName } from '../../model/eql.ts';
import { defineRule, type EqlTargetOf, type Report, safeFix, suggestion } from '../../model/rule.ts';
import { isAtLeast } from '../lowest-version.ts';
import { counted, postgresCode } from '../wording.ts';
import { isOfV1, type OldModule, oldModules, oldName } from './names.ts';

const missingName = { type: '42704', function: '42883' } as const;

export const rule = defineRule({
  id: 'eql/old-name',
  severity: 'error',
  title: 'a name that EQL or its packages no longer have',
  since: '0.1.0',
  fix: 'safe',
  dependsOn: 'eql',
  *check({ eql: { names } }, { eql }) {
    for (const name of names) {
      if (name.kind === 'module' || name.kind === 'import') yield* checkModule(name);
      else yield* checkName(name, eql);
    }
    yield* checkV1(names.filter(isOfV1), eql);
  },
});

function* checkName(written: EqlName, targetOf: EqlTargetOf): Generator<Report> {
  const old = oldName(written);
  if (old === undefined || (written.kind !== 'type' && written.kind !== 'function')) return;
  const { version } = targetOf(written.place.file, old.generation);
  const runs = old.releases.includes(version);
  const { replacement } = old;
  const name = [written.schema, written.name].filter((part) => part !== undefined).join('.');
  const instead = replacement === undefined ? 'it has no successor of its own' : `write ${replacement}`;
  const rename = old.pure ? safeFix : suggestion;
  yield {
    place: written.place,
    severity: runs ? 'warning' : 'error',
    message: runs
      ? `${name} is ${old.origin}, and later releases do not have it: ${instead} when EQL is updated`
      : `${name} is ${old.origin}, and EQL ${version} does not have it: ${instead}${postgresCode(missingName[written.kind])}`,
    fixes:
      replacement === undefined || runs
        ? []
        : [
            rename(`write ${replacement}`, {
              kind: 'text',
              place: { ...written.place, end: written.namePlace.end },
              text: replacement,
            }),
          ],
  };
}

/** A project on EQL v1 has hundreds of its names: one finding a file says it. */
function* checkV1(names: readonly EqlName[], targetOf: EqlTargetOf): Generator<Report> {
  for (const file of new Set(names.map(({ place }) => place.file))) {
    const own = names.filter(({ place }) => place.file === file);
    const [first] = [...own].sort((one, other) => one.place.start - other.place.start);
    const { version, assumed } = targetOf(file, 'v1');
    // Who names that release as the target knows it.
    if (first === undefined || !assumed) continue;
    const more =
      own.length === 1 ? '' : ` (and ${counted(own.length - 1, 'further name', 'further names')} here)`;
    yield {
      place: first.place,
      severity: 'warning',
      message: `${first.name} is EQL v1${more}, which ended with ${version} in March 2025: EQL v3 declares the same column as a domain such as public.eql_v3_text_eq, and its values must be encrypted again`,
    };
  }
}

function* checkModule(written: EqlName): Generator<Report> {
  const module = written.kind === 'module' ? written.name : written.schema;
  const old = oldModules.find(
    (one) =>
      one.module === module &&
      (one.names === undefined
        ? written.kind === 'module'
        : written.kind === 'import' && one.names.includes(written.name)),
  );
  if (old === undefined) return;
  if (old.removedIn === undefined) {
    yield {
      place: written.place,
      severity: 'warning',
      message: `${old.module} has another name since: ${old.instead}`,
    };
    return;
  }
  if (written.installed === undefined || !isAtLeast(written.installed, old.removedIn)) return;
  yield { place: written.place, message: removed(old, written, old.removedIn) };
}

function removed(
  { module, names, package: name, instead }: OldModule,
  written: EqlName,
  version: string,
): string {
  return names === undefined
    ? `${name} has no entry point ${module} since ${version}, and ${written.installed} is installed: ${instead} (Node.js code ERR_PACKAGE_PATH_NOT_EXPORTED)`
    : `${module} exports no ${written.name} since ${version}, and ${written.installed} is installed: ${instead}`;
}
