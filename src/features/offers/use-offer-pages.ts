import { useCallback, useEffect, useRef, useState } from 'react';
import { offerLimits } from '#contract/offers/offers.schema.ts';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { report } from '#src/session/report.ts';
import { hexOf } from '#contract/kit/hex.ts';
import type { OfferedPage } from '#src/sync/offered-book.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import type { OfferStore } from './offered-book.ts';

/** Files that were looked into: a page for each picture and each page of a PDF. */
export interface FoundPages {
  pages: readonly {
    name: string;
    number: number | null;
    /** @throws Error whose message is for people */
    make: () => Promise<{ picture: BarePicture; alt: string }>;
  }[];
  refused: readonly { name: string; error: Error }[];
  close: () => void;
}

export type PagesOf = (files: readonly File[]) => Promise<FoundPages>;

/** What could not be added, and why. */
export interface Refusal {
  name: string;
  why: string;
}

export interface Adding {
  done: number;
  all: number;
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes));
}

/** Where pages lie until they are sent. */
export type PageStore = Pick<
  OfferStore,
  'forgetOld' | 'readPages' | 'addPage' | 'describePage' | 'orderPages'
>;

/** The pages of the book on this device. Each is kept before the next one is made. */
export function useOfferPages(store: PageStore, pagesOf: PagesOf) {
  const [pages, setPages] = useState<readonly OfferedPage[] | null>(null);
  const [adding, setAdding] = useState<Adding | null>(null);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const isLeft = useRef(false);

  const refresh = useCallback(async () => {
    const found = await store.readPages();
    if (!isLeft.current) setPages(found);
  }, [store]);

  useEffect(() => {
    isLeft.current = false;
    store
      .forgetOld()
      .then(refresh)
      .catch((error: unknown) => {
        report(error);
        setPages([]);
      });
    return () => {
      isLeft.current = true;
    };
  }, [store, refresh]);

  async function add(files: readonly File[]): Promise<void> {
    setRefused([]);
    setAdding({ done: 0, all: 0 });
    const troubles: Refusal[] = [];
    try {
      const found = await pagesOf(files);
      troubles.push(...found.refused.map(({ name, error }) => ({ name, why: error.message })));
      const room = offerLimits.pages - (pages?.length ?? 0);
      if (found.pages.length > room)
        troubles.push({
          name: `${found.pages.length - room} pages`,
          why: `A book that is handed in here has ${offerLimits.pages} pages at most.`,
        });
      const wanted = found.pages.slice(0, Math.max(0, room));
      for (const [done, { name, number, make }] of wanted.entries()) {
        if (isLeft.current) break;
        setAdding({ done, all: wanted.length });
        try {
          const { picture, alt } = await make();
          const { bytes, media_type } = picture;
          await store.addPage({ sha256: await hashOf(bytes), media_type, bytes, alt });
        } catch (error) {
          if (error instanceof DeviceFullError) throw error;
          troubles.push({
            name: number === null ? name : `${name}, page ${number}`,
            why: error instanceof Error ? error.message : 'It could not be read.',
          });
        }
        await refresh();
      }
      found.close();
    } catch (error) {
      if (!(error instanceof DeviceFullError)) report(error);
      troubles.push({
        name: 'The others',
        why: error instanceof DeviceFullError ? error.message : 'These files could not be opened.',
      });
    }
    if (isLeft.current) return;
    setRefused(troubles);
    setAdding(null);
  }

  async function order(next: readonly OfferedPage[]): Promise<void> {
    setPages(next);
    await store.orderPages(next.map(({ sha256 }) => sha256));
  }

  return {
    /** Null until this device was looked at. */
    pages,
    adding,
    refused,
    add: (files: readonly File[]) => void add(files),
    move: (place: number, by: -1 | 1) => {
      const next = [...(pages ?? [])];
      const [page] = next.splice(place, 1);
      if (!page) return;
      next.splice(place + by, 0, page);
      order(next).catch(report);
    },
    remove: (sha256: string) =>
      void order((pages ?? []).filter((page) => page.sha256 !== sha256)).catch(report),
    describe: (sha256: string, alt: string) => {
      setPages((now) => (now ?? []).map((page) => (page.sha256 === sha256 ? { ...page, alt } : page)));
      store.describePage(sha256, alt).catch(report);
    },
    refresh,
  };
}
