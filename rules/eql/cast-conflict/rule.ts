import type { EqlConfigCall } from '../../model/eql.ts';
import { defineRule } from '../../model/rule.ts';
import { isAddingIndex } from '../configured.ts';

export const rule = defineRule({
  id: 'eql/cast-conflict',
  severity: 'error',
  title: 'a later configuration call changes the cast of a column',
  since: '0.1.0',
  fix: 'none',
  *check({ eql: { databases } }) {
    for (const { configCalls } of databases) {
      for (const call of configCalls) {
        const cast = castGiven(call);
        if (cast === undefined) continue;
        const before = call.before.findLast((one) => castGiven(one) !== undefined);
        const earlier = before === undefined ? undefined : castGiven(before);
        if (earlier === undefined || before === undefined || earlier.value === cast.value) continue;
        const column = [call.table?.value, call.column?.value].filter(Boolean).join('.');
        yield {
          place: cast.place,
          field: call.target.kind === 'encrypted' ? call.target.column.path : undefined,
          message: `this call makes ${column} ${cast.written ? `"${cast.value}"` : 'text, which is meant where no cast is given,'} in silence, after an earlier one made it "${earlier.value}", and from then on every value is encrypted as that: give both calls the same cast`,
          related: [{ message: `"${earlier.value}" here`, place: earlier.place }],
        };
      }
    }
  },
});

interface Given {
  readonly value: string;
  readonly place: EqlConfigCall['place'];
  readonly written: boolean;
}

/** The cast that a call sets; undefined where it sets none, or one that is not known. */
function castGiven(call: EqlConfigCall): Given | undefined {
  if (!isAddingIndex(call) && call.function !== 'add_column' && call.function !== 'cs_add_column_v1') {
    return undefined;
  }
  const { cast, castGiven: given } = call;
  if (cast !== undefined) return { value: cast.value, place: cast.place, written: true };
  return given ? undefined : { value: 'text', place: call.place, written: false };
}
