import { defineRule } from '../../model/rule.ts';

/** The configuration's own problems come from where it is read; here are those of comments that take its place. */
export const rule = defineRule({
  id: 'encsafe/config',
  severity: 'error',
  title: 'a configuration that says something encsafe does not know',
  since: '0.1.0',
  fix: 'safe',
  *check({ blindIndex }) {
    for (const { overrideProblems = [] } of blindIndex.schemas) yield* overrideProblems;
  },
});
