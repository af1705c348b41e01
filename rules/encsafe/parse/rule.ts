import { engineRule } from '../../model/rule.ts';

export const rule = engineRule({
  id: 'encsafe/parse',
  severity: 'error',
  title: 'a file about encrypted fields that cannot be read whole',
  since: '0.1.0',
  fix: 'none',
});
