import { element } from './elements.ts';

/** One part of a bar; its colour is the style sheet's. */
export interface Part {
  readonly name: 'document' | 'metadata' | 'time' | 'longest';
  readonly value: number;
}

export interface Bar {
  readonly node: HTMLElement;
  /** The longest bar of the chart has the value `most`. */
  readonly show: (parts: readonly Part[], most: number, text: string) => void;
}

/** A bar with its numbers beside it, which say all that the bar shows. */
export function createBar(label: string): Bar {
  const track = element('span', { class: 'track', 'aria-hidden': 'true' });
  const numbers = element('span', { class: 'numbers' });
  const node = element(
    'div',
    { class: 'bar' },
    element('span', { class: 'bar-label' }, label),
    track,
    numbers,
  );
  return {
    node,
    show(parts, most, text) {
      while (track.children.length > parts.length) track.lastElementChild?.remove();
      for (const [index, { name, value }] of parts.entries()) {
        const part = track.children[index] ?? track.appendChild(element('span', {}));
        part.className = `part ${name}`;
        const share = most > 0 ? (100 * value) / most : 0;
        if (part instanceof HTMLElement) part.style.width = `${Math.min(100, share)}%`;
      }
      numbers.textContent = text;
    },
  };
}
