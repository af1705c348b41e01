import { catalogue } from '../../rules/catalogue.ts';
import type { Place } from '../../rules/model/place.ts';
import type { Rule } from '../../rules/model/rule.ts';
import { directiveWord } from '../read/directives.ts';
import type { DocumentState } from './context.ts';

export interface NamedRule {
  readonly rule: Rule;
  readonly place: Place;
}

const rules = new Map(catalogue.map((rule) => [rule.id, rule]));
const configurationName = /(?:^|\/)(?:encsafe\.config\.(?:json|yaml|yml)|package\.json)$/;

/** Every id of a rule that stands in a comment to encsafe or in a configuration. */
export function ruleIdsIn({ file, text }: Pick<DocumentState, 'file' | 'text'>): readonly NamedRule[] {
  const stretches = configurationName.test(file)
    ? [{ text, start: 0 }]
    : [...text.matchAll(comment)].map(({ 0: found, index }) => ({ text: found, start: index }));
  return stretches.flatMap((stretch) =>
    [...stretch.text.matchAll(id)].flatMap(({ 0: found, index }) => {
      const rule = rules.get(found);
      const start = stretch.start + index;
      return rule === undefined ? [] : [{ rule, place: { file, start, end: start + found.length } }];
    }),
  );
}

const id = /[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*/g;
/** By its text: a file that declares nothing has no facts. */
const comment = new RegExp(`${directiveWord}[^\\r\\n]*`, 'g');

export function ruleIdAt(document: DocumentState, offset: number): NamedRule | undefined {
  return ruleIdsIn(document).find(({ place }) => place.start <= offset && offset < place.end);
}
