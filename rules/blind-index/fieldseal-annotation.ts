import type { AnnotationOption, PrismaAnnotation } from '../model/blind-index.ts';
import type { Change } from '../model/finding.ts';
import type { Place } from '../model/place.ts';

/** A key with its value. */
export interface Written extends AnnotationOption {
  readonly value: string;
  readonly valuePlace: Place;
}

/** A flag of an annotation. */
export function flagOf({ options }: PrismaAnnotation, name: string): AnnotationOption | undefined {
  return options.find(({ key, value }) => key === name && value === undefined);
}

/** A key of an annotation that has a value. */
export function writtenOf({ options }: PrismaAnnotation, name: string): Written | undefined {
  return options.find((option): option is Written => option.key === name && isWritten(option));
}

function isWritten(option: AnnotationOption): option is Written {
  return option.value !== undefined && option.valuePlace !== undefined;
}

/** Where a person looks for what an annotation does not say: its first argument, else all of it. */
export function headOf({ options, place }: PrismaAnnotation): Place {
  const [first] = options;
  return first === undefined ? place : { ...first.keyPlace, end: endOf(first) };
}

function endOf({ keyPlace, valuePlace }: AnnotationOption): number {
  return (valuePlace ?? keyPlace).end;
}

/** Writes a further argument behind the last one. */
export function addArgument({ options }: PrismaAnnotation, text: string): readonly Change[] {
  const last = options.at(-1);
  if (last === undefined) return [];
  const end = endOf(last);
  return [{ kind: 'text', place: { ...last.keyPlace, start: end, end }, text: `, ${text}` }];
}

/** Takes arguments out, each with the comma before it; the first one with the comma behind it. */
export function removeArguments({ options }: PrismaAnnotation, keys: readonly string[]): readonly Change[] {
  return options.flatMap((option, at): Change[] => {
    if (!keys.includes(option.key)) return [];
    const before = options[at - 1];
    const after = options[at + 1];
    const start = before === undefined ? option.keyPlace.start : endOf(before);
    const end = before === undefined && after !== undefined ? after.keyPlace.start : endOf(option);
    return [{ kind: 'text', place: { ...option.keyPlace, start, end }, text: '' }];
  });
}

export function replaceText(place: Place, text: string): Change {
  return { kind: 'text', place, text };
}
