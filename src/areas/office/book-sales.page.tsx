import { BookSalesScreen } from '#src/features/orders/book-sales.screen.tsx';

/** What the school sold, and its shop, for those who run it. */
export function BookSalesPage() {
  return <BookSalesScreen />;
}
