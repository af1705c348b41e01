import type { EqlConfigCall } from '../../model/eql.ts';
import { defineRule, suggestion } from '../../model/rule.ts';
import { counted } from '../wording.ts';

const pending: ReadonlySet<string> = new Set([
  'cs_add_index_v1',
  'cs_modify_index_v1',
  'cs_remove_index_v1',
  'cs_add_column_v1',
  'cs_remove_column_v1',
]);

export const rule = defineRule({
  id: 'eql/not-activated',
  severity: 'error',
  title: 'an EQL v1 configuration that is never activated',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ eql: { databases } }) {
    for (const { configCalls } of databases) {
      const calls = configCalls.filter(({ generation }) => generation === 'v1');
      const left = leftPending(calls);
      const last = left.calls.at(-1);
      if (last === undefined) continue;
      const missing = left.encrypting ? 'cs_activate_v1()' : 'cs_encrypt_v1(true) and then cs_activate_v1()';
      const statements = left.encrypting
        ? ['SELECT cs_activate_v1();']
        : ['SELECT cs_encrypt_v1(true);', 'SELECT cs_activate_v1();'];
      yield {
        place: last.place,
        field: last.target.kind === 'encrypted' ? last.target.column.path : undefined,
        message: `EQL v1 keeps a configuration ${left.encrypting ? 'encrypting' : 'pending'} until it is activated, and nothing does that after ${left.calls.length === 1 ? 'this call' : `these ${counted(left.calls.length, 'call')}`}, so none of it is searchable: call ${missing}`,
        related: left.calls.slice(0, -1).map(({ place }) => ({ message: 'not active either', place })),
        fixes: [
          suggestion(`add ${missing}`, {
            kind: 'text',
            place: { ...last.call, start: last.call.end },
            text: `;\n${statements.join('\n').replace(/;$/, '')}`,
          }),
        ],
      };
    }
  },
});

/** The calls that no later one makes active. Source: EQL 1.0.1 sql/021-config-functions.sql and 030-encryptindex.sql. */
function leftPending(calls: readonly EqlConfigCall[]): {
  readonly calls: readonly EqlConfigCall[];
  readonly encrypting: boolean;
} {
  let waiting: EqlConfigCall[] = [];
  let encrypting: EqlConfigCall[] = [];
  for (const call of calls) {
    if (pending.has(call.function)) waiting.push(call);
    else if (call.function === 'cs_encrypt_v1') {
      encrypting = [...encrypting, ...waiting];
      waiting = [];
    } else if (call.function === 'cs_activate_v1') encrypting = [];
    else if (call.function === 'cs_discard_v1') waiting = [];
  }
  return waiting.length > 0
    ? { calls: [...encrypting, ...waiting], encrypting: false }
    : { calls: encrypting, encrypting: true };
}
