import type { ObjectValue, Property, Value } from '../../../rules/model/value.ts';
import { propertyOf } from '../../../rules/model/value.ts';

/** The key that is being typed, and where the object that it stands in begins. */
export interface Typed {
  readonly start: number;
  readonly key: string | undefined;
}

/** What stands in the text, with what the project knows of the same object: names that were followed, and spreads. */
export function mergeObject(written: ObjectValue, known: ObjectValue | undefined, typed: Typed): ObjectValue {
  if (known === undefined) return written;
  const own = written.properties.map((property): Property => {
    const other = propertyOf(known, property.key);
    return other === undefined
      ? property
      : { ...property, value: mergeValue(property.value, other.value, typed) };
  });
  const isTyped = (key: string) => key === typed.key && written.place.start === typed.start;
  const brought = written.open
    ? known.properties.filter(({ key }) => !isTyped(key) && propertyOf(written, key) === undefined)
    : [];
  return { ...written, properties: [...own, ...brought], open: written.open && known.open };
}

function mergeValue(written: Value, known: Value, typed: Typed): Value {
  if (written.kind === 'unknown') return known;
  if (written.kind === 'object' && known.kind === 'object' && written.place.start === known.place.start) {
    return mergeObject(written, known, typed);
  }
  if (written.kind === 'array' && known.kind === 'array' && written.items.length === known.items.length) {
    const items = written.items.map((item, at) => {
      const other = known.items[at];
      return other === undefined ? item : mergeValue(item, other, typed);
    });
    return { ...written, items };
  }
  return written;
}
