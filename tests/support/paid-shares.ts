import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { inPlatformScope, inTenant, type Database } from '#server/platform/database.ts';

/** Orders that were paid, each with one share of the same cause, whose hold is over; as many rows as nobody clicks together. */
export async function fillPaidShares(
  database: Database,
  { tenantId, causeId, count, amount }: { tenantId: string; causeId: string; count: number; amount: number },
): Promise<void> {
  await inTenant(database, tenantId, async (transaction) => {
    await sql`
      insert into orders (tenant_id, id, token, number, kind, state, currency, total, is_test, fingerprint,
        terms_version, origin, placed_at, lapses_at, paid_at)
      select ${tenantId}::uuid, gen_random_uuid(), substr(md5('given' || each::text), 1, 22), 'GIVEN-' || each, 'shop', 'paid',
        'EUR', ${amount}, true, ''::bytea, '2026-11', 'http://localhost', '2026-01-01', '2026-01-02', '2026-01-01'
      from generate_series(1, ${count}::integer) as each`.execute(transaction);
    await sql`
      insert into order_lines (tenant_id, id, order_id, place, kind, cause_id, title, quantity, unit_price, amount, tax_rate_bp)
      select tenant_id, gen_random_uuid(), id, 0, 'gift', ${causeId}::uuid, 'A gift', 1, ${amount}, ${amount}, 0
      from orders where tenant_id = ${tenantId}::uuid and number like 'GIVEN-%'`.execute(transaction);
    await sql`
      insert into order_shares (tenant_id, line_id, party, cause_id, amount, payable_on)
      select line.tenant_id, line.id, 'cause', line.cause_id, line.amount, '2026-01-16'
      from order_lines as line join orders as paid on paid.tenant_id = line.tenant_id and paid.id = line.order_id
      where line.tenant_id = ${tenantId}::uuid and paid.number like 'GIVEN-%'`.execute(transaction);
  });
}

/** A payout to the cause whose shares are not collected yet. @returns its id */
export async function insertPayout(database: Database, causeId: string): Promise<string> {
  const id = uuidv7();
  await inPlatformScope(database, (transaction) =>
    transaction
      .insertInto('payouts')
      .values({
        id,
        cause_id: causeId,
        school_id: null,
        up_to: '2026-11-26',
        currency: 'EUR',
        is_test: true,
        made_by: 'Paula',
        made_at: new Date(),
      })
      .execute(),
  );
  return id;
}
