import { sql } from 'kysely';
import type { TenantTransaction } from './database.ts';
import type { LocksAhead } from './route.ts';

/**
 * Locks rows of a table in the order of their ids, whatever order they come in: of two who lock the same ones, one waits for
 * the other and never both.
 */
export function lockInOrder(table: 'school_classes' | 'students' | 'works'): LocksAhead['lock'] {
  return async (transaction: TenantTransaction, tenantId, ids) => {
    await transaction
      .selectFrom(table)
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
  };
}
