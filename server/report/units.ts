export { bytes, milliseconds, ratio } from '../../rules/costs/units.ts';
