import { useCallback, useEffect, useState } from 'react';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { offerProblems } from '#contract/offers/offers.problems.ts';
import { offerLimits, type OfferedBookForm } from '#contract/offers/offers.schema.ts';
import { report } from '#src/session/report.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import type { OfferedPage, OfferTicket } from '#src/sync/offered-book.ts';
import type { OfferStore } from './offered-book.ts';

/** `asked`: a link is on its way. `confirmed`: it was opened. `gone`: it is too old, and is asked for anew. */
type OfferStep = 'looking' | 'none' | 'asked' | 'confirmed' | 'handed_in' | 'gone';

interface Sending {
  done: number;
  all: number;
}

/** How far the offer of this device is; asked for again whenever somebody comes back to the page. */
export function useOffer(api: ApiClient, store: OfferStore) {
  const [offer, setOffer] = useState<OfferTicket | null>(null);
  const [step, setStep] = useState<OfferStep>('looking');
  const [sending, setSending] = useState<Sending | null>(null);
  const [hasMoved, setMoved] = useState(false);

  /** @throws NoNetworkError, ApiProblem */
  const check = useCallback(
    async ({ id, ticket }: OfferTicket): Promise<readonly string[]> => {
      try {
        const { state, pages } = await api.call(offerEndpoints.readState, {
          params: { offerId: id },
          body: { ticket },
        });
        setStep(state);
        return pages;
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== offerProblems.not_found.code) throw error;
        await store.keepTicket(null);
        setOffer(null);
        setStep('gone');
        throw error;
      }
    },
    [api, store],
  );

  useEffect(() => {
    let isLeft = false;
    const look = async () => {
      const kept = await store.readTicket();
      if (isLeft) return;
      setOffer(kept);
      setStep(kept ? 'asked' : 'none');
      if (kept) await check(kept);
    };
    look().catch((error: unknown) => {
      // Without a network it stays as it was when somebody looked last.
      if (!(error instanceof NoNetworkError || error instanceof ApiProblem)) report(error);
    });
    return () => {
      isLeft = true;
    };
  }, [store, check]);

  // Who opened the link comes back to this page.
  useEffect(() => {
    if (offer === null || step !== 'asked') return undefined;
    const again = () => {
      if (document.visibilityState !== 'visible') return;
      check(offer).catch((error: unknown) => {
        if (!(error instanceof NoNetworkError || error instanceof ApiProblem)) report(error);
      });
    };
    document.addEventListener('visibilitychange', again);
    window.addEventListener('focus', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('focus', again);
    };
  }, [offer, step, check]);

  /** What nobody confirms, or hands in, is swept away where it lies; so nobody waits for a network. */
  async function takeBack({ id, ticket }: OfferTicket): Promise<void> {
    try {
      await api.call(offerEndpoints.takeBack, { params: { offerId: id }, body: { ticket } });
    } catch (error) {
      if (!(error instanceof NoNetworkError || error instanceof ApiProblem)) report(error);
    }
  }

  return {
    offer,
    step,
    sending,
    /** True once somebody went on from one step to the next here, so that the keyboard goes along. */
    hasMoved,

    /** @throws NoNetworkError, ApiProblem */
    async ask(maker: { name: string; email: string }): Promise<void> {
      const { id, ticket } = await api.call(offerEndpoints.ask, { body: { ...maker, is_adult: true } });
      const begun = { id, ticket, email: maker.email };
      await store.keepTicket(begun);
      setOffer(begun);
      setMoved(true);
      setStep('asked');
    },

    /** @throws NoNetworkError, ApiProblem */
    async lookAgain(): Promise<void> {
      setMoved(true);
      if (offer) await check(offer);
    },

    /** Another address, or nothing at all any more. */
    async startAnew(): Promise<void> {
      if (offer) await takeBack(offer);
      await store.keepTicket(null);
      setOffer(null);
      setStep('none');
    },

    /**
     * Sends what has not arrived yet, page after page, and then the words. What arrived stays there when it ends in the middle.
     * @throws NoNetworkError, ApiProblem
     */
    async handIn(book: OfferedBookForm, pages: readonly OfferedPage[]): Promise<void> {
      if (!offer) return;
      const { id, ticket } = offer;
      try {
        const there = new Set(await check(offer));
        const missing = pages.filter(({ sha256 }) => !there.has(sha256));
        for (const [done, { sha256, bytes, media_type }] of missing.entries()) {
          setSending({ done: pages.length - missing.length + done, all: pages.length });
          await api.call(offerEndpoints.sendPage, {
            params: { offerId: id, sha256 },
            body: { ticket, picture: new File([bytes], 'page', { type: media_type }) },
          });
        }
        setSending({ done: pages.length, all: pages.length });
        await api.call(offerEndpoints.handIn, {
          params: { offerId: id },
          body: {
            ...book,
            ticket,
            pages: pages.map(({ sha256, alt }) => ({ sha256, alt: alt.slice(0, offerLimits.alt) })),
          },
        });
        await store.clear();
        setStep('handed_in');
      } finally {
        setSending(null);
      }
    },
  };
}
