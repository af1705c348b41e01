import type { EqlEngine } from './eql-engine.ts';

/** What the engine does with an expression. */
export type Answer =
  | { readonly kind: 'raises'; readonly code: string }
  /** It runs. By whom it is answered, as PostgreSQL resolved the name: EQL, or an operator or function of its own. */
  | { readonly kind: 'runs'; readonly by: 'eql' | 'postgres'; readonly inArray: boolean };

export interface Question {
  readonly expression: string;
  /** What follows FROM. */
  readonly source: string;
  /** Questions of one group that all run are asked in one statement. */
  readonly group?: string;
  /** For an expression with `$1`: the same with a string in its place, which PostgreSQL resolves alike. */
  readonly withoutParameter?: string;
}

/** The most columns that a view may have are 1,664. */
const columnsPerView = 800;

/** Runs every expression over the rows of its source, and asks how those that run were resolved. */
export async function ask(engine: EqlEngine, questions: readonly Question[]): Promise<Answer[]> {
  const codes = await codesOf(engine, questions);
  const answers: Answer[] = codes.map((code) => ({ kind: 'raises', code: code ?? '' }));
  const running = questions.flatMap((question, at) => (codes[at] === undefined ? [{ question, at }] : []));
  const resolved = await resolutionsOf(
    engine,
    running.map(({ question }) => question),
  );
  running.forEach(({ at }, index) => {
    answers[at] = resolved[index] as Answer;
  });
  return answers;
}

async function codesOf(
  engine: EqlEngine,
  questions: readonly Question[],
): Promise<readonly (string | undefined)[]> {
  const rows = questions.map(
    ({ expression, source, group }, at) =>
      `(${at}, ${quoted(expression)}, ${quoted(source)}, ${quoted(group ?? 'alone')})`,
  );
  await engine.exec('CREATE TEMP TABLE refused (id integer, code text)');
  for (const part of inParts(rows, 5_000)) {
    // Each pair of types that was looked up stays in a list that PostgreSQL before 18 searches one by one.
    await engine.exec('VACUUM FULL pg_operator');
    await engine.exec(`
      CREATE TEMP TABLE asked (id integer, expression text, source text, together text);
      INSERT INTO asked VALUES ${part.join(',')};
      ${askAll}
      DROP TABLE asked;
    `);
  }
  const { rows: refused } = await engine.query<{ id: number; code: string }>('SELECT id, code FROM refused');
  await engine.exec('DROP TABLE refused');
  const codes: (string | undefined)[] = questions.map(() => undefined);
  for (const { id, code } of refused) codes[id] = code;
  return codes;
}

/** A bare parameter gets what fits the type that PostgreSQL gives it: a part of a document, else the source's `payload`. */
const askAll = `
  DO $ask$
  DECLARE
    one record;
    each record;
    given text;
  BEGIN
    FOR one IN
      SELECT source, together, array_agg(id) AS ids, array_agg(expression) AS expressions,
        bool_or(expression LIKE '%$1%') AS parameters
      FROM asked GROUP BY source, together
    LOOP
      BEGIN
        IF one.parameters OR one.together = 'alone' THEN
          RAISE EXCEPTION 'one by one';
        END IF;
        EXECUTE 'SELECT ' || array_to_string(one.expressions, ', ') || ' FROM ' || one.source;
      EXCEPTION WHEN OTHERS THEN
        FOR each IN SELECT * FROM unnest(one.ids, one.expressions) AS q (id, expression) LOOP
          BEGIN
            IF each.expression LIKE '%$1%' THEN
              EXECUTE 'PREPARE asked_now AS SELECT ' || each.expression || ' FROM ' || one.source;
              EXECUTE 'SELECT payload::text FROM ' || one.source INTO given;
              EXECUTE 'EXECUTE asked_now (' || (
                SELECT string_agg(quote_literal(CASE type::text
                  WHEN 'jsonpath' THEN '$.a' WHEN 'text[]' THEN '{a}' WHEN 'text' THEN 'a' ELSE given END), ', ')
                FROM unnest((SELECT parameter_types FROM pg_prepared_statements WHERE name = 'asked_now')) type
              ) || ')';
              DEALLOCATE asked_now;
            ELSE
              EXECUTE 'SELECT ' || each.expression || ' FROM ' || one.source;
            END IF;
          EXCEPTION WHEN OTHERS THEN
            INSERT INTO refused VALUES (each.id, SQLSTATE);
            IF one.parameters AND EXISTS (SELECT FROM pg_prepared_statements WHERE name = 'asked_now') THEN
              DEALLOCATE asked_now;
            END IF;
          END;
        END LOOP;
      END;
    END LOOP;
  END $ask$;
`;

async function resolutionsOf(engine: EqlEngine, questions: readonly Question[]): Promise<Answer[]> {
  const bySource = new Map<string, { question: Question; at: number }[]>();
  questions.forEach((question, at) => {
    const same = bySource.get(question.source) ?? [];
    same.push({ question, at });
    bySource.set(question.source, same);
  });
  const answers: Answer[] = [];
  const ofEql = await oidsOfEql(engine);
  for (const [source, all] of bySource) {
    for (const part of inParts(all, columnsPerView)) {
      const columns = part.map(
        ({ question }, at) => `(${question.withoutParameter ?? question.expression}) AS "${at}"`,
      );
      await engine.exec(`CREATE VIEW resolved AS SELECT ${columns.join(', ')} FROM ${source}`);
      const { rows } = await engine.query<{ tree: string }>(
        `SELECT ev_action::text AS tree FROM pg_rewrite WHERE ev_class = 'resolved'::regclass`,
      );
      await engine.exec('DROP VIEW resolved');
      const nodes = [...(rows[0]?.tree ?? '').matchAll(targets)];
      if (nodes.length !== part.length) throw new Error(`${nodes.length} of ${part.length} were resolved`);
      part.forEach(({ at }, index) => {
        const [, node = '', oid = ''] = nodes[index] ?? [];
        answers[at] = {
          kind: 'runs',
          by: ofEql.has(Number(oid)) ? 'eql' : 'postgres',
          inArray: node === 'SCALARARRAYOPEXPR',
        };
      });
    }
  }
  return answers;
}

/** The expressions of a view, as PostgreSQL stores what it resolved. */
const targets = /\{TARGETENTRY :expr \{(\w+) :(?:opno|funcid|aggfnoid) (\d+)/g;

async function oidsOfEql(engine: EqlEngine): Promise<ReadonlySet<number>> {
  const { rows } = await engine.query<{ oid: number }>(`
    SELECT p.oid::integer AS oid FROM pg_proc p WHERE ${inEql('p.pronamespace')}
    UNION SELECT o.oid::integer FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode
      WHERE ${inEql('p.pronamespace')}
  `);
  return new Set(rows.map(({ oid }) => oid));
}

const inEql = (namespace: string) => `${namespace}::regnamespace::text IN ('eql_v3', 'eql_v3_internal')`;

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}
