import { sql } from 'kysely';
import type { LearningRow } from '#contract/learning/learning-rows.schema.ts';
import type { StepDone } from '#contract/learning/learning.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Of which page a person does something. */
export interface LearntBy {
  tenantId: string;
  userId: string;
  pageId: string;
}

/** Whether a tenant may show the page; row-level security holds back what never was live. */
export async function isThere(transaction: TenantTransaction, pageId: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('content_pages')
    .select('id')
    .where('id', '=', pageId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Another step than those that are kept already; what is more than a page can have is a made-up one. */
async function hasRoom(
  transaction: TenantTransaction,
  { tenantId, userId, pageId }: LearntBy,
  { stepId, most }: { stepId: string; most: number },
): Promise<boolean> {
  const kept = await transaction
    .selectFrom('learning_steps')
    .select('step_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('page_id', '=', pageId)
    .execute();
  return kept.length < most || kept.some(({ step_id }) => step_id === stepId);
}

/** Adds what a device says; false where nothing changes. */
export async function addStep(
  transaction: TenantTransaction,
  by: LearntBy,
  { stepId, done, answer, most, now }: StepDone & { stepId: string; most: number; now: Date },
): Promise<boolean> {
  if (!(await hasRoom(transaction, by, { stepId, most }))) return false;
  const { tenantId, userId, pageId } = by;
  const { numAffectedRows } = await sql`
    insert into learning_steps (tenant_id, user_id, page_id, step_id, done_at, answer)
    values (${tenantId}, ${userId}, ${pageId}, ${stepId}, ${done ? now : null}::timestamptz,
      ${answer ? JSON.stringify(answer) : null}::jsonb)
    on conflict (tenant_id, user_id, page_id, step_id) do update
      set done_at = coalesce(learning_steps.done_at, excluded.done_at),
        answer = coalesce(excluded.answer, learning_steps.answer)
      where (learning_steps.done_at is null and excluded.done_at is not null)
        or (excluded.answer is not null and excluded.answer is distinct from learning_steps.answer)`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

/** What a person has done, and wants to be reminded of; of these pages alone, where some are named. */
export async function listLearning(
  transaction: TenantTransaction,
  tenantId: string,
  { userId, ids }: { userId: string; ids?: readonly string[] },
): Promise<LearningRow[]> {
  const rows = await transaction
    .selectFrom('learning_steps')
    .select(['page_id', 'step_id', 'done_at', 'answer'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .$if(ids !== undefined, (query) => query.where('page_id', '=', sql<string>`any(${ids ?? []}::uuid[])`))
    .orderBy('page_id')
    // As JavaScript orders it.
    .orderBy(sql`step_id collate "C"`)
    .execute();
  const pages = new Map<string, LearningRow>();
  for (const { page_id, step_id, done_at, answer } of rows) {
    const page = pages.get(page_id) ?? { id: page_id, steps: [] };
    page.steps.push({
      id: step_id,
      done_at: done_at?.toISOString() ?? null,
      answer: answer as string[] | null,
    });
    pages.set(page_id, page);
  }
  const reminders = await transaction
    .selectFrom('live_reminders')
    .select('page_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .$if(ids !== undefined, (query) => query.where('page_id', '=', sql<string>`any(${ids ?? []}::uuid[])`))
    .orderBy('page_id')
    .execute();
  for (const { page_id } of reminders)
    pages.set(page_id, { ...(pages.get(page_id) ?? { id: page_id, steps: [] }), is_reminded: true });
  return [...pages.values()];
}
