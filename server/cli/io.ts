/** Everything that a run touches besides the files: given from outside, so that a test can be a terminal. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly stdoutIsTerminal: boolean;
  /** Columns of the terminal; undefined when there is none. */
  readonly columns: number | undefined;
  readonly now: () => Date;
}
