import { makeWorks } from '#server/seeds/factories.ts';
import type { ApiWorld, TestSchool } from '../api-world.ts';

/** Private stories of one child, as many as there are cells that use one up. */
export async function severalStories(
  { context }: ApiWorld,
  school: TestSchool,
  author: { id: string } | undefined,
  { state, count = 24 }: { state: 'published' | 'withdrawn'; count?: number },
): Promise<string[]> {
  const draft = { author_id: author?.id ?? '', state, visibility: 'private' } as const;
  const made = await makeWorks(
    context,
    school.tenant,
    Array.from({ length: count }, () => draft),
  );
  return made.map(({ id }) => id);
}

export async function takeDownByPlatform({ testDatabase }: ApiWorld, ids: readonly string[]): Promise<void> {
  await testDatabase.administrator.query(
    `update works set taken_down_at = now(), taken_down_by = 'platform' where id = any($1)`,
    [ids],
  );
}

export async function putInMonitoring(
  { testDatabase }: ApiWorld,
  ids: readonly string[],
  { state, asked = null }: { state: string; asked?: string | null },
): Promise<void> {
  await testDatabase.administrator.query(
    `insert into work_watch (tenant_id, work_id, kind, state, reasons, readers, risk, since, asked_at, asked_words)
      select tenant_id, id, kind, $2, '{unkind}', 1, 30, now(), case when $3::text is not null then now() end, $3
      from works where id = any($1)`,
    [ids, state, asked],
  );
}
