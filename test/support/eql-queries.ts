import type { LintOptions } from './lint-files.ts';
import { ruleFindings } from './rule-findings.ts';

/** One table with a column of every kind, and the indexes that its searches need. */
const migration = `CREATE TABLE people (
  id bigint PRIMARY KEY,
  email public.eql_v3_text_eq,
  name public.eql_v3_text_search,
  motto public.eql_v3_text_match,
  age public.eql_v3_integer_ord,
  pay public.eql_v3_numeric_ord_ore,
  born public.eql_v3_date_eq,
  note public.eql_v3_text,
  vip public.eql_v3_boolean,
  doc public.eql_v3_json_search,
  raw public.eql_v3_json,
  login public.eql_v3_text_eq,
  town text,
  visits integer
);
CREATE INDEX people_email ON people (eql_v3.eq_term(email));
CREATE INDEX people_login ON people (eql_v3.eq_term(login));
CREATE INDEX people_name_eq ON people (eql_v3.eq_term(name));
CREATE INDEX people_name_ord ON people (eql_v3.ord_term(name));
CREATE INDEX people_name_match ON people USING gin (eql_v3.match_term(name));
CREATE INDEX people_motto ON people USING gin (eql_v3.match_term(motto));
CREATE INDEX people_age ON people (eql_v3.ord_term(age));
CREATE INDEX people_pay ON people (eql_v3.ord_term_ore(pay));
CREATE INDEX people_born ON people (eql_v3.eq_term(born));
CREATE INDEX people_doc ON people USING gin ((eql_v3.to_ste_vec_query(doc)::jsonb) jsonb_path_ops);
`;

export const queryFile = 'queries/people.sql';

/** The files of a project with that table and one query. */
export function peopleWith(query: string): Record<string, string> {
  return { 'migrations/001_people.sql': migration, [queryFile]: `${query};\n` };
}

/** What a rule says of a query over that table. */
export function foundIn(
  rule: string,
  query: string,
  options: LintOptions = { eql: '3.0.5' },
): Promise<string[]> {
  return ruleFindings(rule, peopleWith(query), options);
}
