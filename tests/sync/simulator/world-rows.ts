import type { Cursor, Scope } from '#contract/sync/sync.schema.ts';
import type { Caller } from '#tests/support/api-world.ts';

/** Somebody who uses the tablets. */
export interface Player {
  readonly id: string;
  readonly tenant_id: string;
  readonly seesWholeSchool: boolean;
  readonly caller: Caller;
  /** Ids of works on the shelf of the own school, and of the shelves there. */
  readonly shelf: readonly string[];
  readonly categories: readonly string[];
  /** All that they may see now, and all that they ever might. */
  readonly scopes: Set<Scope>;
  readonly scopesEver: Set<Scope>;
}

/** A call that the server decided, in the order in which it did. */
export interface Decided {
  readonly mutation_id: string;
  readonly user_id: string;
  readonly applied: boolean;
  /** Decisions and arrivals are counted together. */
  readonly place: number;
}

/** A picture or a recording that came to the server. */
export interface Arrived {
  /** As a device names it. */
  readonly id: string;
  /** Among the decisions. */
  readonly place: number;
  /** Whether its bytes are those that its name says. */
  readonly isWhole: boolean;
}

/** What a tablet that nobody used yet would hold of a person. */
export interface FreshCopy {
  readonly cursor: Cursor;
  /** `scope table` → rows. */
  readonly contents: Readonly<Record<string, readonly { id: string }[]>>;
}

export interface TaughtClass {
  readonly tenant_id: string;
  readonly id: string;
  readonly archived: boolean;
  readonly teachers: readonly string[];
}

export function see(player: Player, scope: Scope): void {
  player.scopes.add(scope);
  player.scopesEver.add(scope);
}

export function classesOf(scopes: ReadonlySet<Scope>): readonly Scope[] {
  return [...scopes].filter((scope) => scope.startsWith('class:'));
}
