import type { PrismaModelField } from '../../model/blind-index.ts';
import type { RelatedPlace } from '../../model/finding.ts';
import type { Place } from '../../model/place.ts';
import type { ClientWrite, PlainClient } from '../../model/prisma-clients.ts';
import { defineRule, type Report } from '../../model/rule.ts';
import { listed } from '../../model/words.ts';

export const rule = defineRule({
  id: 'blind-index/unextended-client',
  severity: 'warning',
  title: 'a second client of Prisma that writes encrypted fields without the extension',
  since: '0.1.0',
  fix: 'none',
  *check({ blindIndex: { clients } }) {
    for (const client of clients.plain) {
      const writes = client.writes.flatMap((write) => {
        const fields = plainFields(write);
        return fields.length === 0 ? [] : [{ write, fields }];
      });
      const inFile = (file: string) => writes.filter(({ write }) => write.place.file === file);
      const [own, ...others] = inFile(client.place.file);
      if (own !== undefined) {
        yield toReport(client, own, others, client.place);
        continue;
      }
      // A client that only other files write with is a matter of those: one of them may be a test.
      for (const file of new Set(writes.map(({ write }) => write.place.file))) {
        const [first, ...rest] = inFile(file);
        if (first !== undefined) yield toReport(client, first, rest, first.write.place);
      }
    }
  },
});

interface PlainWrite {
  readonly write: ClientWrite;
  readonly fields: readonly PrismaModelField[];
}

const creates: ReadonlySet<string> = new Set(['create', 'createMany', 'createManyAndReturn', 'upsert']);

/** Fields that the write is certain to set in plain text: those that are written out, and those that no new row can do without. */
function plainFields({ fields, model, open, operation }: ClientWrite): readonly PrismaModelField[] {
  if (fields.length > 0 || !open || !creates.has(operation)) return fields;
  return model.fields.filter(
    ({ encryption, hasDefault, optional }) =>
      encryption?.kind === 'encrypted' &&
      encryption.mode !== 'readonly' &&
      !optional &&
      hasDefault === undefined,
  );
}

function toReport(
  { extended, place: made }: PlainClient,
  first: PlainWrite,
  rest: readonly PlainWrite[],
  place: Place,
): Report {
  const { model } = first.write;
  const [field] = first.fields;
  const [other] = extended;
  const atCreation = place === made;
  const shown = atCreation ? [first, ...rest] : rest;
  return {
    place,
    field: field?.path,
    message: `${atCreation ? 'this client' : 'the client here'} has no extension that encrypts, unlike another one of this project: it writes ${listed(first.fields.map(({ name }) => name))} of ${model.name} ${other?.package === 'fieldseal' ? 'as they come' : 'as plain text'}; write with the extended client, or extend this one too`,
    related: [
      ...(atCreation ? [] : [{ message: 'the client is made here', place: made }]),
      ...shown.slice(0, mostShown).map(
        ({ write }): RelatedPlace => ({
          message: `${write.operation} writes ${write.model.name} here`,
          place: write.place,
        }),
      ),
      ...(other === undefined
        ? []
        : [{ message: 'another client is extended here', place: other.namePlace }]),
      ...(field === undefined
        ? []
        : [{ message: `${field.name} is declared as encrypted here`, place: field.namePlace }]),
    ],
  };
}

/** Of many writes a few are enough to see what the client is for. */
const mostShown = 3;
