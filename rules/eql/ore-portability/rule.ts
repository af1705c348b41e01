import type { EqlColumn } from '../../model/eql.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import type { EqlDomain } from '../domains.ts';
import { domainNamed } from '../domains.ts';
import { redeclare } from '../factories.ts';
import { postgresCode } from '../wording.ts';

/** What the CHECK of a domain raises where EQL was installed without its operator class. Source: docs/reference/permissions.md of EQL. */
const notSupported = '0A000';

export const rule = defineRule({
  id: 'eql/ore-portability',
  severity: 'error',
  title: 'block ORE, whose operator class only a superuser can make',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql: { databases, declared } }) {
    for (const database of databases) {
      for (const column of database.columns) {
        const { platform = database.platform } = column;
        yield* checkColumn({ ...column, ...(platform === undefined ? {} : { platform }) });
      }
    }
    for (const column of declared) yield* checkColumn(column);
  },
});

function* checkColumn(column: EqlColumn): Generator<Report> {
  const { domain, platform } = column;
  const twin = domain === undefined ? undefined : twinOf(domain);
  if (domain === undefined || twin === undefined) return;
  const change = redeclare(column, twin);
  const instead = `${twin.name} answers the same searches through an order that PostgreSQL has itself`;
  yield {
    place: column.typePlace,
    field: column.path,
    severity: platform === undefined ? 'warning' : 'error',
    message:
      platform === undefined
        ? `${domain.name} needs an operator class that only a superuser can make, which Supabase, Google Cloud SQL and Azure give nobody: ${instead}${postgresCode(notSupported)}`
        : `${platform.name} lets nobody make the operator class that ${domain.name} needs, so the first value of ${column.name} is refused: ${instead}${postgresCode(notSupported)}`,
    fixes: change === undefined ? [] : [suggestion(`make it ${twin.name}`, change)],
  };
}

/** The domain with an order by OPE for one with block ORE. */
function twinOf({ name, capability }: EqlDomain): EqlDomain | undefined {
  return capability === 'ord_ore' || capability === 'search_ore'
    ? domainNamed(name.replace(/_ore$/, ''))
    : undefined;
}
