import { engineRule } from '../../model/rule.ts';

export const rule = engineRule({
  id: 'encsafe/unused-suppression',
  severity: 'warning',
  title: 'a suppression that hides nothing, or gives no reason',
  since: '0.1.0',
  fix: 'safe',
});
