import type { FileFacts } from '../read/facts.ts';

/** The files of a run as the linker sees them. */
export interface Files {
  /** The facts of a file, or undefined when it was not read. */
  readonly facts: (file: string) => FileFacts | undefined;
  /** True when a file of that name exists, read or not. */
  readonly exists: (file: string) => boolean;
  /** The names of all files, read or not. */
  readonly names?: () => readonly string[];
}

/** Files that exist and whose facts are needed to know more: the host reads them and links again. */
export type Wanted = Set<string>;
