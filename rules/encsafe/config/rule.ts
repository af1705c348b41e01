import { engineRule } from '../../model/rule.ts';

export const rule = engineRule({
  id: 'encsafe/config',
  severity: 'error',
  title: 'a configuration that says something encsafe does not know',
  since: '0.1.0',
  fix: 'safe',
});
