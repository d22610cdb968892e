import { create } from 'zustand';
import { joinedDelta, type CartDelta } from '#contract/cart/cart.rules.ts';
import { limits } from '#contract/kit/limits.ts';
import { report } from '#src/session/report.ts';
import { useSessionStore } from '#src/session/session.store.ts';

interface Draft {
  /** Whose cart it is about. */
  owner: string;
  delta: CartDelta;
  /** When it was done last, ISO 8601. */
  at: string;
  /** Where it goes. */
  keep: (delta: CartDelta) => Promise<void>;
}

/** What was done to a cart within the last second: shown already, and kept once it is quiet (specification, sections 3 and 9). */
const useDraft = create<{ draft: Draft | null }>()(() => ({ draft: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps it now. What is done meanwhile is kept after it. */
export async function keepDraft(): Promise<void> {
  clearTimeout(timer);
  const { draft } = useDraft.getState();
  if (!draft) return;
  try {
    await draft.keep(draft.delta);
  } catch (error) {
    report(error);
  }
  if (useDraft.getState().draft === draft) useDraft.setState({ draft: null });
}

export function changeLater({ owner, delta, keep }: Omit<Draft, 'at'>): void {
  const { draft } = useDraft.getState();
  if (draft && draft.owner !== owner) void keepDraft();
  const before = draft?.owner === owner ? draft.delta : { add: [], remove: [] };
  const at = new Date().toISOString();
  useDraft.setState({ draft: { owner, delta: joinedDelta(before, delta), at, keep } });
  clearTimeout(timer);
  timer = setTimeout(() => void keepDraft(), limits.statePersistDelay);
}

/** Null where nothing was done just now. */
export function useDraftOf(owner: string): Pick<Draft, 'delta' | 'at'> | null {
  return useDraft(({ draft }) => (draft?.owner === owner ? draft : null));
}

// Nobody waits a second before they leave.
window.addEventListener('pagehide', () => void keepDraft());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void keepDraft();
});
useSessionStore.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) void keepDraft();
});
