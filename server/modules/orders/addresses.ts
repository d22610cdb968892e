import { Address } from '#contract/orders/orders.schema.ts';
import { sealJson, unsealJson } from '#server/platform/sealing.ts';
import type { SealedColumn } from '#server/platform/rotation.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

const purpose = 'addresses of orders';
const contextOf = (tenantId: string, orderId: string) => `address ${tenantId} ${orderId}`;

export const sealedAddresses: SealedColumn = {
  table: 'orders',
  column: 'sealed_address',
  id: 'id',
  purpose,
  context: contextOf,
};

export type Addresses = ReturnType<typeof createAddresses>;

/** Where printed books go; sealed in the database. */
export function createAddresses({ secretKey }: { secretKey: SecretKey }) {
  const key = secretKey.sealing(purpose);
  const open = (tenantId: string, orderId: string, sealed: Buffer | null): Address | null =>
    sealed && unsealJson(Address, key, { sealed, context: contextOf(tenantId, orderId) });
  return {
    open,

    seal: (tenantId: string, orderId: string, address: Address | null): Buffer | null =>
      address && sealJson(key, address, contextOf(tenantId, orderId)),

    /** As it stands on paper; empty where none was asked for. */
    linesOf(tenantId: string, orderId: string, sealed: Buffer | null): string {
      const address = open(tenantId, orderId, sealed);
      return address ? `${address.street}\n${address.postcode} ${address.city}`.trim() : '';
    },
  };
}
