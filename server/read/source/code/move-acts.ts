import type { Span, SpreadTree, Tree } from '../../tree.ts';
import type { Act, ClassProperty, CodeParameter } from './code.ts';

/** How the acts of a statement change when the text around it does. */
interface Move {
  readonly by: number;
  /** How far the numbers of the declarations in the statement moved. */
  readonly declarations: number;
  readonly tree: <Moved extends Tree | SpreadTree>(tree: Moved) => Moved;
}

export function createActMover({ by, declarations, tree }: Move): (acts: readonly Act[]) => readonly Act[] {
  const span = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });
  const all = (acts: readonly Act[]): readonly Act[] => (acts.length === 0 ? acts : acts.map(move));
  const trees = (some: readonly Tree[]): readonly Tree[] => (some.length === 0 ? some : some.map(tree));
  const declared = ({ declaration }: { readonly declaration?: number }) =>
    declaration === undefined ? {} : { declaration: declaration + declarations };
  const typed = ({ typeTree }: Pick<CodeParameter, 'typeTree'>) =>
    typeTree === undefined ? {} : { typeTree: tree(typeTree) };

  const moveParameter = (parameter: CodeParameter): CodeParameter => ({
    ...parameter,
    ...span(parameter),
    ...declared(parameter),
    ...typed(parameter),
    ...(parameter.taken === undefined
      ? {}
      : {
          taken: parameter.taken.map((taken) => ({
            ...taken,
            declaration: taken.declaration + declarations,
            ...(taken.default === undefined ? {} : { default: tree(taken.default) }),
          })),
        }),
    ...(parameter.default === undefined ? {} : { default: tree(parameter.default) }),
    decorators: trees(parameter.decorators),
  });

  const moveProperty = (property: ClassProperty): ClassProperty => ({
    ...property,
    ...span(property),
    ...typed(property),
    ...(property.value === undefined ? {} : { value: tree(property.value) }),
    decorators: trees(property.decorators),
  });

  const move = (act: Act): Act => {
    const start = act.start + by;
    const end = act.end + by;
    switch (act.kind) {
      case 'call': {
        const { kind, result, awaited } = act;
        return { kind, start, end, tree: tree(act.tree), result, awaited };
      }
      case 'assign': {
        const { kind, operator, target, value } = act;
        return { kind, start, end, operator, target: tree(target), value: tree(value) };
      }
      case 'return':
        return act.value === undefined
          ? { kind: 'return', start, end }
          : { kind: 'return', start, end, value: tree(act.value) };
      case 'throw':
        return { kind: 'throw', start, end, value: tree(act.value) };
      case 'branch': {
        const [then, otherwise] = [all(act.then), all(act.otherwise)];
        return { kind: 'branch', start, end, condition: tree(act.condition), then, otherwise };
      }
      case 'loop':
        return {
          ...act,
          start,
          end,
          ...(act.over === undefined ? {} : { over: tree(act.over) }),
          ...(act.item === undefined ? {} : { item: act.item + declarations }),
          acts: all(act.acts),
        };
      case 'try':
        return { kind: 'try', start, end, acts: all(act.acts), caught: all(act.caught), last: all(act.last) };
      case 'function':
        return {
          ...act,
          start,
          end,
          ...(act.nameSpan === undefined ? {} : { nameSpan: span(act.nameSpan) }),
          ...declared(act),
          parameters: act.parameters.map(moveParameter),
          decorators: trees(act.decorators),
          acts: all(act.acts),
        };
      case 'class':
        return {
          ...act,
          start,
          end,
          ...declared(act),
          ...(act.extends === undefined ? {} : { extends: tree(act.extends) }),
          decorators: trees(act.decorators),
          properties: act.properties.map(moveProperty),
          acts: all(act.acts),
        };
    }
  };
  return all;
}
