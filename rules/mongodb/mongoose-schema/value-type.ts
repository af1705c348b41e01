import type { Fix } from '../../model/finding.ts';
import type { MongooseField } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import type { Value } from '../../model/value.ts';

const numberTypes = [
  { name: 'Int32', holds: 'whole numbers of 32 bits' },
  { name: 'BigInt', holds: 'whole numbers of 64 bits' },
  { name: 'Double', holds: 'fractions' },
  { name: 'Decimal128', holds: 'exact decimals' },
] as const;

/** Types of which Mongoose cannot tell the BSON type. Source: run with mongoose 9.12.1. */
export function* checkValueType({ path, typeName, typeValue }: MongooseField): Generator<Report> {
  if (typeName === undefined || typeValue === undefined) return;
  const instead = insteadOf(typeName);
  if (instead === undefined) return;
  yield {
    place: typeValue.place,
    field: path,
    message: `${path} is ${instead.what}, of which Mongoose cannot tell the BSON type, so it throws "Invalid BSON type for FLE field": ${instead.advice}`,
    fixes: typeName === 'Number' ? toNumbers(typeValue) : [],
  };
}

function insteadOf(typeName: string): { readonly what: string; readonly advice: string } | undefined {
  switch (typeName) {
    case 'Number':
      return { what: 'a Number', advice: 'write Int32, BigInt, Double or Decimal128' };
    case 'Mixed':
    case 'Union':
      return { what: `of type ${typeName}`, advice: 'write the type that its values have' };
    case 'Subdocument':
      return { what: 'a subdocument', advice: 'encrypt the fields below it, or write a Map' };
    default:
      return undefined;
  }
}

/** Mongoose takes the name of a type for the type. */
function toNumbers(value: Value): Fix[] {
  return numberTypes.map(({ name, holds }) =>
    suggestion(`declare it as ${name}: ${holds}`, { kind: 'set-value', value, to: name }),
  );
}
