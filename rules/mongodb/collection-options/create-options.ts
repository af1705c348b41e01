import type { Change, Fix } from '../../model/finding.ts';
import type { CollectionCommand } from '../../model/mongodb.ts';
import { type Report, suggestion } from '../../model/rule.ts';
import { type ObjectValue, propertyOf, stringAt, type Value } from '../../model/value.ts';
import { serverCode } from '../wording.ts';
import { codes } from './codes.ts';

/** What an encrypted collection cannot be: capped, a view, a time series. */
export function* checkKind({ options }: CollectionCommand): Generator<Report> {
  if (options === undefined) return;
  const capped = propertyOf(options, 'capped');
  if (capped !== undefined && isTrue(capped.value)) {
    yield {
      place: capped.place,
      message: `an encrypted collection cannot be capped, since the server could not clean up the tokens of what falls out: leave capped out, and delete old documents through an encrypting client${serverCode(codes.capped)}`,
      fixes: [without(options, 'capped', 'size', 'max')],
    };
  }
  const viewOn = propertyOf(options, 'viewOn');
  if (viewOn?.value.kind === 'string') {
    yield {
      place: viewOn.place,
      message: `an encrypted collection cannot be a view: encrypt ${viewOn.value.value} and read it directly${serverCode(codes.viewOrTimeSeries)}`,
    };
  }
  const timeseries = propertyOf(options, 'timeseries');
  if (timeseries?.value.kind === 'object') {
    yield {
      place: timeseries.place,
      message: `an encrypted collection cannot be a time series: leave timeseries out, or keep the secret in a collection beside it${serverCode(codes.viewOrTimeSeries)}`,
      fixes: [without(options, 'timeseries', 'expireAfterSeconds')],
    };
  }
}

/** The server keeps plaintext out of encrypted fields by validation, which nothing may weaken. */
export function* checkValidation({ options }: CollectionCommand): Generator<Report> {
  if (options === undefined) return;
  const level = stringAt(options, 'validationLevel');
  if (level === 'off' || level === 'moderate') yield strict(options, 'validationLevel', level, 'strict');
  const action = stringAt(options, 'validationAction');
  if (action === 'warn') yield strict(options, 'validationAction', action, 'error');
}

function strict(options: ObjectValue, key: string, written: string, to: string): Report {
  const property = propertyOf(options, key);
  return {
    place: property?.place ?? options.place,
    message: `${key} "${written}" is refused on an encrypted collection, because validation is what keeps plaintext out of its encrypted fields: write "${to}", or leave it out${serverCode(codes.validation)}`,
    fixes:
      property === undefined
        ? []
        : [suggestion(`set ${key} to "${to}"`, { kind: 'set-value', value: property.value, to })],
  };
}

function isTrue(value: Value): boolean {
  return (value.kind === 'boolean' && value.value) || (value.kind === 'number' && Number(value.digits) !== 0);
}

/** Takes out an option together with those that mean nothing without it. */
function without(options: ObjectValue, ...keys: readonly string[]): Fix {
  const changes = keys.flatMap((key): Change[] => {
    const property = propertyOf(options, key);
    return property === undefined ? [] : [{ kind: 'remove-property', object: options, property }];
  });
  const removed = keys.filter((key) => propertyOf(options, key) !== undefined);
  return suggestion(`remove ${removed.join(', ')}`, ...changes);
}
