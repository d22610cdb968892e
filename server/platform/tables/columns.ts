import type { ColumnType } from 'kysely';

export type Made = ColumnType<Date, Date | undefined, Date>;
export type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** PostgreSQL's bigint: read as text by the driver, so read as a number by our type parser (below 2^53). */
export type Big = number;
/** Written as text; read as what it holds. */
export type Json = ColumnType<unknown, string, string>;

export type PrivacyColumn = 'public' | 'private' | 'community';

export type GrantEndColumn = 'card_replaced' | 'password_compromised' | 'archived';

export type KeptColumn = 'signed_in' | 'made_something' | 'moved';

export type CardEndColumn = 'card_replaced' | 'class_replaced' | 'school_replaced' | 'not_printed';

export type WorkKindColumn = 'book' | 'story' | 'message';

export type WorkStateColumn =
  | 'draft'
  | 'submitted'
  | 'returned'
  | 'approved'
  | 'published'
  | 'withdrawn'
  | 'archived';

export type LetterStateColumn =
  | 'waiting'
  | 'sent'
  | 'bounced'
  | 'complained'
  | 'failed'
  | 'suppressed'
  | 'replaced';

export type LetterEventColumn = Exclude<LetterStateColumn, 'waiting'> | 'deferred' | 'delayed';

export type SuppressionColumn = 'refused' | 'returned' | 'deferred' | 'complaint' | 'manual';

export type TaxedColumn = 'digital' | 'print' | 'shipping' | 'plan';

export type OrderLineColumn = TaxedColumn | 'gift';

export type FulfilmentColumn =
  | 'ready'
  | 'to_make'
  | 'made'
  | 'sent'
  | 'delivered'
  | 'cannot_be_made'
  | 'withdrawn';

export type PartyColumn = 'tax' | 'platform' | 'school' | 'cause';

export type PaymentProviderColumn = 'stripe' | 'paypal' | 'phonepe' | 'transfer';

export type PaymentStateColumn = 'begun' | 'waiting' | 'captured' | 'failed' | 'cancelled' | 'expired';

export type CertificateColumn = 'giving' | 'raised' | 'challenge' | 'course';

export type DocumentColumn = 'order' | 'donation' | 'subscription' | 'credit-note';

export type SubscriptionColumn = 'trial' | 'active' | 'grace' | 'read_only' | 'ended';

export type ContentKindColumn =
  | 'page'
  | 'legal'
  | 'course'
  | 'lesson'
  | 'hub'
  | 'challenge'
  | 'event'
  | 'goal'
  | 'film';

export type RefundOriginColumn = 'staff' | 'buyer' | 'paid_twice' | 'withdrawn' | 'provider' | 'dispute';
