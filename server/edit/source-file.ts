import type { FileFacts } from '../read/facts.ts';

/** A file as an edit sees it. */
export interface SourceFile {
  readonly facts: FileFacts;
  readonly text: string;
}

export type SourceOf = (file: string) => SourceFile | undefined;
