import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import type { PanelWork, PanelWorkQuery, PanelWorkText } from '#contract/panel/works.schema.ts';
import type { Panel } from '#server/platform/panel.ts';
import { foundByWords } from '../panel/found.ts';
import { readPage, unlessTooWide, type Asked, type ListQuestion } from '../panel/panel-page.ts';

const day = 24 * 60 * 60 * 1000;
const spans = { week: 7, month: 30, year: 365 } as const;

/** A work of the list as the panel's role knows it: nothing that was written. */
export interface ListedWork {
  id: string;
  tenant_id: string;
  school_name: string;
  published_at: Date;
  reports: number;
  is_picked: boolean;
}

/** The rule of `visibleTo` for strangers, of a row called `work` with its school; what is asked of the school itself has the last word. */
export const isForStrangers = sql<boolean>`work.is_public and school.suspended_at is null and not exists (
  select from students as student
  where student.tenant_id = work.tenant_id and student.id = work.author_id and (
    student.privacy_preference <> 'public' or not exists (
      select from guardian_permissions as permission
      where permission.tenant_id = work.tenant_id and permission.student_id = student.id
        and permission.purpose = 'public' and permission.ended_at is null
    )
  )
)`;

const hasOpenReports = sql<boolean>`exists (
  select from work_watch as watch
  where watch.tenant_id = work.tenant_id and watch.work_id = work.id and watch.readers > 0
)`;

/** Whether the platform has it on its shelf. */
const isPicked = (tenant: RawBuilder<unknown>, work: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from work_picks as pick where pick.school_id = ${tenant} and pick.work_id = ${work})`;

function conditionsOf(query: Asked<PanelWorkQuery>, now: Date): RawBuilder<boolean>[] {
  const { kind, tenant_id, language, level, goal, published, reports } = query;
  return [
    isForStrangers,
    kind === undefined ? sql<boolean>`work.kind <> 'message'` : sql<boolean>`work.kind = ${kind}`,
    ...(tenant_id === undefined ? [] : [sql<boolean>`work.tenant_id = ${tenant_id}`]),
    ...(language === undefined ? [] : [sql<boolean>`work.language = ${language}`]),
    ...(level === undefined ? [] : [sql<boolean>`work.level = ${level}`]),
    ...(goal === undefined ? [] : [sql<boolean>`${goal}::smallint = any(work.sdgs)`]),
    ...(published === undefined
      ? []
      : [sql<boolean>`work.published_at >= ${new Date(now.getTime() - spans[published] * day)}`]),
    ...(reports === undefined ? [] : [hasOpenReports]),
  ];
}

/** How many works schools keep from strangers, as they were counted last. */
async function countKept(panel: Panel, tenantId: string | undefined): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select coalesce(sum(books + stories - public_works), 0)::bigint as kept from tenant_numbers
    where ${tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`}`.execute(panel);
  return rows[0]?.kept ?? 0;
}

/** Works that strangers may see, the latest first: what lists of them share. */
export const latestForStrangers = {
  from: sql`works as work join tenants as school on school.id = work.tenant_id`,
  tenant_id: sql<string>`work.tenant_id`,
  id: sql<string>`work.id`,
  order: { value: sql`work.published_at`, form: 'moment', descending: true },
} as const;

/** Of each of them. */
export const columnsForStrangers = {
  id: sql`work.id`,
  tenant_id: sql`work.tenant_id`,
  school_name: sql`school.school_name`,
  published_at: sql`work.published_at`,
  reports: sql`coalesce((
    select watch.readers from work_watch as watch
    where watch.tenant_id = work.tenant_id and watch.work_id = work.id
  ), 0)`,
};

/** Without a word of theirs. */
export function worksAsked(query: Asked<PanelWorkQuery>, now: Date): ListQuestion<ListedWork> {
  const search = foundByWords(query.search, sql`work.public_search`);
  return {
    ...latestForStrangers,
    where: [...search, ...conditionsOf(query, now)],
    columns: { ...columnsForStrangers, is_picked: isPicked(sql`work.tenant_id`, sql`work.id`) },
    isSearch: search.length > 0,
  };
}

export async function listWorks(panel: Panel, query: PanelWorkQuery, now: Date) {
  const { rows, after, count } = await readPage(panel, worksAsked(query, now), query);
  const { search: words, kind, language, level, goal, published, reports } = query;
  const isNarrowed = [kind, language, level, goal, published, reports].some((each) => each !== undefined);
  const kept =
    isNarrowed || words !== '' ? null : await unlessTooWide(() => countKept(panel, query.tenant_id));
  return { rows, next: nextByKey(after, query), count, kept };
}

export interface FoundWork {
  school_name: string;
  /** A school that rests shows strangers nothing. */
  is_open: boolean;
  watch: PanelWorkText['watch'];
  reports: PanelWork['reports'];
  is_picked: boolean;
}

/** What the panel's role knows of one work; undefined where there is no such tenant. */
export async function findWork(
  panel: Panel,
  { tenantId, workId }: { tenantId: string; workId: string },
): Promise<FoundWork | undefined> {
  const { rows } = await sql<FoundWork>`
    select school.school_name, school.suspended_at is null as is_open, watch.state as watch,
      coalesce(watch.readers, 0) as reports, ${isPicked(sql`school.id`, sql`${workId}::uuid`)} as is_picked
    from tenants as school
    left join work_watch as watch on watch.tenant_id = school.id and watch.work_id = ${workId}
    where school.id = ${tenantId}`.execute(panel);
  return rows[0];
}
