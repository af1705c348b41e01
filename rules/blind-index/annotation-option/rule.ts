import type {
  AnnotationOption,
  EncryptedSchema,
  PrismaAnnotation,
  PrismaModel,
  PrismaModelField,
} from '../../model/blind-index.ts';
import type { Fix } from '../../model/finding.ts';
import { nearest } from '../../model/nearest.ts';
import type { Place } from '../../model/place.ts';
import { defineRule, type Report, suggestion } from '../../model/rule.ts';
import { listed } from '../../model/words.ts';
import { annotationOptions, digests, optionsOf } from '../annotation-options.ts';
import { fieldsealOptions } from '../fieldseal-options.ts';
import { packageName } from '../package-names.ts';

export const rule = defineRule({
  id: 'blind-index/annotation-option',
  severity: 'error',
  title: 'an option of an annotation that is cut short, passed over or unknown',
  since: '0.1.0',
  fix: 'suggestion',
  *check({ blindIndex }) {
    for (const schema of blindIndex.schemas) {
      if (!schema.packageKnown) continue;
      for (const model of schema.models) {
        for (const annotation of model.annotations) yield* reports({ schema, model, annotation });
        for (const field of model.fields) {
          for (const annotation of field.annotations) yield* reports({ schema, model, field, annotation });
        }
      }
    }
  },
});

interface Annotated {
  readonly schema: EncryptedSchema;
  readonly model: PrismaModel;
  readonly field?: PrismaModelField;
  readonly annotation: PrismaAnnotation;
}

function* reports(annotated: Annotated): Iterable<Report> {
  const { schema, field, annotation } = annotated;
  const told = { field: field?.path };
  if (schema.package === 'fieldseal') {
    for (const option of annotation.options) {
      if (!option.known) yield { ...told, ...unknownToFieldseal(option) };
    }
    return;
  }
  // A field that the package does not look at has a rule of its own.
  if (field?.encryption === undefined) return;
  const cut = annotation.options.find(({ value, written }) => value !== undefined && written !== undefined);
  if (cut !== undefined) yield { ...told, ...cutShort(annotated, cut) };
  const passedOver = annotation.options.filter(({ value }) => value === undefined);
  if (cut === undefined && passedOver.length > 0) yield { ...told, ...notRead(annotated, passedOver) };
  for (const option of annotation.options) {
    if (option === cut || option.value === undefined || option.key === '') continue;
    const report = unknownTo(annotated, option, option.value);
    if (report !== undefined) yield { ...told, ...report };
  }
}

function unknownToFieldseal({ key, keyPlace }: AnnotationOption): Report {
  const near = nearest(key, Object.keys(fieldsealOptions));
  return {
    place: keyPlace,
    message: `Fieldseal knows no ${key} and passes over it, without an error: ${near === undefined ? 'take it out' : `did you mean ${near}?`}`,
    fixes: near === undefined ? [] : [replace(`write ${near}`, keyPlace, near)],
  };
}

/** `algorithm=sha3-256`, read as `sha3`. */
function cutShort({ schema, annotation }: Annotated, option: AnnotationOption): Report {
  const { key, value = '', written = '', keyPlace, valuePlace = keyPlace } = option;
  const behind = annotation.options.some((other) => other.value === undefined);
  const reads = `${packageName(schema)} reads options up to the first sign that is no letter, digit, _, = or &`;
  const reading = `${reads}: ${key}=${written} is read as ${key}=${value}`;
  const rest = behind ? ', and nothing behind it is read' : '';
  const place = { ...keyPlace, end: valuePlace.end };
  switch (key) {
    case 'algorithm': {
      const fails = !isDigest(value);
      const outcome = fails ? ', which Node.js does not know, so that the first write fails' : '';
      const code = fails ? ' (Digest method not supported)' : '';
      return {
        place,
        message: `${reading}${outcome}${rest}; write a name without such a sign, such as sha256 or sha512${code}`,
        fixes: ['sha256', 'sha512'].map((to) => replace(`hash with ${to}`, valuePlace, to)),
      };
    }
    case 'saltEnv': {
      const to = written.replace(/\W+/g, '_');
      return {
        place,
        message: `${reading}${rest}, and where no variable ${value} is set there is no salt at all; name the variable ${to}`,
        fixes: [replace(`take the salt from ${to}`, valuePlace, to)],
      };
    }
    case 'salt':
      return {
        place,
        message: `${reads}: the rest of this salt is left out${rest}; take it from a variable with saltEnv`,
      };
    default: {
      const to = valueNear(annotation.name, key, written);
      return {
        place,
        message: `${reading}${rest}; ${to === undefined ? 'write it without such a sign' : `did you mean ${to}?`}`,
        fixes: to === undefined ? [] : [replace(`write ${key}=${to}`, valuePlace, to)],
      };
    }
  }
}

