import type { ReactNode } from 'react';
import { OfferedBooksScreen } from '#src/features/offers/offered-books.screen.tsx';

/** What visitors handed in, for those who decide about it: the school, its leads, and the platform. */
export function OfferedBooksPage({ breadcrumb }: { breadcrumb?: ReactNode }) {
  return <OfferedBooksScreen {...(breadcrumb !== undefined && { breadcrumb })} />;
}
