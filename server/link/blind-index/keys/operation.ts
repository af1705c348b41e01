import type { Tree } from '../../../read/tree.ts';

/** An expression with an operator, in the parts that matter for what a value is and when. */
export type Operation =
  | { readonly operator: '||' | '??' | '&&' | '===' | '!=='; readonly left: Tree; readonly right: Tree }
  | { readonly operator: '!' | 'typeof'; readonly operand: Tree };

/** What an operator makes of its operands; `==` as `===`. Undefined for other expressions. */
export function operationOf(tree: Tree): Operation | undefined {
  if (tree.kind !== 'operation') return undefined;
  const [left, right] = tree.operands;
  if (left === undefined) return undefined;
  switch (tree.operator) {
    case '!':
    case 'typeof':
      return { operator: tree.operator, operand: left };
    case '||':
    case '??':
    case '&&':
    case '===':
    case '!==':
      return right === undefined ? undefined : { operator: tree.operator, left, right };
    case '==':
      return right === undefined ? undefined : { operator: '===', left, right };
    case '!=':
      return right === undefined ? undefined : { operator: '!==', left, right };
    default:
      return undefined;
  }
}
