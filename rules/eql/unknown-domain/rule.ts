import type { EqlName } from '../../model/eql.ts';
import type { Fix } from '../../model/finding.ts';
import { nearest } from '../../model/nearest.ts';
import { defineRule, type EqlTargetOf, type Report, safeFix, suggestion } from '../../model/rule.ts';
import { columnDomains, domainNamed, jsonEntryDomain, queryTypes } from '../domains.ts';
import { oldName } from '../old-name/names.ts';
import { inOtherWords } from '../renamed-domains.ts';
import { postgresCode } from '../wording.ts';

const undefinedType = '42704';

/** What 3.0.0 had for the types that 3.0.1 renamed. Source: packages/eql/CHANGELOG.md. */
const in300: Readonly<Record<string, string>> = {
  'public.eql_v3_json_search': 'public.eql_v3_json',
  'public.eql_v3_json_entry': 'public.eql_v3_jsonb_entry',
  'eql_v3.query_json': 'eql_v3.query_jsonb',
};

export const rule = defineRule({
  id: 'eql/unknown-domain',
  severity: 'error',
  title: 'a type of EQL v3 that does not exist',
  since: '0.1.0',
  fix: 'safe',
  dependsOn: 'eql',
  *check({ eql: { names } }, { eql }) {
    for (const name of names) {
      if (name.kind === 'type') yield* checkType(name, eql);
    }
  },
});

function* checkType(written: EqlName, targetOf: EqlTargetOf): Generator<Report> {
  const { schema = 'public' } = written;
  const { name } = written;
  const isDomain = schema === 'public' && name.startsWith('eql_v3_');
  if (!isDomain && schema !== 'eql_v3') return;
  const exists = isDomain
    ? domainNamed(name) !== undefined || name === jsonEntryDomain
    : queryTypes.includes(name);
  if (exists) {
    const { version } = targetOf(written.place.file, 'v3');
    const before = version === '3.0.0' ? in300[`${schema}.${name}`] : undefined;
    if (before === undefined) return;
    yield {
      place: written.place,
      message: `${schema}.${name} exists since EQL 3.0.1, and ${version} calls it ${before}: update EQL, or write ${before}${postgresCode(undefinedType)}`,
    };
    return;
  }
  if (oldName(written) !== undefined) return;
  const { message, fix } = isDomain ? ofDomain(name) : ofOperand(name);
  yield {
    place: written.place,
    message: `EQL has no type ${name}${message}${postgresCode(undefinedType)}`,
    fixes: fix === undefined ? [] : [fix(written)],
  };
}

interface Advice {
  readonly message: string;
  readonly fix?: (written: EqlName) => Fix;
}

function ofDomain(name: string): Advice {
  const suffix = name.slice('eql_v3_'.length);
  const meant = inOtherWords(suffix);
  if (meant === 'eql_v3_boolean') {
    return {
      message: ': two values have nothing to hide, so a boolean is for storage only, as eql_v3_boolean',
      fix: writing(suggestion, `public.${meant}`),
    };
  }
  if (meant !== undefined) {
    return { message: `: write ${meant}`, fix: writing(suggestion, `public.${meant}`) };
  }
  const near = nearest(
    name,
    columnDomains.map((domain) => domain.name),
  );
  return near === undefined
    ? { message: ', and none is near it: a column is eql_v3_<type> with _eq, _ord, _match or _search' }
    : { message: `: did you mean ${near}?`, fix: writing(safeFix, `public.${near}`) };
}

function ofOperand(name: string): Advice {
  if (domainNamed(name) !== undefined) {
    return {
      message: ` in the schema eql_v3: column types live in public, so write public.${name}`,
      fix: writing(safeFix, `public.${name}`),
    };
  }
  if (name === 'query_json_search') {
    return {
      message: ': searchable JSON is asked with query_json',
      fix: writing(suggestion, 'eql_v3.query_json'),
    };
  }
  const storage = domainNamed(name.replace(/^query_/, 'eql_v3_'));
  if (storage !== undefined) {
    return { message: `: ${storage.name} is for storage only, and nothing can be asked of it` };
  }
  const near = nearest(name, queryTypes);
  return near === undefined
    ? { message: ': an operand is cast to eql_v3.query_<type> of the column that it is compared with' }
    : { message: `: did you mean eql_v3.${near}?`, fix: writing(safeFix, `eql_v3.${near}`) };
}

/** What stands behind the name, such as the brackets of an array, stays. */
function writing(make: typeof safeFix, text: string): NonNullable<Advice['fix']> {
  return ({ place, namePlace }) =>
    make(`write ${text}`, { kind: 'text', place: { ...place, end: namePlace.end }, text });
}