/** `@encryption:hash(email) ?saltEnv=SALT`. */
function notRead({ schema, annotation }: Annotated, options: readonly AnnotationOption[]): Report {
  const [first] = options;
  const last = options.at(-1);
  if (first === undefined || last === undefined) return { place: annotation.place, message: '' };
  const end = last.valuePlace?.end ?? last.keyPlace.end;
  const place: Place = { ...first.keyPlace, end };
  const more = options.length > 1 || annotation.options.some(({ value }) => value !== undefined);
  const between: Place = { ...first.keyPlace, start: annotation.place.end, end: first.keyPlace.start };
  return {
    place,
    message: `${packageName(schema)} reads options only where the ? stands right behind the annotation, without a blank: ${listed(options.map(({ key }) => key))} is passed over, without an error; write ?${first.key}= right behind it`,
    fixes: more ? [] : [replace(`write ?${first.key}= right behind the annotation`, between, '?')],
  };
}

function unknownTo(
  { schema, annotation }: Annotated,
  option: AnnotationOption,
  value: string,
): Report | undefined {
  const { key, keyPlace, valuePlace = keyPlace } = option;
  const keys = optionsOf(annotation.name);
  const name = packageName(schema);
  if (option.known) return key === 'algorithm' ? misspeltDigest(value, valuePlace) : undefined;
  if (!Object.hasOwn(keys, key)) {
    const near = nearest(key, Object.keys(keys));
    const other = annotation.name === 'encrypted' ? 'encryption:hash' : 'encrypted';
    const belongs = Object.hasOwn(annotationOptions[other], key);
    const advice = belongs
      ? `it is an option of @${other}`
      : near === undefined
        ? `its options are ${listed(Object.keys(keys))}`
        : `did you mean ${near}?`;
    return {
      place: keyPlace,
      message: `@${annotation.name} has no option ${key}, and ${name} passes over it, without an error: ${advice}`,
      fixes: near === undefined || belongs ? [] : [replace(`rename ${key} to ${near}`, keyPlace, near)],
    };
  }
  const values = keys[key] ?? [];
  if (values.length === 0 || values.includes(value)) {
    return {
      place: keyPlace,
      message: `${key} stands here a second time, and ${name} reads the first alone: write it once`,
    };
  }
  const near = valueNear(annotation.name, key, value);
  const outcome = key.endsWith('Encoding')
    ? 'so that the first write fails'
    : `so that ${name} passes over it, without an error`;
  return {
    place: valuePlace,
    message: `${key} has no value ${value === '' ? 'here' : value}, ${outcome}: ${near === undefined ? `it is ${listed(values, 'or')}` : `did you mean ${near}?`}`,
    fixes: near === undefined ? [] : [replace(`write ${key}=${near}`, valuePlace, near)],
  };
}

function isDigest(value: string): boolean {
  return digests.some((name) => name === value.toLowerCase());
}

function misspeltDigest(value: string, place: Place): Report | undefined {
  if (isDigest(value)) return undefined;
  const near = nearest(value, digests);
  if (near === undefined) return undefined;
  return {
    place,
    message: `Node.js knows no digest ${value}, so that the first write fails: did you mean ${near}? (Digest method not supported)`,
    fixes: [replace(`hash with ${near}`, place, near)],
  };
}

/** The value that one stands for: near to it, or the only one that begins so. */
function valueNear(annotation: string, key: string, value: string): string | undefined {
  const values = optionsOf(annotation)[key] ?? [];
  const bare = value.replace(/\W+/g, '');
  const begun = values.filter((one) => bare.length > 2 && one.startsWith(bare.toLowerCase()));
  return nearest(bare, values) ?? (begun.length === 1 ? begun[0] : undefined);
}

function replace(title: string, place: Place, text: string): Fix {
  return suggestion(title, { kind: 'text', place, text });
}
