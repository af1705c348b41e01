import { fieldsealOption } from '../../../../rules/blind-index/fieldseal-options.ts';
import type {
  AnnotationOption,
  AnnotationProblem,
  IndexMethod,
  PrismaAnnotation,
} from '../../../../rules/model/blind-index.ts';
import { suggestion } from '../../../../rules/model/rule.ts';
import type { AnnotationReader, Commented, ReadAnnotations } from './annotation-reader.ts';
import {
  type FieldsealArgument,
  type FieldsealCall,
  type FieldsealFault,
  readFieldsealCalls,
} from './fieldseal-grammar.ts';
import { fieldsealStrays } from './fieldseal-strays.ts';
import type { Passage } from './passage.ts';

/** What Fieldseal makes of the documentation of a model or field: its generator reads nothing else. */
export const readFieldseal: AnnotationReader = (commented) => {
  const { documentation } = commented;
  const calls = documentation.text.includes('@fieldseal') ? readFieldsealCalls(documentation.text) : [];
  const annotations = calls.map((call) => toAnnotation(call, documentation));
  const strays = fieldsealStrays(commented, calls);
  if (commented.field === undefined) return { annotations, strays };
  const encrypted = annotations.find(isEncrypted);
  const index = indexOf(calls, annotations, commented);
  return {
    annotations,
    strays,
    ...(encrypted === undefined ? {} : { encrypted: { annotation: encrypted } }),
    ...(index === undefined ? {} : { index }),
  };
};

function isEncrypted({ options }: PrismaAnnotation): boolean {
  return options.some(({ key, value }) => key === 'encrypted' && value === undefined);
}

function toAnnotation(call: FieldsealCall, passage: Passage): PrismaAnnotation {
  const place = passage.place(call.start, call.end);
  return {
    name: 'fieldseal',
    place,
    meant: place,
    options: call.arguments.map((one) => toOption(one, passage)),
    problems: call.faults.map((fault) => toProblem(fault, call, passage)),
  };
}

function toOption(
  { key, keyStart, value, valueStart, end }: FieldsealArgument,
  passage: Passage,
): AnnotationOption {
  return {
    key,
    keyPlace: passage.place(keyStart, keyStart + key.length),
    ...(value === undefined ? {} : { value: String(value), valuePlace: passage.place(valueStart, end) }),
    ...(Number.isInteger(value) ? { number: Number(value) } : {}),
    known: fieldsealOption(key) !== undefined,
  };
}

/** The blind index that the first annotation of that kind declares; undefined where its function is none of Fieldseal's. */
function indexOf(
  calls: readonly FieldsealCall[],
  annotations: readonly PrismaAnnotation[],
  { documentation }: Commented,
): ReadAnnotations['index'] {
  const at = annotations.findIndex(
    (one) =>
      !isEncrypted(one) && one.options.some(({ key, value }) => key === 'index' && value !== undefined),
  );
  const annotation = annotations[at];
  const call = calls[at];
  if (annotation === undefined || call === undefined) return undefined;
  const source = call.arguments.find(({ key, value }) => key === 'index' && value !== undefined);
  const method = methodOf(annotation);
  if (source === undefined || method === undefined) return undefined;
  const quoted =
    documentation.text[source.valueStart] === '"' || documentation.text[source.valueStart] === "'";
  const inset = quoted ? 1 : 0;
  const bits = numberOf(annotation, 'truncate_bits');
  const population = numberOf(annotation, 'projected_population');
  return {
    annotation,
    method,
    sourceName: String(source.value),
    sourcePlace: documentation.place(source.valueStart + inset, source.end - inset),
    ...(bits === undefined ? {} : { bits }),
    ...(population === undefined ? {} : { population }),
  };
}

function methodOf({ options }: PrismaAnnotation): IndexMethod | undefined {
  const idf = options.find(({ key, value }) => key === 'idf' && value !== undefined);
  if (idf?.valuePlace === undefined) return undefined;
  const { value, valuePlace: place } = idf;
  switch (value) {
    case 'hmac-sha512':
      return { algorithm: value, place, speed: 'fast', key: 'keyed' };
    case 'argon2id':
      return { algorithm: value, place, speed: 'slow', key: 'keyed' };
    default:
      return undefined;
  }
}

function numberOf({ options }: PrismaAnnotation, wanted: string) {
  const option = options.find(({ key, value }) => key === wanted && value !== undefined);
  if (option?.number === undefined || option.valuePlace === undefined) return undefined;
  return { value: option.number, place: option.valuePlace };
}

function toProblem(fault: FieldsealFault, call: FieldsealCall, passage: Passage): AnnotationProblem {
  const place = passage.place(fault.start, fault.end);
  const message = messageOf(fault);
  switch (fault.kind) {
    case 'unclosed': {
      const end = whereItCloses(call, passage.text);
      if (end === undefined) return { message, place };
      const fix = suggestion('close the parenthesis', {
        kind: 'text',
        place: passage.place(end, end),
        text: ')',
      });
      return { message, place, fix };
    }
    case 'unquoted-value': {
      if (fault.text.includes('"') || fault.text.includes('\\')) return { message, place };
      const fix = suggestion('put the value in quotes', { kind: 'text', place, text: `"${fault.text}"` });
      return { message, place, fix };
    }
    default:
      return { message, place };
  }
}

/** The end of the last argument of a call that is not closed; undefined where other text may follow it. */
function whereItCloses({ start, arguments: list, end }: FieldsealCall, text: string): number | undefined {
  const last = list.at(-1);
  return last !== undefined && !/[^\s,]/.test(text.slice(last.end, end)) && last.end > start
    ? last.end
    : undefined;
}

function messageOf({ kind, text, key }: FieldsealFault): string {
  switch (kind) {
    case 'unclosed':
      return 'no parenthesis closes this annotation, or one of its strings has no end: close it behind the last argument';
    case 'argument':
      return `"${text}" is neither a flag such as encrypted nor a key with its value: write key: value, with commas between`;
    case 'repeated-flag':
      return `the flag ${text} stands here a second time: write it once`;
    case 'key':
      return `"${text}" is no name of a key: a key has letters, digits and _, and no digit first`;
    case 'repeated-key':
      return `the key ${text} stands here a second time, and neither value wins: write it once`;
    case 'no-value':
      return `${key} has no value: write one behind the colon`;
    case 'unterminated-string':
      return `the string of ${key} has no closing quote: write it where the value ends`;
    case 'unquoted-value':
      return `the value of ${key} is no whole number and no single word: put it in quotes`;
  }
}
