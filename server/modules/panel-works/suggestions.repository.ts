import { sql } from 'kysely';
import type { Panel } from '#server/platform/panel.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { PickedPlace } from './picks.repository.ts';

/** Again where they suggested it before: what was declined once may be suggested with better words. */
export async function putSuggestion(
  transaction: TenantTransaction,
  tenantId: string,
  {
    school_id,
    work_id,
    suggested_by,
    why,
    now,
  }: PickedPlace & { suggested_by: string; why: string; now: Date },
): Promise<void> {
  const said = { why, suggested_at: now, state: 'open' } as const;
  await transaction
    .insertInto('pick_suggestions')
    .values({ tenant_id: tenantId, school_id, work_id, suggested_by, ...said })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'school_id', 'work_id', 'suggested_by']).doUpdateSet(said),
    )
    .execute();
}

export async function countOpenOf(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('pick_suggestions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('suggested_by', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** Of one champion, the latest first. */
export function listSuggestionsOf(
  transaction: TenantTransaction,
  { tenantId, userId, limit }: { tenantId: string; userId: string; limit: number },
) {
  return transaction
    .selectFrom('pick_suggestions')
    .select(['school_id', 'work_id', 'why', 'suggested_at', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('suggested_by', '=', userId)
    .orderBy('suggested_at', 'desc')
    .orderBy('work_id')
    .limit(limit)
    .execute();
}

/** Open ones about a work, locked: when each was made. */
export function lockOpen(
  transaction: TenantTransaction,
  tenantId: string,
  { school_id, work_id }: PickedPlace,
) {
  return transaction
    .selectFrom('pick_suggestions')
    .select('suggested_at')
    .where('tenant_id', '=', tenantId)
    .where('school_id', '=', school_id)
    .where('work_id', '=', work_id)
    .where('state', '=', 'open')
    .forUpdate()
    .execute();
}

/** All that are open about a work. */
export async function settleSuggestions(
  transaction: TenantTransaction,
  tenantId: string,
  { school_id, work_id, state }: PickedPlace & { state: 'picked' | 'declined' },
): Promise<void> {
  await transaction
    .updateTable('pick_suggestions')
    .set({ state })
    .where('tenant_id', '=', tenantId)
    .where('school_id', '=', school_id)
    .where('work_id', '=', work_id)
    .where('state', '=', 'open')
    .execute();
}

export interface OpenSuggestion {
  tenant_id: string;
  id: string;
  school_name: string;
  user_id: string;
  name: string;
  why: string;
  suggested_at: Date;
}

/** Open ones of the works that were suggested last, by work and the latest first. */
export async function listOpen(panel: Panel, limit: number): Promise<OpenSuggestion[]> {
  const { rows } = await sql<OpenSuggestion>`
    with latest as (
      select school_id, work_id, max(suggested_at) as suggested_at from pick_suggestions
      where state = 'open' group by school_id, work_id order by max(suggested_at) desc, work_id limit ${limit}
    )
    select said.school_id as tenant_id, said.work_id as id, school.school_name, said.suggested_by as user_id,
      person.listed_name as name, said.why, said.suggested_at
    from latest
    join pick_suggestions as said on said.school_id = latest.school_id and said.work_id = latest.work_id
      and said.state = 'open'
    join tenants as school on school.id = said.school_id and school.suspended_at is null
    join users as person on person.tenant_id = said.tenant_id and person.id = said.suggested_by
    order by latest.suggested_at desc, said.work_id, said.suggested_at desc, said.suggested_by`.execute(
    panel,
  );
  return rows;
}
