import { uuidv7 } from 'uuidv7';
import type { ApiWorld } from './api-world.ts';

/** A page that is live since yesterday, of the platform where no school is named. @returns its id */
export async function makeLivePage(world: ApiWorld, tenantId = world.platform.id): Promise<string> {
  const { administrator } = world.testDatabase;
  const id = uuidv7();
  const shared = tenantId === world.platform.id;
  await administrator.query(
    `insert into content_pages (tenant_id, id, kind, slug, shared, created_at) values ($1, $2, 'page', $3, $4, now())`,
    [tenantId, id, `page-${id}`, shared],
  );
  await addLiveVersion(world, { tenantId, id }, 1);
  return id;
}

/** A version of it that takes the place of the earlier ones. */
export async function addLiveVersion(
  world: ApiWorld,
  { tenantId = world.platform.id, id }: { tenantId?: string; id: string },
  n: number,
): Promise<void> {
  await world.testDatabase.administrator.query(
    `insert into content_versions
       (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
     values ($1, $2, 'en', $3, $4, $5, '[]', 'words', now(), $6::timestamptz)`,
    [
      tenantId,
      id,
      n,
      tenantId === world.platform.id,
      JSON.stringify({
        kind: 'page',
        title: `Version ${n}`,
        summary: 'A page',
        for: 'everyone',
        goals: [],
        ages: [],
      }),
      new Date(Date.now() - (1000 - n) * 60_000),
    ],
  );
}
