import type { Place } from '../../../../rules/model/place.ts';
import type { RelationColumn } from '../catalog.ts';
import type { Rows } from './output.ts';

/** A relation of a FROM list, under the name that it has there. */
export interface Member {
  readonly index: number;
  readonly name?: string;
  /** Where the name is the relation's own. */
  readonly schema?: string;
  readonly columns: readonly Found[];
  readonly whole: boolean;
}

/** A column of one member of one scope: two references to it are references to the same thing. */
export interface Found {
  readonly member: Member;
  readonly column: RelationColumn;
}

/** What a FROM list is made of, for `*`. */
export type FromShape =
  | { readonly kind: 'member'; readonly member: Member }
  | {
      readonly kind: 'join';
      readonly left: FromShape;
      readonly right: FromShape;
      /** USING and NATURAL: they come first, and once. */
      readonly merged: readonly string[];
    };

/** A scope as one clause sees it: the condition of a join sees only what the join is made of. */
export interface View {
  readonly scope: Scope;
  /** The first member that is seen. */
  readonly from: number;
}

/** A column that a select list, HAVING or ORDER BY names. */
export interface Mention {
  readonly place: Place;
  /** It is a whole item of the select list. */
  readonly bare: boolean;
  /** A whole item with a name of its own. */
  readonly aliased: boolean;
  readonly aggregated: boolean;
}

export interface MemberNames {
  readonly name?: string | undefined;
  readonly schema?: string | undefined;
  /** Its columns are seen only behind its name: `old` and `new` of RETURNING. */
  readonly onlyQualified?: boolean;
}

/** The names that one query level brings into sight. It grows while its FROM list is read. */
export class Scope {
  readonly outer: View | undefined;
  /** True while clauses are read that GROUP BY binds: there mentions count. */
  grouped = false;
  /** How many aggregates of this level stand around what is read. */
  aggregates = 0;
  readonly mentions = new Map<Found, Mention[]>();

  readonly #members: Member[] = [];
  readonly #byName = new Map<string, Member[]>();
  readonly #byColumn = new Map<string, Found[]>();
  readonly #columnsOf = new Map<Member, Map<string, Found | 'unknown'>>();
  /** Members that may have columns that are not listed, in order. */
  readonly #open: Member[] = [];

  constructor(outer: View | undefined) {
    this.outer = outer;
  }

  /** The index of the next member: those that come later begin there. */
  get next(): number {
    return this.#members.length;
  }

  get members(): readonly Member[] {
    return this.#members;
  }

