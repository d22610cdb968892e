import { useEffect, useMemo, useState } from 'react';
import { useKeptCards, useKeptStore } from '#src/session/kept-works.ts';
import { report } from '#src/session/report.ts';
import { readWorkOf, workOf, type ReadWork } from './kept-work.ts';

export interface KeptWork {
  /** True until this device has looked whether it is kept. */
  isLooking: boolean;
  /** Null where it is not kept here. */
  value: ReadWork | null;
}

/** A work as the signed-in person keeps it on this tablet, by its id or by what stands for it in its address. */
export function useKeptWork(idOrSlug: string): KeptWork {
  const kept = useKeptStore();
  const cards = useKeptCards();
  const card = useMemo(
    () => cards?.find((each) => each.id === idOrSlug || workOf(each)?.slug === idOrSlug) ?? null,
    [cards, idOrSlug],
  );
  const [read, setRead] = useState<{ card: typeof card; value: ReadWork | null } | null>(null);

  useEffect(() => {
    if (!kept || !card) return undefined;
    let isLeft = false;
    kept.store.read(kept.owner, card.id).then(
      (words) => {
        if (!isLeft) setRead({ card, value: readWorkOf(workOf(card), words) });
      },
      (error: unknown) => {
        report(error);
        if (!isLeft) setRead({ card, value: null });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [kept, card]);

  if (!card) return { isLooking: cards === null, value: null };
  // While it is read again, because something else was kept, the one before stays.
  if (read?.card?.id !== card.id) return { isLooking: true, value: null };
  return { isLooking: false, value: read.value };
}
