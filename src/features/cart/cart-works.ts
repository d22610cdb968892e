import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import type { CartRow } from '#contract/cart/cart-rows.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { WorkCard } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useLocalDrafts, type OwnDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { tabDrafts } from '#src/session/tab-drafts.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

// What the works of a cart are called and look like. The cart itself has their ids alone.
const name = 'cart works';
const Cards = v.array(WorkCard);

/** Of the signed-in person sealed on the device until they leave; of a visitor in the tab. */
function useCardDrafts(): OwnDrafts {
  const own = useLocalDrafts();
  return useUser() ? own : tabDrafts;
}

async function readCards(localDrafts: OwnDrafts): Promise<WorkCard[]> {
  const result = v.safeParse(Cards, (await localDrafts.read(name))?.value);
  return result.success ? result.output : [];
}

/** Keeps what a work looks like that is put into the cart, for when there is no network. */
export function useRememberCard() {
  const localDrafts = useCardDrafts();
  return useCallback(
    async (work: WorkCard) => {
      const others = (await readCards(localDrafts)).filter(({ id }) => id !== work.id);
      await localDrafts.keep(name, [...others, v.parse(WorkCard, work)].slice(-limits.cartLines));
    },
    [localDrafts],
  );
}

/** What a visitor saw in this tab comes along with their cart. */
export function useTakeCardsAlong() {
  const own = useLocalDrafts();
  return useCallback(async () => {
    const cards = await readCards(tabDrafts);
    const others = (await readCards(own)).filter(({ id }) => cards.every((card) => card.id !== id));
    await own.keep(name, [...others, ...cards].slice(-limits.cartLines));
    await tabDrafts.drop(name);
  }, [own]);
}

/** Nobody who comes next finds what a visitor looked at. */
export function forgetVisitorsCards(): void {
  tabDrafts.drop(name).catch(report);
}

/**
 * A work of the cart as the page shows it: itself; `gone` where the school has it on the shelf no more, or not for whoever
 * looks; null while nobody here knows what it is called.
 */
export type CartWork = WorkCard | 'gone' | null;

/** The works of a cart: as the school has them now, and as they were seen last where it cannot be reached. */
export function useCartWorks(api: ApiClient, ids: readonly string[]) {
  const localDrafts = useCardDrafts();
  const [kept, setKept] = useState<readonly WorkCard[] | null>(null);
  const wanted = ids.toSorted().join(',');
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (wanted === '') return [];
      const query = { ids: wanted, limit: limits.cartLines };
      const { results } = await api.call(workEndpoints.list, { query }, { signal });
      localDrafts.keep(name, results).catch(report);
      return results;
    },
    [api, localDrafts, wanted],
  );
  const answer = useAnswer(load);
  useEffect(() => {
    let isLeft = false;
    readCards(localDrafts).then((cards) => {
      if (!isLeft) setKept(cards);
    }, report);
    return () => {
      isLeft = true;
    };
  }, [localDrafts]);

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
