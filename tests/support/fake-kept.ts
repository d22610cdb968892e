import type { KeptStore } from '#src/session/kept-works.ts';
import type { KeepsakeOwner } from '#src/sync/keepsakes.ts';
import type { KeptCard, Pack } from '#src/sync/kept-books.ts';

/** Kept books in memory, as they go through the device. */
export class FakeKept implements KeptStore {
  readonly #packs = new Map<string, { pack: Pack; owner: string; stored: string }>();
  readonly #listeners = new Set<() => void>();
  /** Set it to let the device fail to keep. */
  broken: Error | null = null;

  #key({ user_id }: KeepsakeOwner, workId: string): string {
    return `${user_id} ${workId}`;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  keep(owner: KeepsakeOwner, pack: Pack): Promise<void> {
    if (this.broken) return Promise.reject(this.broken);
    const stored = JSON.stringify({ card: pack.card, words: pack.words });
    this.#packs.set(this.#key(owner, pack.id), { pack, owner: owner.user_id, stored });
    this.#tell();
    return Promise.resolve();
  }

  list({ user_id }: KeepsakeOwner): Promise<KeptCard[]> {
    const own = [...this.#packs.values()].filter(({ owner }) => owner === user_id);
    return Promise.resolve(
      own.map(({ pack, stored }) => {
        const { card } = JSON.parse(stored) as { card: unknown };
        return { id: pack.id, card, kept_at: 0, bytes: 240_000 };
      }),
    );
  }

  read(owner: KeepsakeOwner, workId: string): Promise<unknown> {
    const found = this.#packs.get(this.#key(owner, workId));
    return Promise.resolve(found && (JSON.parse(found.stored) as { words: unknown }).words);
  }

  picture(owner: KeepsakeOwner, workId: string, sha256: string): Promise<Blob | null> {
    const { pack } = this.#packs.get(this.#key(owner, workId)) ?? {};
    return Promise.resolve(pack?.pictures.find((each) => each.sha256 === sha256)?.content ?? null);
  }

  drop(owner: KeepsakeOwner, workId: string): Promise<void> {
    this.#packs.delete(this.#key(owner, workId));
    this.#tell();
    return Promise.resolve();
  }

  measureOthers({ user_id }: KeepsakeOwner): Promise<{ count: number; bytes: number }> {
    const count = [...this.#packs.values()].filter(({ owner }) => owner !== user_id).length;
    return Promise.resolve({ count, bytes: count * 240_000 });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
