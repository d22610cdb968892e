import { Dexie, type Table } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { KeptStore } from '#src/session/kept-works.ts';
import type { DraftOwner } from '#src/sync/local-drafts.ts';
import type { KeptCard, Pack } from '#src/sync/kept-books.ts';

// Without one, live queries ask nothing.
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });

/** Kept books in memory, as they go through the device. A live query hears of them by a table that counts what happened. */
export class FakeKept implements KeptStore {
  readonly #packs = new Map<string, { pack: Pack; owner: string; stored: string }>();
  readonly #happened: Table<object, number>;
  /** Set it to let the device fail to keep. */
  broken: Error | null = null;

  constructor() {
    const dexie = new Dexie('kept', { indexedDB: new IDBFactory(), IDBKeyRange });
    dexie.version(1).stores({ happened: '++' });
    this.#happened = dexie.table('happened');
  }

  #key({ user_id }: DraftOwner, workId: string): string {
    return `${user_id} ${workId}`;
  }

  async #tell(): Promise<void> {
    await this.#happened.add({});
  }

  keep(owner: DraftOwner, pack: Pack): Promise<void> {
    if (this.broken) return Promise.reject(this.broken);
    const stored = JSON.stringify({ card: pack.card, words: pack.words });
    this.#packs.set(this.#key(owner, pack.id), { pack, owner: owner.user_id, stored });
    return this.#tell();
  }

  async list({ user_id }: DraftOwner): Promise<KeptCard[]> {
    await this.#happened.count();
    const own = [...this.#packs.values()].filter(({ owner }) => owner === user_id);
    return own.map(({ pack, stored }) => {
      const { card } = JSON.parse(stored) as { card: unknown };
      return { id: pack.id, card, kept_at: 0, bytes: 240_000 };
    });
  }

  read(owner: DraftOwner, workId: string): Promise<unknown> {
    const found = this.#packs.get(this.#key(owner, workId));
    return Promise.resolve(found && (JSON.parse(found.stored) as { words: unknown }).words);
  }

  picture(owner: DraftOwner, workId: string, sha256: string): Promise<Blob | null> {
    const { pack } = this.#packs.get(this.#key(owner, workId)) ?? {};
    return Promise.resolve(pack?.pictures.find((each) => each.sha256 === sha256)?.content ?? null);
  }

  drop(owner: DraftOwner, workId: string): Promise<void> {
    this.#packs.delete(this.#key(owner, workId));
    return this.#tell();
  }

  measureOthers({ user_id }: DraftOwner): Promise<{ count: number; bytes: number }> {
    const count = [...this.#packs.values()].filter(({ owner }) => owner !== user_id).length;
    return Promise.resolve({ count, bytes: count * 240_000 });
  }
}
