import type { KeepsakeStore, OwnKeepsakes } from '#src/session/keepsakes.ts';
import type { Keepsake, KeepsakeOwner } from '#src/sync/keepsakes.ts';

/** Keepsakes in memory, as they go through the device: a test that hands the same ones to two pages has reloaded. */
export class FakeKeepsakes implements KeepsakeStore {
  readonly #kept = new Map<string, string>();

  #key({ tenant_id, user_id }: KeepsakeOwner, name: string): string {
    return `${tenant_id} ${user_id} ${name}`;
  }

  /** All that is kept of anybody, as text. */
  get text(): string {
    return [...this.#kept.values()].join('\n');
  }

  /** As one person has them. */
  of(owner: KeepsakeOwner): OwnKeepsakes {
    return {
      keep: (name, value) => this.keep(owner, name, value),
      read: (name) => this.read(owner, name),
      drop: (name) => this.drop(owner, name),
    };
  }

  keep(owner: KeepsakeOwner, name: string, value: unknown): Promise<void> {
    this.#kept.set(this.#key(owner, name), JSON.stringify({ value, kept_at: Date.now() }));
    return Promise.resolve();
  }

  read(owner: KeepsakeOwner, name: string): Promise<Keepsake | null> {
    return Promise.resolve(JSON.parse(this.#kept.get(this.#key(owner, name)) ?? 'null') as Keepsake | null);
  }

  drop(owner: KeepsakeOwner, name: string): Promise<void> {
    this.#kept.delete(this.#key(owner, name));
    return Promise.resolve();
  }
}
