import type { Change, NewValue } from '../model/finding.ts';
import { holds, type Place } from '../model/place.ts';
import type { ObjectValue, Property } from '../model/value.ts';

/** The value where it is written in the object itself; the key where the value is a name for something elsewhere. */
export function ownPlace(property: Property): Place {
  return isOwn(property) ? property.value.place : property.keyPlace;
}

/** Gives this object another value, and leaves alone a constant that others may share. */
export function setOwn(object: ObjectValue, property: Property, to: NewValue): readonly Change[] {
  if (isOwn(property)) return [{ kind: 'set-value', value: property.value, to }];
  return [
    { kind: 'remove-property', object, property },
    { kind: 'add-property', object, key: property.key, value: to },
  ];
}

function isOwn({ place, value }: Property): boolean {
  return holds(place, value.place);
}
