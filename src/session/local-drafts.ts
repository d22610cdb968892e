import { createContext, use, useMemo } from 'react';
import type { LocalDraft, DraftOwner } from '#src/sync/local-drafts.ts';
import { deviceStorage } from './device-storage.ts';
import { loadPatiently } from './late-code.ts';
import { loadCore } from './load-core.ts';
import { readUser } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';

/** Where a person's things are kept over a reload, until their session ends. */
export interface OwnDrafts {
  keep(name: string, value: unknown): Promise<void>;
  read(name: string): Promise<LocalDraft | null>;
  drop(name: string): Promise<void>;
}

/** The same for whoever it is. */
export interface LocalDraftStore {
  keep(owner: DraftOwner, name: string, value: unknown): Promise<void>;
  read(owner: DraftOwner, name: string): Promise<LocalDraft | null>;
  drop(owner: DraftOwner, name: string): Promise<void>;
}

const load = () => loadCore(() => import('#src/sync/local-drafts.ts'));
const loadCode = () => loadPatiently(load);

let last: Promise<unknown> = Promise.resolve();

/** One after the other: what is dropped must not come back by a write that was under way. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

const draftsOnDevice: LocalDraftStore = {
  keep: (owner, name, value) =>
    inTurn(async () => {
      const { core, environment } = await loadCode();
      const isStillHere = () => readUser(deviceStorage)?.id === owner.user_id;
      if (!isStillHere()) return;
      await core.keepLocalDraft(environment, owner, name, value);
      // They signed out meanwhile, here or in another tab, and what was theirs may have been forgotten already.
      if (!isStillHere()) await core.dropLocalDraft(environment, owner, name);
    }),
  read: (owner, name) =>
    inTurn(async () => {
      const { core, environment } = await loadCode();
      return await core.readLocalDraft(environment, owner, name);
    }),
  drop: (owner, name) =>
    inTurn(async () => {
      const { core, environment } = await loadCode();
      await core.dropLocalDraft(environment, owner, name);
    }),
};

/** For browsers that have nothing to seal with, and while nobody is signed in. */
const keptNowhere = {
  keep: (): Promise<void> => Promise.resolve(),
  read: (): Promise<null> => Promise.resolve(null),
  drop: (): Promise<void> => Promise.resolve(),
};

/** Tests hand in a map. */
export const LocalDraftContext = createContext<LocalDraftStore>(
  window.isSecureContext ? draftsOnDevice : keptNowhere,
);

/** Those of the signed-in person. */
export function useLocalDrafts(): OwnDrafts {
  const store = use(LocalDraftContext);
  const user_id = useSessionStore(({ user }) => user?.id);
  const tenant_id = useSessionStore(({ user }) => user?.tenant_id);
  return useMemo((): OwnDrafts => {
    if (user_id === undefined || tenant_id === undefined) return keptNowhere;
    const owner = { tenant_id, user_id };
    return {
      keep: (name, value) => store.keep(owner, name, value),
      read: (name) => store.read(owner, name),
      drop: (name) => store.drop(owner, name),
    };
  }, [store, user_id, tenant_id]);
}
