import { sql, type Insertable, type Updateable } from 'kysely';
import type { Plan, PlanVariant } from '#contract/subscriptions/subscriptions.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';

const planColumns = ['id', 'name', 'description', 'features'] as const;
const variantColumns = [
  'id',
  'plan_id',
  'period',
  'currency',
  'seat_price',
  'seat_minimum',
  'seat_maximum',
  'trial_days',
  'is_offered',
] as const;

export type PlanRow = Omit<Plan, 'variants'>;
export type VariantRow = Omit<PlanVariant, 'in_use'>;

export async function findRequiredSince(transaction: TenantTransaction): Promise<Date | null> {
  const row = await transaction.selectFrom('subscription_rules').select('required_since').executeTakeFirst();
  return row?.required_since ?? null;
}

export async function setRequiredSince(
  transaction: TenantTransaction,
  { required_since, now }: { required_since: Date | null; now: Date },
): Promise<void> {
  const changes = { required_since, updated_at: now };
  await transaction
    .insertInto('subscription_rules')
    .values(changes)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(changes))
    .execute();
}

/** By name; those with the shorter period and the lower price first. */
export async function listPlans(
  transaction: TenantTransaction,
): Promise<(PlanRow & { variants: VariantRow[] })[]> {
  const plans = await transaction
    .selectFrom('subscription_plans')
    .select(planColumns)
    .orderBy(sql`lower(name)`)
    .execute();
  const variants = await transaction
    .selectFrom('subscription_variants')
    .select(variantColumns)
    .orderBy('period')
    .orderBy('currency')
    .orderBy('seat_price')
    .orderBy('id')
    .execute();
  return plans.map((plan) => ({ ...plan, variants: variants.filter(({ plan_id }) => plan_id === plan.id) }));
}

export function findPlan(
  transaction: TenantTransaction,
  by: { id: string } | { name: string },
): Promise<PlanRow | undefined> {
  return transaction
    .selectFrom('subscription_plans')
    .select(planColumns)
    .where((where) =>
      'id' in by ? where('id', '=', by.id) : where(sql`lower(name)`, '=', sql`lower(${by.name})`),
    )
    .executeTakeFirst();
}

/** Locked, so that nobody removes or changes it at the same moment. */
export async function lockPlan(transaction: TenantTransaction, id: string): Promise<PlanRow | undefined> {
  return await transaction
    .selectFrom('subscription_plans')
    .select(planColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** With its plan. */
export async function findVariant(
  transaction: TenantTransaction,
  id: string,
): Promise<(VariantRow & { plan: PlanRow }) | undefined> {
  const variant = await transaction
    .selectFrom('subscription_variants')
    .select(variantColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  const plan = variant && (await findPlan(transaction, { id: variant.plan_id }));
  return variant && plan && { ...variant, plan };
}

/** One that a school has, so it is there. */
export async function getVariant(
  transaction: TenantTransaction,
  id: string,
): Promise<VariantRow & { plan: PlanRow }> {
  const variant = await findVariant(transaction, id);
  if (!variant) throw new Error('A variant that a school has is there');
  return variant;
}

/** Locked: who chooses it at the same moment waits, or is counted. */
export async function lockVariant(
  transaction: TenantTransaction,
  id: string,
): Promise<VariantRow | undefined> {
  return await transaction
    .selectFrom('subscription_variants')
    .select(variantColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** False where there is one with this id or name already. */
export async function insertPlan(
  transaction: TenantTransaction,
  plan: Insertable<Tables['subscription_plans']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('subscription_plans')
    .values(plan)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updatePlan(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<Tables['subscription_plans']>,
): Promise<void> {
  await transaction.updateTable('subscription_plans').set(changes).where('id', '=', id).execute();
}

/** False where there is one with this id already. */
export async function insertVariant(
  transaction: TenantTransaction,
  variant: Insertable<Tables['subscription_variants']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('subscription_variants')
    .values(variant)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateVariant(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<Tables['subscription_variants']>,
): Promise<void> {
  await transaction.updateTable('subscription_variants').set(changes).where('id', '=', id).execute();
}

export async function removeVariant(transaction: TenantTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('subscription_variants').where('id', '=', id).execute();
}

export async function removePlan(transaction: TenantTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('subscription_plans').where('id', '=', id).execute();
}

/** In the platform scope: how many tenants have each variant now, for the next period too. */
export async function countUses(transaction: TenantTransaction): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; tenants: number }>`
    select variant.id,
      (
        select count(distinct held.tenant_id) from subscriptions as held
        where held.state <> 'ended' and (variant.id in (held.variant_id, held.next_variant_id) or exists (
          select from subscription_orders as bought
          where bought.tenant_id = held.tenant_id and bought.subscription_id = held.id
            and bought.variant_id = variant.id and bought.state = 'paid'
        ))
      ) as tenants
    from subscription_variants as variant`.execute(transaction);
  return new Map(rows.map(({ id, tenants }) => [id, tenants]));
}

/** In the platform scope: whether any tenant has one of these variants, chose it for the next period, or ever ordered it. */
export async function wereUsed(transaction: TenantTransaction, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ were_used: boolean }>`
    select exists (
      select from subscriptions
      where variant_id = any(${ids}::uuid[]) or next_variant_id = any(${ids}::uuid[])
    ) or exists (
      select from subscription_orders where variant_id = any(${ids}::uuid[])
    ) as were_used`.execute(transaction);
  return rows[0]?.were_used === true;
}
