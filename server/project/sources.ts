/** The files of a run, wherever they are: a disk, an editor's buffers, a test's table. */
export interface Sources {
  /** Every file that may be read, relative with `/`, in a stable order. */
  readonly files: readonly string[];
  /** Files that exist besides, and are read only where a reference leads to them. */
  readonly others?: readonly string[];
  /**
   * Those of the others that belong to the same project: they are read as well where `files` speak of tables, models or
   * clients, which may be declared anywhere, and nothing is reported in them.
   */
  readonly context?: readonly string[];
  /** The text of one of either. Rejects when it cannot be read. */
  readonly read: (file: string) => Promise<string>;
}
