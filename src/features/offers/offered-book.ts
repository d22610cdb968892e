import { browserEnvironment } from '#src/sync/browser-environment.ts';
import { OfferedBookStore } from '#src/sync/offered-book.ts';

/** What a visitor makes ready on this device. */
export type OfferStore = Pick<
  OfferedBookStore,
  | 'forgetOld'
  | 'readPages'
  | 'addPage'
  | 'describePage'
  | 'orderPages'
  | 'readTicket'
  | 'keepTicket'
  | 'readText'
  | 'keepText'
  | 'dropText'
  | 'clear'
>;

let opened: OfferedBookStore | null = null;

/** The one of this device. */
export function deviceOfferStore(): OfferStore {
  opened ??= new OfferedBookStore(browserEnvironment());
  return opened;
}
