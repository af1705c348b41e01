import type { Target } from '../../../rules/model/target.ts';
import { folderOf, isAbove } from '../folders.ts';
import type { Packages } from '../packages.ts';
import type { Evidence } from './detect.ts';

/** A target and who says so. */
export interface Decided<Version extends string> {
  readonly target: Target<Version>;
  /** What decided, or what disagreed; empty when nothing says anything. */
  readonly evidence: readonly Evidence<Version>[];
}

/**
 * The version for each file: what stands beside it or in the nearest folder above, in its own package before the ones
 * around it, and last what stands anywhere. What disagrees at one step says nothing, and the newest is assumed.
 */
export function decideTargets<Version extends string>(
  evidence: readonly Evidence<Version>[],
  newest: Version,
  packages: Packages,
): (file: string) => Decided<Version> {
  const known = new Map<string, Decided<Version>>();
  return (file) => {
    const folder = folderOf(file);
    const decided = known.get(folder) ?? decide(nearest(folder, evidence, packages), newest);
    known.set(folder, decided);
    return decided;
  };
}

function nearest<Version extends string>(
  from: string,
  evidence: readonly Evidence<Version>[],
  packages: Packages,
): readonly Evidence<Version>[] {
  for (let folder = isAbove(from) ? '' : from; ; folder = folderOf(folder)) {
    const whole = folder === '' || packages.isPackage(folder);
    const here = evidence.filter(({ file }) =>
      whole ? withinPackage(packages.of(file), folder) : folderOf(file) === folder,
    );
    if (here.length > 0) return here;
    if (folder === '') return evidence;
  }
}

/** A package above the working directory counts as the working directory's own. */
function withinPackage(found: string, folder: string): boolean {
  return found === folder || (folder === '' && isAbove(found));
}

function decide<Version extends string>(
  evidence: readonly Evidence<Version>[],
  newest: Version,
): Decided<Version> {
  const [first, ...others] = evidence;
  const agreed = first !== undefined && others.every(({ version }) => version === first.version);
  return {
    target: agreed ? { version: first.version, assumed: false } : { version: newest, assumed: true },
    evidence,
  };
}
