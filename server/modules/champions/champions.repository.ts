import type { ChampionKind } from '#contract/kit/roles.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Two who decide about one champion do so one after the other. */
export async function lockChampion(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
) {
  return await transaction
    .selectFrom('champions')
    .select(['ends_at', 'revoked_at', 'updated_at'])
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Anew for those whose rights were over. */
export async function putChampion(
  transaction: TenantTransaction,
  champion: {
    tenant_id: string;
    user_id: string;
    kind: ChampionKind;
    why: string;
    ends_at: Date;
    granted_by: string;
    granted_at: Date;
    updated_at: Date;
  },
): Promise<void> {
  const { tenant_id: _tenant, user_id: _user, ...granted } = champion;
  await transaction
    .insertInto('champions')
    .values(champion)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ ...granted, revoked_at: null, revoked_by: null, revoked_why: null }),
    )
    .execute();
}

export async function changeChampion(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  change:
    | { why: string; ends_at: Date; granted_by: string; updated_at: Date }
    | { revoked_at: Date; revoked_by: string; revoked_why: string; updated_at: Date },
): Promise<void> {
  await transaction
    .updateTable('champions')
    .set(change)
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', id)
    .execute();
}
