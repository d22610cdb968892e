import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import type { CartRow } from '#contract/cart/cart-rows.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { WorkCard } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeepsakes, type OwnKeepsakes } from '#src/session/keepsakes.ts';
import { report } from '#src/session/report.ts';
import { tabKeepsakes } from '#src/session/tab-keepsakes.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

// What the works of a cart are called and look like. The cart itself has their ids alone.
const name = 'cart works';
const Cards = v.array(WorkCard);

/** Of the signed-in person sealed on the device until they leave; of a visitor in the tab. */
function useCardKeepsakes(): OwnKeepsakes {
  const own = useKeepsakes();
  return useUser() ? own : tabKeepsakes;
}

async function readCards(keepsakes: OwnKeepsakes): Promise<WorkCard[]> {
  const result = v.safeParse(Cards, (await keepsakes.read(name))?.value);
  return result.success ? result.output : [];
}

/** Keeps what a work looks like that is put into the cart, for when there is no network. */
export function useRememberCard() {
  const keepsakes = useCardKeepsakes();
  return useCallback(
    async (work: WorkCard) => {
      const others = (await readCards(keepsakes)).filter(({ id }) => id !== work.id);
      await keepsakes.keep(name, [...others, v.parse(WorkCard, work)].slice(-limits.cartLines));
    },
    [keepsakes],
  );
}

/** What a visitor saw in this tab comes along with their cart. */
export function useTakeCardsAlong() {
  const own = useKeepsakes();
  return useCallback(async () => {
    const cards = await readCards(tabKeepsakes);
    const others = (await readCards(own)).filter(({ id }) => cards.every((card) => card.id !== id));
    await own.keep(name, [...others, ...cards].slice(-limits.cartLines));
    await tabKeepsakes.drop(name);
  }, [own]);
}

/** Nobody who comes next finds what a visitor looked at. */
export function forgetVisitorsCards(): void {
  tabKeepsakes.drop(name).catch(report);
}

/**
 * A work of the cart as the page shows it: itself; `gone` where the school has it on the shelf no more, or not for whoever
 * looks; null while nobody here knows what it is called.
 */
export type CartWork = WorkCard | 'gone' | null;

/** The works of a cart: as the school has them now, and as they were seen last where it cannot be reached. */
export function useCartWorks(api: ApiClient, ids: readonly string[]) {
  const keepsakes = useCardKeepsakes();
  const [kept, setKept] = useState<readonly WorkCard[] | null>(null);
  const wanted = ids.toSorted().join(',');
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (wanted === '') return [];
      const query = { ids: wanted, limit: limits.cartLines };
      const { results } = await api.call(workEndpoints.list, { query }, { signal });
      keepsakes.keep(name, results).catch(report);
      return results;
    },
    [api, keepsakes, wanted],
  );
  const answer = useAnswer(load);
  useEffect(() => {
    let isLeft = false;
    readCards(keepsakes).then((cards) => {
      if (!isLeft) setKept(cards);
    }, report);
    return () => {
      isLeft = true;
    };
  }, [keepsakes]);

  const isNew = answer.status === 'ready' && !answer.busy;
  const find = (id: string): CartWork => {
    const known = (cards: readonly WorkCard[] | null) => cards?.find((work) => work.id === id);
    return known(answer.value) ?? (isNew ? 'gone' : (known(kept) ?? null));
  };
  return { ...answer, find, isLoading: answer.value === null && answer.status === 'loading' };
}

/** What the works of a cart are called, the latest first; null until the device knows what is in it. */
export function useCartTitles(rows: readonly CartRow[] | null) {
  const ids = (rows ?? []).map(({ id }) => id);
  const { find } = useCartWorks(apiClient, ids);
  return (
    rows &&
    ids.toReversed().map((id) => {
      const work = find(id);
      const isKnown = work !== null && work !== 'gone';
      return { id, title: isKnown ? work.title : '', byline: isKnown ? work.byline : '' };
    })
  );
}
