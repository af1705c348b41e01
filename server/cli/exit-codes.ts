/** What the command line answers to its caller. */
export const exitCodes = {
  clean: 0,
  /** Errors, or more warnings than allowed. */
  findings: 1,
  /** Wrong use, or a wrong configuration. */
  wrongUse: 2,
  /** A fault of encsafe itself. */
  fault: 3,
} as const;
