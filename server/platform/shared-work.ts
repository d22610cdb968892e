import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { TenantTransaction } from './database.ts';

/** An entry of the audit as it is written. */
export interface AuditRow {
  tenant_id: string;
  id: string;
  actor_id: string | null;
  action: AuditAction;
  subject_id: string | null;
  /** JSON. */
  details: string;
}

/**
 * What the calls that share a transaction need not each do for themselves: facts that were read once, and rows that are
 * written together at the end.
 */
export class SharedWork {
  readonly auditEntries: AuditRow[] = [];
  readonly #facts = new Map<string, unknown>();

  fact(name: string): unknown {
    return this.#facts.get(name);
  }

  keepFact(name: string, fact: unknown): void {
    this.#facts.set(name, fact);
  }

  forgetFacts(): void {
    this.#facts.clear();
  }

  /** Where a savepoint was taken; the answer takes back what came after it. */
  mark(): () => void {
    const length = this.auditEntries.length;
    return () => {
      this.auditEntries.length = length;
      // A fact may have been made by what is undone.
      this.#facts.clear();
    };
  }
}

const works = new WeakMap<TenantTransaction, SharedWork>();

/** From now on the calls of this transaction share what they can; the caller writes at the end what was put off. */
export function shareWork(transaction: TenantTransaction): SharedWork {
  const work = new SharedWork();
  works.set(transaction, work);
  return work;
}

/** Undefined where a call has the transaction to itself. */
export function sharedWork(transaction: TenantTransaction): SharedWork | undefined {
  return works.get(transaction);
}

/**
 * A fact that stays true to the end of the transaction, read once for all calls that share it. Only for what no call
 * takes away again, or what may be as old as the transaction.
 */
export async function sharedFact<Fact>(
  transaction: TenantTransaction,
  name: string,
  read: () => Promise<Fact>,
): Promise<Fact> {
  const shared = sharedWork(transaction);
  const known = shared?.fact(name);
  if (known !== undefined) return known as Fact;
  const fact = await read();
  shared?.keepFact(name, fact);
  return fact;
}

/** Some call of this transaction takes away what others took for a fact; from here on each is read again. */
export function forgetFacts(transaction: TenantTransaction): void {
  sharedWork(transaction)?.forgetFacts();
}
