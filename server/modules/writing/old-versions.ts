import { sql } from 'kysely';
import type { Retention } from '#server/platform/retention.ts';
import { oldRows, type OldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** Nobody can go back to it: neither does it stand in its chapter, nor beside what stands there, nor is it the last one. */
const isPassed = sql<boolean>`
  not exists (select from chapters as chapter where chapter.tenant_id = work_revisions.tenant_id
    and chapter.id = work_revisions.part_id and chapter.version = work_revisions.id)
  and not exists (select from diverged_versions as beside where beside.tenant_id = work_revisions.tenant_id
    and beside.version = work_revisions.id)
  and exists (select from work_revisions as later where later.tenant_id = work_revisions.tenant_id
    and later.work_id = work_revisions.work_id and later.part_id = work_revisions.part_id
    and later.revision > work_revisions.revision)`;

/** Earlier versions of what children wrote. */
export const oldVersions = (kept: Retention): OldRows =>
  oldRows('work_revisions', {
    since: 'made_at',
    keptFor: kept.versions * day,
    which: isPassed,
    hasTimedIds: true,
    isWrittenOnce: true,
  });
