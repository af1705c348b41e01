import { describe, expect, test } from 'vitest';
import { defineRule } from '../../rules/model/rule.ts';
import { type Breath, eventLoop } from './breath.ts';
import { Session, type SessionHost } from './session.ts';

const listOf = (path: string) =>
  `{ "fields": [{ "path": "${path}", "keyId": { "$uuid": "8d8fef41-eff1-4e86-8234-39983d648d43" }, "bsonType": "string" }] }`;

const host: SessionHost = {
  find: async () => ({ files: ['a.json'], walked: [''] }),
  read: async () => listOf('first'),
  readAbove: async () => undefined,
  levelsAbove: 0,
  namesAbove: [],
  today: () => '2026-12-01',
};

/** Each look at the clock finds that a second has gone by. */
function slowly(): Breath {
  let milliseconds = 0;
  return {
    now() {
      milliseconds += 1000;
      return milliseconds;
    },
    rest: eventLoop.rest,
  };
}

const never: Breath = {
  now: () => 0,
  rest: () => Promise.reject(new Error('a pass that takes no time gives way to nothing')),
};

/** Rules that each write down what they are asked about, and `during` happens while the first one runs. */
function sessionWith(breath: Breath, during: (session: Session) => void) {
  const asked: string[] = [];
  const rules = ['one', 'two', 'three'].map((name) =>
    defineRule({
      id: `mongodb/${name}`,
      severity: 'warning',
      title: 'a rule of this test',
      since: '0.1.0',
      fix: 'none',
      *check(project) {
        for (const { fields } of project.mongodb.fieldLists) {
          for (const { path, place } of fields) {
            asked.push(`${name} ${path}`);
            if (asked.length === 1) during(session);
            yield { place, message: `${name} of ${path}` };
          }
        }
      },
    }),
  );
  const session = new Session(host, { flags: {}, includeTests: false }, { rules, breath });
  return { session, asked };
}

const second = ['one second', 'two second', 'three second'];

describe('a pass that a change overtakes', () => {
  test.each([
    ['while a rule runs', never, (session: Session) => session.setText('a.json', listOf('second'))],
    [
      'while the pass gives way',
      slowly(),
      (session: Session) => void setImmediate(() => session.setText('a.json', listOf('second'))),
    ],
  ])('%s asks no further rule, and the answer is about the newest text', async (_, breath, during) => {
    const { session, asked } = sessionWith(breath, during);
    const state = await session.state();
    expect(asked).toEqual(['one first', ...second]);
    expect(state.generation).toBe(session.generation);
    expect(state.findings.map(({ message }) => message).sort()).toEqual([
      'one of second',
      'three of second',
      'two of second',
    ]);
  });

  test('is begun again only so often', async () => {
    let edits = 0;
    const { session, asked } = sessionWith(never, () => {});
    const wanted = () => {
      edits += 1;
      if (edits < 1000) session.setText('a.json', listOf(`name${edits}`));
      return true;
    };
    expect((await session.state(wanted))?.findings).toHaveLength(3);
    expect(asked.length).toBeLessThan(20);
  });
});

describe('a pass that nobody waits for any more', () => {
  test('asks no further rule, and the next one begins anew', async () => {
    let wanted = true;
    const { session, asked } = sessionWith(never, () => {
      wanted = false;
    });
    expect(await session.state(() => wanted)).toBeUndefined();
    expect(asked).toEqual(['one first']);
    expect((await session.state()).findings).toHaveLength(3);
  });

  test('goes on for somebody else who waits for it', async () => {
    let wanted = true;
    const { session, asked } = sessionWith(never, () => {
      wanted = false;
    });
    const [left, stayed] = await Promise.all([session.state(() => wanted), session.state()]);
    expect(asked).toEqual(['one first', 'two first', 'three first']);
    expect(stayed.findings).toHaveLength(3);
    expect(left).toBe(stayed);
  });

  test('goes on for somebody who asks while it gives way', async () => {
    let wanted = true;
    let later: Promise<unknown> | undefined;
    const { session, asked } = sessionWith(slowly(), () => {
      wanted = false;
      setImmediate(() => {
        later = session.state();
      });
    });
    const state = await session.state(() => wanted);
    expect(asked).toEqual(['one first', 'two first', 'three first']);
    expect(await later).toBe(state);
  });
});

test('what else there is to do gets its turn between rules', async () => {
  const turns: string[] = [];
  const { session, asked } = sessionWith(slowly(), () => {
    setImmediate(() => turns.push(`after ${asked.length}`));
  });
  await session.state();
  expect(turns).toEqual(['after 1']);
});
