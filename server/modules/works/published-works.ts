import { sql } from 'kysely';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { Actor, Call } from '#server/platform/route.ts';

/**
 * Notes what these students published, after who can see it may have changed: their devices fetch it again with its audience.
 */
export async function notePublishedWorks(
  studentIds: readonly string[],
  { transaction, actor, changes }: Call<Actor>,
): Promise<void> {
  const { rows } = await sql<{ id: string; author_id: string }>`
    select work.id, work.author_id from works as work
    where work.tenant_id = ${actor.tenant_id} and work.state = 'published'
      and work.author_id = any(${studentIds}::uuid[])`.execute(transaction);
  for (const { id, author_id } of rows) changes.put(scopeOf.user(author_id), 'works', id);
}
