import { OwnPayoutsSection } from '#src/features/causes/own-payouts.section.tsx';
import { BookSalesScreen } from '#src/features/sales/book-sales.screen.tsx';

/** What the school sold, and its shop, for those who run it. */
export function BookSalesPage() {
  return <BookSalesScreen payouts={<OwnPayoutsSection />} />;
}
