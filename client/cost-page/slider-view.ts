import type { SheetField } from '../../rules/costs/sheet.ts';
import { grouped } from '../../rules/model/grouped.ts';
import { element } from './elements.ts';
import { isSupposed, type Slider, type Supposed, slidersOf } from './suppose.ts';

interface SlidersView {
  readonly node: HTMLElement;
  readonly update: (supposed: Supposed) => void;
}

interface Asked {
  readonly key: string;
  readonly field: SheetField;
  readonly onSuppose: (supposed: Supposed) => void;
}

/** Undefined where there is nothing to try. */
export function createSliders({ key, field, onSuppose }: Asked, before: Supposed): SlidersView | undefined {
  let supposed = before;
  const rows = slidersOf(field, before).map((slider) => createRow(slider, `${slider.key} ${key}`));
  if (rows.length === 0) return undefined;
  for (const { input, slider } of rows) {
    input.addEventListener('input', () => {
      onSuppose({ ...supposed, [slider.key]: input.valueAsNumber });
    });
  }
  const reset = element(
    'button',
    { type: 'button', class: 'secondary', 'data-key': `reset ${key}` },
    'As declared',
  );
  reset.addEventListener('click', () => onSuppose({}));
  const node = element('div', { class: 'sliders' }, ...rows.map((row) => row.node), reset);
  return {
    node,
    update(next) {
      supposed = next;
      const sliders = slidersOf(field, next);
      for (const [index, row] of rows.entries()) {
        const slider = sliders[index];
        if (slider !== undefined) row.show(slider);
      }
      reset.disabled = !isSupposed(field, next);
    },
  };
}

function createRow(slider: Slider, key: string) {
  const input = element('input', { type: 'range', step: 1, 'data-key': key });
  const output = element('output', {});
  const node = element('label', { class: 'slider' }, element('span', {}, slider.label), input, output);
  return {
    slider,
    input,
    node,
    show({ least, most, value, declared }: Slider) {
      input.min = String(least);
      input.max = String(most);
      input.value = String(value);
      input.disabled = least === most;
      output.textContent = grouped(value);
      input.setAttribute(
        'aria-valuetext',
        value === declared
          ? `${grouped(value)}, as declared`
          : `${grouped(value)}, declared ${grouped(declared)}`,
      );
    },
  };
}
