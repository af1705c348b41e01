import { engineRule } from '../../model/rule.ts';

export const rule = engineRule({
  id: 'encsafe/rule-crashed',
  severity: 'error',
  title: 'a rule that failed while it checked the project',
  since: '0.1.0',
  fix: 'none',
});
