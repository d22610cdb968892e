import { sql } from 'kysely';
import { Problem } from '#contract/kit/problem.ts';
import type { CeilingsForm, TenantUsage } from '#contract/tenants/tenant-usage.schema.ts';
import { usualWeek } from '#contract/kit/ceilings.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { auditBoth } from '#server/platform/audit-both.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { readStanding } from '#server/platform/usage.ts';

const megabyte = 1_000_000;
const gigabyte = 1000 * megabyte;
const shownDays = 14;

type Acting = Pick<Call<Actor>, 'transaction' | 'tenant' | 'actor' | 'now'>;

/** In the tenant's scope. @throws Problem `tenants.not_found` */
async function findTenant(transaction: TenantTransaction, tenantId: string) {
  const tenant = await transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'is_platform'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
  if (!tenant || tenant.is_platform) throw new Problem(tenantProblems.not_found);
  return tenant;
}

async function read(transaction: TenantTransaction, tenantId: string, now: Date): Promise<TenantUsage> {
  const { bytes, media_bytes, mails, mails_a_day, own } = await readStanding(transaction, tenantId, now);
  const days = await transaction
    .selectFrom('tenant_usage')
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .select(['bytes', 'works', 'calls', 'mails'])
    .where('tenant_id', '=', tenantId)
    .orderBy('day', 'desc')
    .limit(shownDays)
    .execute();
  return {
    media: { used: bytes, most: media_bytes, is_usual: !own.media },
    mails: { used: mails, most: mails_a_day, is_usual: !own.mails },
    student_week: await readStudentWeek(transaction, tenantId),
    days: days.toReversed(),
  };
}

async function readStudentWeek(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<TenantUsage['student_week']> {
  const own = await transaction
    .selectFrom('tenant_ceilings')
    .select(['student_week_bytes as bytes', 'student_week_pieces as pieces'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  const ceiling = (what: keyof typeof usualWeek) => {
    const said = own?.[what] ?? null;
    return { most: said ?? usualWeek[what], is_usual: said === null };
  };
  return { bytes: ceiling('bytes'), pieces: ceiling('pieces') };
}

/** @throws Problem `tenants.not_found` */
export function readUsage(tenantId: string, { transaction, now }: Acting): Promise<TenantUsage> {
  return elsewhere(transaction, tenantId, async () => {
    await findTenant(transaction, tenantId);
    return await read(transaction, tenantId, now);
  });
}

/** @throws Problem `tenants.not_found` */
export function setCeilings(
  tenantId: string,
  { reason, ...ceilings }: CeilingsForm,
  call: Acting,
): Promise<TenantUsage> {
  const { transaction, now } = call;
  return elsewhere(transaction, tenantId, async () => {
    const tenant = await findTenant(transaction, tenantId);
    const { media_gb, mails_a_day, student_mb_a_week, student_pieces_a_week } = ceilings;
    const columns = {
      media_bytes: media_gb === null ? null : media_gb * gigabyte,
      mails_a_day,
      student_week_bytes: student_mb_a_week === null ? null : student_mb_a_week * megabyte,
      student_week_pieces: student_pieces_a_week,
    };
    await transaction
      .insertInto('tenant_ceilings')
      // Under another ceiling the office is told once more.
      .values({ tenant_id: tenantId, ...columns, updated_at: now })
      .onConflict((conflict) =>
        conflict.column('tenant_id').doUpdateSet({ ...columns, told_at: null, updated_at: now }),
      )
      .execute();
    await auditBoth(call, tenant, 'tenants.ceilings_set', { reason, ...ceilings });
    return await read(transaction, tenantId, now);
  });
}
