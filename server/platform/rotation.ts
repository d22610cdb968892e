import { sql } from 'kysely';
import { inPlatformScope, inTenant, type Database } from './database.ts';
import { reseal } from './sealing.ts';
import type { SecretKey } from './secret-key.ts';
import type { Tables } from './tables.ts';

/** Rows of one transaction: nobody waits long for one of them. */
const usualBatch = 200;

/** A column that the secret key seals. */
export interface SealedColumn<Table extends keyof Tables = keyof Tables> {
  readonly table: Table;
  readonly column: string;
  /** What the row is found by, beside its tenant. */
  readonly id: string;
  readonly purpose: string;
  context(tenantId: string, id: string): string;
}

/**
 * Seals anew with the first key what others sealed, school by school. It may be stopped at any moment and begun again: what was
 * sealed stays sealed, and is passed over the next time.
 * @returns how many values were sealed anew
 */
export async function rotateKeys(options: {
  database: Database;
  secretKey: SecretKey;
  columns: readonly SealedColumn[];
  /** After each transaction, with how many values it sealed. */
  onBatch?: (count: number) => void;
  batch?: number;
}): Promise<number> {
  const { database, columns, onBatch } = options;
  const tenants = await inPlatformScope(database, (transaction) =>
    transaction.selectFrom('tenants').select('id').orderBy('id').execute(),
  );
  let resealed = 0;
  for (const { id } of tenants) {
    for (const column of columns) {
      for (let after: string | null = null; ;) {
        const batch = await resealSome(options, { tenantId: id, column, after });
        resealed += batch.count;
        onBatch?.(batch.count);
        if (batch.last === null) break;
        after = batch.last;
      }
    }
  }
  return resealed;
}

async function resealSome(
  { database, secretKey, batch = usualBatch }: { database: Database; secretKey: SecretKey; batch?: number },
  { tenantId, column, after }: { tenantId: string; column: SealedColumn; after: string | null },
): Promise<{ count: number; last: string | null }> {
  const keys = secretKey.sealing(column.purpose);
  const [table, place, name] = [sql.table(column.table), sql.ref(column.id), sql.ref(column.column)];
  return await inTenant(database, tenantId, async (transaction) => {
    const { rows } = await sql<{ id: string; sealed: Buffer }>`
      select ${place} as id, ${name} as sealed from ${table}
      where tenant_id = ${tenantId} and ${name} is not null
        and (${after}::uuid is null or ${place} > ${after}::uuid)
      order by ${place} limit ${batch} for update`.execute(transaction);
    const changed = rows.flatMap(({ id, sealed }) => {
      const anew = reseal(keys, sealed, column.context(tenantId, id));
      return anew ? [{ id, anew }] : [];
    });
    if (changed.length > 0)
      await sql`
        update ${table} as kept set ${name} = changed.anew
        from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ anew }) => anew)}::bytea[]) as changed (id, anew)
        where kept.tenant_id = ${tenantId} and ${sql.ref(`kept.${column.id}`)} = changed.id`.execute(
        transaction,
      );
    return { count: changed.length, last: rows.length < batch ? null : (rows.at(-1)?.id ?? null) };
  });
}
