/** What the server answers. Source: mongo src/mongo/db/commands/create_command.cpp and create_indexes_cmd.cpp; jstests/fle2. */
export const codes = {
  capped: '6367301',
  viewOrTimeSeries: '6346401',
  /** BadValue. */
  validation: '2',
  ttl: '6346501',
  index: '6346502',
  escCollection: '7406900',
  ecocCollection: '7406902',
  /** DocumentValidationFailure, on insert. */
  documentValidation: '121',
} as const;
