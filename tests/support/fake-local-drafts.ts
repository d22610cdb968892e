import type { LocalDraftStore, OwnDrafts } from '#src/session/local-drafts.ts';
import type { LocalDraft, DraftOwner } from '#src/sync/local-drafts.ts';

/** LocalDrafts in memory, as they go through the device: a test that hands the same ones to two pages has reloaded. */
export class FakeLocalDrafts implements LocalDraftStore {
  readonly #kept = new Map<string, string>();

  #key({ tenant_id, user_id }: DraftOwner, name: string): string {
    return `${tenant_id} ${user_id} ${name}`;
  }

  /** All that is kept of anybody, as text. */
  get text(): string {
    return [...this.#kept.values()].join('\n');
  }

  /** As one person has them. */
  of(owner: DraftOwner): OwnDrafts {
    return {
      keep: (name, value) => this.keep(owner, name, value),
      read: (name) => this.read(owner, name),
      drop: (name) => this.drop(owner, name),
    };
  }

  keep(owner: DraftOwner, name: string, value: unknown): Promise<void> {
    this.#kept.set(this.#key(owner, name), JSON.stringify({ value, kept_at: Date.now() }));
    return Promise.resolve();
  }

  read(owner: DraftOwner, name: string): Promise<LocalDraft | null> {
    return Promise.resolve(JSON.parse(this.#kept.get(this.#key(owner, name)) ?? 'null') as LocalDraft | null);
  }

  drop(owner: DraftOwner, name: string): Promise<void> {
    this.#kept.delete(this.#key(owner, name));
    return Promise.resolve();
  }
}
