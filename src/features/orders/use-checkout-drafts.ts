import { useMemo } from 'react';
import { useLocalDrafts, type OwnDrafts } from '#src/session/local-drafts.ts';
import { tabDrafts } from '#src/session/tab-drafts.ts';
import { useUser } from '#src/session/use-session.ts';

/** A draft of the checkout says for which cause it was opened. One that was opened for another cause, or for none, chooses none. */
function draftsFor(cause: string, drafts: OwnDrafts): OwnDrafts {
  return {
    ...drafts,
    keep: (name, value) => drafts.keep(name, { ...(value as object), give: cause }),
    read: async (name) => {
      const kept = await drafts.read(name);
      if (kept === null) return null;
      const { give, gift_cause: _, ...others } = kept.value as Readonly<Record<string, unknown>>;
      return give === cause ? kept : { ...kept, value: others };
    },
  };
}

/**
 * Where what a buyer typed is kept: of a signed-in person sealed on the device, of a visitor in the tab.
 * @param give the cause that the buyer came to give to
 */
export function useCheckoutDrafts(give: string | null = null): OwnDrafts {
  const own = useLocalDrafts();
  const drafts = useUser() ? own : tabDrafts;
  return useMemo(() => (give === null ? drafts : draftsFor(give, drafts)), [give, drafts]);
}
