import type { FileFacts } from '../read/facts.ts';
import type { SqlTextReader } from '../read/read.ts';
import type { SqlFacts, SqlStatement } from '../read/sql/statement.ts';
import { namesEql } from '../read/sql-pieces.ts';
import type { Mentions } from './mentions.ts';

/** The pieces of SQL in one file of another syntax: each is read once, and only when it speaks of what is encrypted. */
export class SqlPieces {
  readonly #facts: FileFacts;
  readonly #read = new Map<number, SqlFacts>();
  #chosen: readonly number[] = [];
  #whole: FileFacts;
  /** True when the choice is newer than `whole`. */
  #stale = false;

  constructor(facts: FileFacts) {
    this.#facts = facts;
    this.#whole = facts;
  }

  fork(): SqlPieces {
    const fork = new SqlPieces(this.#facts);
    for (const [index, facts] of this.#read) fork.#read.set(index, facts);
    fork.#chosen = this.#chosen;
    fork.#whole = this.#whole;
    fork.#stale = this.#stale;
    return fork;
  }

  /** Chooses the pieces that matter; true where these are others than before. */
  choose(mentions: Mentions): boolean {
    const texts = this.#facts.sqlTexts ?? [];
    const chosen = [...texts.keys()].filter((index) => {
      const text = texts[index]?.text ?? '';
      return namesEql(text) || mentions.in(text);
    });
    if (chosen.join() === this.#chosen.join()) return false;
    this.#chosen = chosen;
    this.#stale = true;
    return true;
  }

  get needsReader(): boolean {
    return this.#chosen.some((index) => !this.#read.has(index));
  }

  read(reader: SqlTextReader): void {
    if (!this.#stale) return;
    this.#stale = false;
    for (const index of this.#chosen) {
      const text = this.#facts.sqlTexts?.[index];
      if (text !== undefined && !this.#read.has(index)) this.#read.set(index, reader([text]));
    }
    const parts = this.#chosen.flatMap((index) => this.#read.get(index) ?? []);
    this.#whole = parts.length === 0 ? this.#facts : { ...this.#facts, sql: joined(parts) };
  }

  /** The facts of the file with what its chosen pieces say. */
  get whole(): FileFacts {
    return this.#whole;
  }
}

function joined(parts: readonly SqlFacts[]): SqlFacts {
  const statements: SqlStatement[] = [];
  const skipped: Record<string, number> = {};
  for (const part of parts) {
    statements.push(...part.statements);
    for (const [reason, count] of Object.entries(part.skipped)) {
      skipped[reason] = (skipped[reason] ?? 0) + count;
    }
  }
  return { statements, skipped };
}
