import type { Quote } from '#contract/orders/orders.schema.ts';

/** What people saw and did in a history, and which laws were broken. */
export class Journal {
  /** Each begins with the number of its law. */
  readonly violations: string[] = [];
  /** By order: what was on the screen when it was placed. */
  readonly shown = new Map<string, Quote>();
  /** By document: a fingerprint of it. */
  readonly documents = new Map<string, string>();
  readonly takenDown = new Set<string>();
  /** By share, a line and a party: the payout in which it is. */
  readonly taken = new Map<string, string>();
  /** Shares whose payment was disputed at the last look. */
  readonly disputed = new Set<string>();
  /** By payment: its last state. */
  readonly states = new Map<string, string>();

  violate(law: number, what: string): void {
    const violation = `law ${law}: ${what}`;
    if (!this.violations.includes(violation)) this.violations.push(violation);
  }
}
