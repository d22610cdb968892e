import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, use, useMemo } from 'react';
import { browserEnvironment } from '#src/sync/browser-environment.ts';
import type { DraftOwner } from '#src/sync/local-drafts.ts';
import {
  dropBook,
  keepBook,
  listBooks,
  measureOthers,
  readBook,
  readPicture,
  type KeptCard,
  type Pack,
} from '#src/sync/kept-books.ts';
import { deviceStorage } from './device-storage.ts';
import { report } from './report.ts';
import { readUser } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';

/** Books and stories that people keep on this tablet, each of them their own. */
export interface KeptStore {
  /** @throws DeviceFullError */
  keep(owner: DraftOwner, pack: Pack): Promise<void>;
  /** For a live query. */
  list(owner: DraftOwner): Promise<KeptCard[]>;
  read(owner: DraftOwner, workId: string): Promise<unknown>;
  picture(owner: DraftOwner, workId: string, sha256: string): Promise<Blob | null>;
  drop(owner: DraftOwner, workId: string): Promise<void>;
  measureOthers(owner: DraftOwner): Promise<{ count: number; bytes: number }>;
}

const keptOnDevice: KeptStore = {
  async keep(owner, pack) {
    await keepBook(browserEnvironment(), owner, pack);
    // They signed out meanwhile, and nobody would see that it is there.
    if (readUser(deviceStorage)?.id !== owner.user_id) await dropBook(browserEnvironment(), owner, pack.id);
  },
  list: (owner) => listBooks(browserEnvironment(), owner),
  read: (owner, workId) => readBook(browserEnvironment(), owner, workId),
  picture: (owner, workId, sha256) => readPicture(browserEnvironment(), owner, workId, sha256),
  drop: (owner, workId) => dropBook(browserEnvironment(), owner, workId),
  measureOthers: (owner) => measureOthers(browserEnvironment(), owner),
};

/** Null where the browser has nothing to seal with. Tests hand in a map. */
export const KeptContext = createContext<KeptStore | null>(window.isSecureContext ? keptOnDevice : null);

/** The store and the signed-in person; null where nothing can be kept, and for visitors, whose tablet it may not be. */
export function useKeptStore(): { store: KeptStore; owner: DraftOwner } | null {
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

/** What the signed-in person keeps here, whichever tab keeps it; null until this device has looked. */
export function useKeptCards(): readonly KeptCard[] | null {
  const kept = useKeptStore();
  const found = useLiveQuery(
    // It says whose it is: while this device looks for one person, what it found of another is still at hand.
    async () => kept && { of: kept, cards: await kept.store.list(kept.owner).catch(noneFor) },
    [kept],
  );
  if (!kept) return nothing;
  return found?.of === kept ? found.cards : null;
}

const nothing: readonly KeptCard[] = [];

function noneFor(error: unknown): readonly KeptCard[] {
  report(error);
  return nothing;
}
