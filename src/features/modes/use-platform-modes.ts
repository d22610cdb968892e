import { useCallback, useRef, useState } from 'react';
import { platformModeEndpoints } from '#contract/modes/platform-modes.endpoints.ts';
import type { ManagedMode } from '#contract/modes/platform-modes.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { loadModes } from '#src/session/modes.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

/** One that another administrator added comes last. */
function placeIn(order: readonly string[], { id }: ManagedMode): number {
  const place = order.indexOf(id);
  return place === -1 ? order.length : place;
}

/** Modes as the platform manages them. A new order is shown at once and sent; moves made while it is sent follow in one call. */
export function usePlatformModes(api: ApiClient) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(platformModeEndpoints.list, {}, { signal }),
    [api],
  );
  const answer = useAnswer(load);
  const { value, reload } = answer;
  /** Ids in the order that was just asked for. */
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const wanted = useRef<readonly string[] | null>(null);
  const isSending = useRef(false);
  /** What the last move did, for those who do not see it. */
  const [moved, setMoved] = useState('');
  const found = value?.results ?? [];
  const modes = order ? found.toSorted((a, b) => placeIn(order, a) - placeIn(order, b)) : found;

  /** Says what went wrong. @returns true where it worked */
  async function change(failed: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      // The header of this tab may show them too.
      void loadModes();
      return true;
    } catch (error) {
      notify.error(failed, failureOf(error).text);
      return false;
    } finally {
      reload();
    }
  }

  async function sendOrder(): Promise<void> {
    let sent: readonly string[] | null = null;
    while (wanted.current !== null && wanted.current !== sent) {
      sent = wanted.current;
      await api.call(platformModeEndpoints.setOrder, { body: { ids: [...sent] } });
    }
  }

  async function move({ id, name }: ManagedMode, by: -1 | 1): Promise<void> {
    const ids = modes.map((mode) => mode.id);
    const from = ids.indexOf(id);
    ids.splice(from, 1);
    ids.splice(from + by, 0, id);
    setOrder(ids);
    setMoved(`${name} is ${from + by + 1} of ${ids.length}`);
    wanted.current = ids;
    if (isSending.current) return;
    isSending.current = true;
    const done = await change('The mode could not be moved', sendOrder);
    isSending.current = false;
    wanted.current = null;
    if (!done) forgetOrder();
  }

  function forgetOrder(): void {
    setOrder(null);
    setMoved('');
  }

  async function setActive({ id, name }: ManagedMode, active: boolean): Promise<void> {
    const done = await change(`${name} could not be ${active ? 'offered' : 'taken back'}`, () =>
      api.call(platformModeEndpoints.update, { params: { id }, body: { active } }),
    );
    if (done) notify.success(active ? 'Schools are offered the mode' : 'The mode is taken back', name);
  }

  /** After a form saved one. */
  function saved(): void {
    forgetOrder();
    notify.success('The mode is saved');
    void loadModes();
    reload();
  }

  return { answer, modes, moved, move, setActive, saved };
}
