import { defineRule } from '../../model/rule.ts';
import { postgresCode } from '../wording.ts';

export const rule = defineRule({
  id: 'eql/install-order',
  severity: 'warning',
  title: 'EQL is used by a file that runs before the one that installs it',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { databases } }) {
    for (const { usedBeforeInstall: used } of databases) {
      if (used === undefined) continue;
      yield {
        place: used.place,
        message: `${used.name} is used in a file that runs before ${used.install.file}, which installs EQL, so a new database stops here: give the install a name that sorts first${postgresCode('42704', '3F000')}`,
        related: [{ message: 'EQL is installed here', place: used.install }],
      };
    }
  },
});
