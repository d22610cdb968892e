import { sealedJoinLinks } from './modules/content-editing/join-links.ts';
import { sealedLetters } from './modules/mail/mail.outbox.ts';
import { sealedAddresses } from './modules/orders/addresses.ts';
import { sealedPayLinks } from './modules/payments/paying.service.ts';
import type { SealedColumn } from './platform/rotation.ts';
import { wrappedKeys } from './platform/tenant-keys.ts';

/** All that the secret key seals in the database. Pupils' passwords are sealed by the key of their school. */
export const sealedColumns: readonly SealedColumn[] = [
  wrappedKeys,
  ...sealedLetters,
  sealedAddresses,
  sealedPayLinks,
  sealedJoinLinks,
];
