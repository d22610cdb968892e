/**
 * Tables of which rows stay when a school is gone, each with why. The seller of all is the platform, so these are its own books, which
 * the law keeps for years. The last migration of the end names them, too.
 */
const keptTables: Readonly<Record<string, string>> = {
  bank_transfers: 'books of the seller',
  closing_counts: 'the receipt',
  closings: 'the receipt',
  document_series: 'numbers of invoices go on without a gap',
  documents: 'invoices, which are never changed',
  findings: 'differences of money that a person has to look at',
  order_lines: 'books of the seller',
  order_shares: 'books of the seller',
  orders: 'books of the seller',
  payment_events: 'what providers told, so that nothing is booked twice',
  payments: 'books of the seller',
  payout_parts: 'books of the seller',
  refund_lines: 'books of the seller',
  refunds: 'books of the seller',
  subscription_orders: 'books of the seller',
  subscriptions: 'books of the seller',
  transfers: 'books of the seller',
  written_off_shares: 'books of the seller',
};

export const isKept = (table: string): boolean => Object.hasOwn(keptTables, table);
