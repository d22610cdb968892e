import '#src/ui/classroom-styles.ts';
import { ConfirmOfferScreen } from '#src/features/offers/confirm-offer.screen.tsx';
import { OfferScreen } from '#src/features/offers/offer.screen.tsx';

/** Files become pages as they do for those who have an account. */
const pagesOf = async (files: readonly File[]) =>
  await (await import('#src/features/book-files/file-pages.ts')).pagesOf(files);

/** `/uploadbook` for visitors: a book is made ready on the device and handed in. No device keeps it; it needs a network. */
export function OfferArea() {
  return <OfferScreen pagesOf={pagesOf} />;
}

/** `/uploadbook?confirm=1#token=…`: opened by the link in the e-mail, whoever is signed in there. */
export function ConfirmOfferArea() {
  return <ConfirmOfferScreen />;
}
