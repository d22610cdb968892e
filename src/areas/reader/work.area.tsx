import { Suspense, useEffect } from 'react';
import { titleOf } from '#contract/works/works.rules.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { WorkScreen } from '#src/features/reading/work.screen.tsx';
import { askToKeep } from '#src/session/keep-part.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';

const AddToCart = lazyWithRetry(async () => (await import('#src/features/cart/add-to-cart.tsx')).AddToCart);
const CertificateButton = lazyWithRetry(
  async () => (await import('#src/features/certificates/certificate.button.tsx')).CertificateButton,
);

/** Only the author and those who look after the author are told who that is. */
const isApprovedEntry = ({ author, challenge, state }: Work) =>
  author !== null && challenge !== null && (state === 'approved' || state === 'published');

const more = (work: Work) => (
  <Suspense fallback={null}>
    <AddToCart work={work} />
    {isApprovedEntry(work) && (
      <CertificateButton
        form={{ kind: 'challenge', work_id: work.id }}
        label="Certificate of the challenge"
        from={titleOf(work)}
      />
    )}
  </Suspense>
);

/** `/library/{id}` and `/library/{id}/{chapterSlug}`: a work, and what more there is of it. */
export function WorkArea() {
  useEffect(() => void askToKeep('cart'), []);
  return <WorkScreen more={more} />;
}
