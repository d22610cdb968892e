import { Suspense, useEffect } from 'react';
import type { Work } from '#contract/works/works.schema.ts';
import { WorkScreen } from '#src/features/works/work.screen.tsx';
import { askToKeep } from '#src/session/keep-part.ts';
import { latePart } from '#src/session/late-code.ts';

const AddToCart = latePart(async () => (await import('#src/features/cart/add-to-cart.tsx')).AddToCart);

const withCart = (work: Work) => (
  <Suspense fallback={null}>
    <AddToCart work={work} />
  </Suspense>
);

/** `/library/{id}` and `/library/{id}/{chapterSlug}`: a work, and the way to have it at home. */
export function WorkArea() {
  useEffect(() => void askToKeep('cart'), []);
  return <WorkScreen more={withCart} />;
}
