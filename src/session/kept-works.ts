import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { KeepsakeOwner } from '#src/sync/keepsakes.ts';
import type { KeptCard, Pack } from '#src/sync/kept-books.ts';
import { keptChannel } from '#src/sync/kept-works.ts';
import { deviceStorage } from './device-storage.ts';
import { loadPatiently } from './late-code.ts';
import { loadCore } from './load-core.ts';
import { report } from './report.ts';
import { readUser } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';

/** Books and stories that people keep on this tablet, each of them their own. */
export interface KeptStore {
  /** @throws DeviceFullError */
  keep(owner: KeepsakeOwner, pack: Pack): Promise<void>;
  list(owner: KeepsakeOwner): Promise<KeptCard[]>;
  read(owner: KeepsakeOwner, workId: string): Promise<unknown>;
  picture(owner: KeepsakeOwner, workId: string, sha256: string): Promise<Blob | null>;
  drop(owner: KeepsakeOwner, workId: string): Promise<void>;
  measureOthers(owner: KeepsakeOwner): Promise<{ count: number; bytes: number }>;
  /** Hears when something was kept or has gone, in whichever tab. */
  subscribe(listener: () => void): () => void;
}

const load = () => loadCore(() => import('#src/sync/kept-books.ts'));
const loadCode = () => loadPatiently(load);

const keptOnDevice: KeptStore = {
  async keep(owner, pack) {
    const { core, environment } = await loadCode();
    await core.keepBook(environment, owner, pack);
    // They signed out meanwhile, and nobody would see that it is there.
    if (readUser(deviceStorage)?.id !== owner.user_id) await core.dropBook(environment, owner, pack.id);
  },
  async list(owner) {
    const { core, environment } = await loadCode();
    return await core.listBooks(environment, owner);
  },
  async read(owner, workId) {
    const { core, environment } = await loadCode();
    return await core.readBook(environment, owner, workId);
  },
  async picture(owner, workId, sha256) {
    const { core, environment } = await loadCode();
    return await core.readPicture(environment, owner, workId, sha256);
  },
  async drop(owner, workId) {
    const { core, environment } = await loadCode();
    await core.dropBook(environment, owner, workId);
  },
  async measureOthers(owner) {
    const { core, environment } = await loadCode();
    return await core.measureOthers(environment, owner);
  },
  subscribe(listener) {
    const channel = new BroadcastChannel(keptChannel);
    channel.addEventListener('message', listener);
    return () => channel.close();
  },
};

/** Null where the browser has nothing to seal with. Tests hand in a map. */
export const KeptContext = createContext<KeptStore | null>(window.isSecureContext ? keptOnDevice : null);

/** The store and the signed-in person; null where nothing can be kept, and for visitors, whose tablet it may not be. */
export function useKeptStore(): { store: KeptStore; owner: KeepsakeOwner } | null {
  const store = use(KeptContext);
  const user_id = useSessionStore(({ user }) => user?.id);
  const tenant_id = useSessionStore(({ user }) => user?.tenant_id);
  return useMemo(
    () =>
      store && user_id !== undefined && tenant_id !== undefined
        ? { store, owner: { tenant_id, user_id } }
        : null,
    [store, user_id, tenant_id],
  );
}

/** What the signed-in person keeps here; null until this device has looked. */
export function useKeptCards(): readonly KeptCard[] | null {
  const kept = useKeptStore();
  const [cards, setCards] = useState<{ of: typeof kept; cards: readonly KeptCard[] } | null>(null);
  useEffect(() => {
    if (!kept) return undefined;
    let isLeft = false;
    const look = () => {
      kept.store.list(kept.owner).then(
        (found) => {
          if (!isLeft) setCards({ of: kept, cards: found });
        },
        (error: unknown) => {
          report(error);
          if (!isLeft) setCards({ of: kept, cards: [] });
        },
      );
    };
    look();
    const stop = kept.store.subscribe(look);
    return () => {
      isLeft = true;
      stop();
    };
  }, [kept]);
  if (!kept) return nothing;
  return cards?.of === kept ? cards.cards : null;
}

const nothing: readonly KeptCard[] = [];
