import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { limits } from '#contract/kit/limits.ts';
import { notify } from '#src/ui/notify.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { booksInWords } from './cart.words.ts';
import type { OwnCart } from './use-cart.ts';

/** Ids of works in `?add=…`; what is none is left out. */
export function worksInLink(text: string | null): string[] {
  const ids = (text ?? '').split(',').filter((part) => v.is(Id, part));
  return [...new Set(ids)].slice(0, limits.cartLines);
}

/** Puts what a link carries into the cart, once: a code on a tablet of children opened it on this phone. */
export function useCartFromLink({ rows, change }: OwnCart): void {
  const [address, setAddress] = useAddress();
  const wanted = address.get('add');
  const isKnown = rows !== null;
  const putIn = useEffectEvent(() => {
    const add = worksInLink(wanted).filter((id) => rows?.every((row) => row.id !== id));
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('add');
        return next;
      },
      { replace: true },
    );
    if (add.length === 0) return;
    change({ add, remove: [] });
    notify.success(`${booksInWords(add.length)} put in your cart`);
  });
  useEffect(() => {
    if (wanted !== null && isKnown) putIn();
  }, [wanted, isKnown]);
}