  add(rows: Rows, { name, schema, onlyQualified = false }: MemberNames): Member {
    const columns: Found[] = [];
    const member: Member = {
      index: this.#members.length,
      ...(name === undefined ? {} : { name }),
      ...(schema === undefined ? {} : { schema }),
      columns,
      whole: rows.whole,
    };
    for (const column of rows.columns) columns.push({ member, column });
    this.#members.push(member);
    if (name !== undefined) append(this.#byName, name, member);
    if (onlyQualified) return member;
    for (const found of columns) append(this.#byColumn, found.column.name, found);
    if (!member.whole) this.#open.push(member);
    return member;
  }

  /** The join of all members from there on has a name: theirs are no longer seen. */
  hide(from: number): void {
    for (const member of this.#members.slice(from)) {
      if (member.name !== undefined) dropTail(this.#byName.get(member.name), from, indexOfMember);
      for (const { column } of member.columns) dropTail(this.#byColumn.get(column.name), from, indexOfFound);
    }
    dropTail(this.#open, from, indexOfMember);
  }

  /** USING: of both sides' columns the left one stands for both where no relation is named. */
  merge(name: string, right: number): void {
    dropTail(this.#byColumn.get(name), right, indexOfFound);
  }

  /** NATURAL: the names that both sides have. */
  common(left: number, right: number): readonly string[] {
    const names = new Set<string>();
    for (const member of this.#members.slice(right)) {
      for (const { column } of member.columns) {
        const seen = this.#byColumn.get(column.name) ?? [];
        const firstOfRight = seen.findLastIndex(({ member: { index } }) => index < right) + 1;
        const ofLeft = seen[firstOfRight - 1];
        if (firstOfRight < seen.length && ofLeft !== undefined && ofLeft.member.index >= left)
          names.add(column.name);
      }
    }
    return [...names];
  }

  /** Undefined where this level has no such name: then the next one outward is asked. */
  find(parts: readonly string[], from: number): Found | 'unknown' | undefined {
    const name = parts.at(-1);
    if (name === undefined) return 'unknown';
    if (parts.length > 1) {
      const member = this.member(parts.slice(0, -1), from);
      return member === undefined || member === 'unknown'
        ? member
        : (this.#columnOf(member, name) ?? 'unknown');
    }
    const [first, second] = lastTwo(this.#byColumn.get(name), from, indexOfFound);
    // A relation that may have more columns may have this one too.
    const [open, otherOpen] = lastTwo(this.#open, from, indexOfMember);
    const mayBeAnother = (open !== undefined && open !== first?.member) || otherOpen !== undefined;
    return second !== undefined || mayBeAnother ? 'unknown' : first;
  }

  /** The relation under that name, with or without its schema. */
  member(parts: readonly string[], from: number): Member | 'unknown' | undefined {
    const [schema, name] = parts.length > 1 ? parts.slice(-2) : [undefined, parts[0]];
    if (name === undefined) return undefined;
    const named = this.#byName.get(name) ?? [];
    if (named.length > mostOfOneName) return 'unknown';
    const seen = named.filter(
      (member) =>
        member.index >= from &&
        (schema === undefined || member.schema === undefined || member.schema === schema),
    );
    return seen.length > 1 ? 'unknown' : seen[0];
  }

  #columnOf(member: Member, name: string): Found | 'unknown' | undefined {
    let columns = this.#columnsOf.get(member);
    if (columns === undefined) {
      columns = new Map();
      for (const found of member.columns) {
        const { name: own } = found.column;
        columns.set(own, columns.has(own) ? 'unknown' : found);
      }
      this.#columnsOf.set(member, columns);
    }
    return columns.get(name);
  }
}

/** Relations of one name in one FROM list differ in their schema: nobody writes more of them. */
const mostOfOneName = 8;

function indexOfMember({ index }: Member): number {
  return index;
}

function indexOfFound({ member }: Found): number {
  return member.index;
}

export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Lists are in the order of the members, so that those of a later one stand at the end. */
function dropTail<Item>(list: Item[] | undefined, from: number, indexOf: (item: Item) => number): void {
  if (list === undefined) return;
  for (let last = list.at(-1); last !== undefined && indexOf(last) >= from; last = list.at(-1)) list.pop();
}

function lastTwo<Item>(
  list: readonly Item[] | undefined,
  from: number,
  indexOf: (item: Item) => number,
): readonly Item[] {
  return list?.slice(-2).filter((item) => indexOf(item) >= from) ?? [];
}

/** What a name means, from the inside outward; undefined where that is not known, or is no column. */
export function resolve(view: View, parts: readonly string[]): { found: Found; scope: Scope } | undefined {
  for (let at: View | undefined = view; at !== undefined; at = at.scope.outer) {
    const found = at.scope.find(parts, at.from);
    if (found === 'unknown') return undefined;
    if (found !== undefined) return { found, scope: at.scope };
  }
  return undefined;
}

/** The columns of `*`, in PostgreSQL's order. */
export function starOf(shapes: readonly FromShape[]): { columns: readonly Found[]; whole: boolean } {
  const columns: Found[] = [];
  let whole = true;
  for (const shape of shapes) {
    const star = starOfOne(shape);
    for (const found of star.columns) columns.push(found);
    whole = whole && star.whole;
  }
  return { columns, whole };
}

function starOfOne(shape: FromShape): { columns: readonly Found[]; whole: boolean } {
  if (shape.kind === 'member') return { columns: shape.member.columns, whole: shape.member.whole };
  const left = starOfOne(shape.left);
  const right = starOfOne(shape.right);
  const merged = new Set(shape.merged);
  const rest = ({ column }: Found) => !merged.has(column.name);
  return {
    columns: [
      ...shape.merged.flatMap((name) => left.columns.find(({ column }) => column.name === name) ?? []),
      ...left.columns.filter(rest),
      ...right.columns.filter(rest),
    ],
    whole: left.whole && right.whole,
  };
}
