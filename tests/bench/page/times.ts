import type { User } from '#contract/identity/identity.schema.ts';

// Runs in Chromium. Every function measures one thing and gives milliseconds; the test turns them into a table.

export interface PageSession {
  access: string;
  user: User;
}

export interface LoadTimes {
  /** Databases and keys made and opened. */
  opening: number;
  /** From the first request until the last row is committed. */
  loading: number;
  /** Of `loading`, what passed between asking the server and having its whole answers. */
  waiting: number;
  rows: number;
  requests: number;
}

export interface ChangeTimes {
  ours: number[];
  raw: number[];
  /** How many frames after the tap's own the change was on the screen, for each change. */
  frames: number[];
}

export interface FlushTimes {
  /** From the first look at the outbox until all calls are confirmed and gone. */
  total: number;
  /** Between asking the server and having its whole answer. */
  waiting: number;
  pushes: number;
  pulls: number;
  /** Calls that ended otherwise than applied. */
  unsettled: number;
  /** The same number of records let go, taken away, and the rows of the same classes stored, by nothing but the browser. */
  raw: number;
}

/** `cold`: from nothing opened. `warm`: another class, which is not in memory, of databases that are open. */
export interface OpeningTimes {
  cold: number;
  warm: number;
  rows: number;
}

export interface BulkTimes {
  durable: number;
  shown: number;
  raw: number;
  rows: number;
}
