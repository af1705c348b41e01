import path from 'node:path';
import type { SettingsFlags } from '../project/configuration/settings.ts';
import { visible } from '../report/escape.ts';
import { exitCodes } from './exit-codes.ts';
import { isWrong } from './flags.ts';
import type { Io } from './io.ts';
import { openProject } from './open-project.ts';
import { createStopwatch } from './stopwatch.ts';

/** Prints every value that holds for a file, with where it comes from. */
export async function printConfig(file: string, flags: SettingsFlags, io: Io): Promise<number> {
  const project = await openProject(['.', file], flags, io, createStopwatch());
  if (isWrong(project)) {
    io.stderr(`encsafe lint: ${project.wrong}\n`);
    return exitCodes.wrongUse;
  }
  const relative = path.relative(io.cwd, path.resolve(io.cwd, file)).split(path.sep).join('/');
  io.stdout(`${JSON.stringify(project.settings.printed(relative), null, 2)}\n`);
  for (const { message, place } of project.settings.problems) {
    io.stderr(`encsafe: ${visible(place.file)}: ${visible(message)}\n`);
  }
  return project.settings.problems.length > 0 ? exitCodes.wrongUse : exitCodes.clean;
}
