import type { CallTree, Span, TaggedTree, Tree } from '../../tree.ts';

/**
 * What the code of a file does, in the order of its text: calls, assignments and ways out, inside the branches, loops,
 * functions and classes that hold them. Of two acts beside each other the first ends no later than the second. Plain
 * JSON; expressions are trees of the same file. A `FunctionTree` among them has the span of its `FunctionAct` and a
 * `ClassTree` that of its `ClassAct`; so has the `unknown` that stands for a class expression, or for a method of an object
 * literal. Types do nothing, nor does `require('…')` or `import('…')` of a written module, which is a reference.
 */
export type Act =
  | CallAct
  | AssignAct
  | ReturnAct
  | ThrowAct
  | BranchAct
  | LoopAct
  | TryAct
  | FunctionAct
  | ClassAct;

/** A call, a `new`, or a template that a function reads. Calls inside of its arguments stand before it, as they run. */
export interface CallAct extends Span {
  readonly kind: 'call';
  readonly tree: CallTree | TaggedTree;
  /**
   * `discarded`: a statement of its own, also behind `await` or `void`, left of a comma, or right of `&&`, `||`, `??` or in
   * `a ? b : c` where the whole is discarded.
   */
  readonly result: 'used' | 'discarded';
  /** Behind `await`, also as what such a choice comes to. */
  readonly awaited: boolean;
}

/**
 * `a.b = c`, `a ??= b`; what declares a name stands among the declarations of the file. What the value of `a ??= b()` calls
 * stands in a branch before it, since it may not run.
 */
export interface AssignAct extends Span {
  readonly kind: 'assign';
  /** `=`, `??=`, `||=`, `&&=`, `+=`, … */
  readonly operator: string;
  readonly target: Tree;
  readonly value: Tree;
}

/** Also the expression that an arrow function is. */
export interface ReturnAct extends Span {
  readonly kind: 'return';
  readonly value?: Tree;
}

export interface ThrowAct extends Span {
  readonly kind: 'throw';
  readonly value: Tree;
}

/**
 * `if`, `switch` (each case with the condition `subject === case`, in the order of the text; that of `default` is unknown), and
 * the parts of an expression that run under a condition: `a && b()`, `a ? b() : c()`, and as `otherwise` those of `a || b()`,
 * `a ?? b()`, `a ??= b()`. An expression makes none where nothing runs under the condition, and `a?.b()` makes none. What the
 * condition calls stands before it.
 */
export interface BranchAct extends Span {
  readonly kind: 'branch';
  readonly condition: Tree;
  readonly then: readonly Act[];
  readonly otherwise: readonly Act[];
}

export interface LoopAct extends Span {
  readonly kind: 'loop';
  readonly of: 'for' | 'for-of' | 'for-in' | 'for-await' | 'while' | 'do';
  /** What it goes through, which it calls before, or its condition, which it calls each time. */
  readonly over?: Tree;
  /** The declaration that holds each item. */
  readonly item?: number;
  readonly acts: readonly Act[];
}

export interface TryAct extends Span {
  readonly kind: 'try';
  readonly acts: readonly Act[];
  readonly caught: readonly Act[];
  readonly last: readonly Act[];
}

/** A function with a body, where it stands; it runs when it is called. The defaults of its parameters are of its acts. */
export interface FunctionAct extends Span {
  readonly kind: 'function';
  readonly form:
    | 'declaration'
    | 'expression'
    | 'arrow'
    | 'method'
    | 'constructor'
    | 'getter'
    | 'setter'
    | 'static-block';
  /** Its own name, else that of the variable or property that it is the value of. */
  readonly name?: string;
  readonly nameSpan?: Span;
  /** The declaration that it is bound to: `function a() {}`, `const a = () => {}`. */
  readonly declaration?: number;
  readonly parameters: readonly CodeParameter[];
  readonly async: boolean;
  readonly generator: boolean;
  readonly static: boolean;
  readonly decorators: readonly Tree[];
  readonly acts: readonly Act[];
}

/** One of the parameters, but for `this`. */
export interface CodeParameter extends Span {
  /** Absent for a pattern. */
  readonly name?: string;
  readonly declaration?: number;
  /** The names that a pattern takes: `{ email, ...rest }`. */
  readonly taken?: readonly TakenName[];
  /** The last name of its type: `PrismaService` of `db.PrismaService<X>`. */
  readonly type?: string;
  /** What that name is bound to, as a tree: for types that are classes. */
  readonly typeTree?: Tree;
  readonly default?: Tree;
  /** `constructor(private readonly prisma: PrismaService)`: also a member of the class. */
  readonly member: boolean;
  readonly decorators: readonly Tree[];
}

export interface TakenName {
  /** Items of a list by their number; the path of a rest is that of the whole. */
  readonly path: readonly string[];
  readonly declaration: number;
  readonly default?: Tree;
}

export interface ClassAct extends Span {
  readonly kind: 'class';
  readonly name?: string;
  readonly declaration?: number;
  readonly extends?: Tree;
  readonly decorators: readonly Tree[];
  /** Properties that are no methods, in order. */
  readonly properties: readonly ClassProperty[];
  /** Methods, constructor, accessors and static blocks as functions; what initialisers, decorators and computed names call. */
  readonly acts: readonly Act[];
}

export interface ClassProperty extends Span {
  /** Private names with their `#`. */
  readonly name: string;
  readonly static: boolean;
  readonly type?: string;
  readonly typeTree?: Tree;
  readonly value?: Tree;
  readonly decorators: readonly Tree[];
}
