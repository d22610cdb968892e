import { sql, type RawBuilder } from 'kysely';
import { addDays, dayOf, mondayOf } from '#contract/kit/day.ts';
import type { WorkNumbers, WorkNumbersQuery } from '#contract/panel/numbers.schema.ts';
import { levels, workKinds } from '#contract/works/works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Panel } from '#server/platform/panel.ts';
import type { PanelCall } from '#server/platform/route.ts';
import { unlessTooWide } from '../panel/panel-page.ts';

/** A number of a day (UTC). */
export interface Metric {
  metric: string;
  day: string;
  value: number;
}

const hour = 60 * 60 * 1000;

/** Who may see a row called `work`, of one tenant. */
export type AudienceOf = (tenantId: string) => RawBuilder<unknown>;

/** Counts the works of a tenant in its own scope: what is there, and what happened today and yesterday (UTC). */
export async function countWorks(
  transaction: TenantTransaction,
  tenantId: string,
  now: Date,
  audienceOf: AudienceOf,
): Promise<void> {
  await transaction.deleteFrom('tenant_work_numbers').where('tenant_id', '=', tenantId).execute();
  await sql`
    insert into tenant_work_numbers (tenant_id, kind, part, value, works)
    with counted as (
      select work.id, work.kind, work.state, work.language, work.level, work.sdgs, work.submitted_at,
        case when work.state = 'published' then ${audienceOf(tenantId)} else 'unpublished' end as audience
      from works as work where work.tenant_id = ${tenantId} and work.archived_at is null
    ), shown as (select kind, language, level, sdgs from counted where state = 'published')
    select ${tenantId}::uuid, kind, part, value, count(*) from (
      select kind, 'audience' as part, audience as value from counted
      union all select kind, 'language', language from shown
      union all select kind, 'level', coalesce(level, 'none') from shown
      union all select kind, 'goal', goal::text from shown, unnest(sdgs) as goal
      union all select kind, 'waiting', case
          when submitted_at >= ${new Date(now.getTime() - 24 * hour)} then 'day'
          when submitted_at >= ${new Date(now.getTime() - 7 * 24 * hour)} then 'week' else 'longer' end
        from counted where state = 'submitted'
      union all select counted.kind, 'shelf', category.folded_name
        from counted
        join work_categories as link on link.tenant_id = ${tenantId} and link.work_id = counted.id
        join categories as category on category.tenant_id = ${tenantId} and category.id = link.category_id
        where counted.audience = 'public' and category.archived_at is null
    ) as parts group by kind, part, value`.execute(transaction);
  const onDay = (moment: RawBuilder<unknown>) =>
    sql`count(*) filter (where ${moment} >= days.begins and ${moment} < days.begins + interval '1 day')`;
  await sql`
    insert into tenant_work_days (tenant_id, day, kind, made, handed_in, published)
    select ${tenantId}::uuid, days.day, work.kind, ${onDay(sql`work.created_at`)}, ${onDay(sql`work.submitted_at`)},
      ${onDay(sql`work.published_at`)}
    from (
      select today.day - back as day, (today.day - back)::timestamp at time zone 'UTC' as begins
      from (select (${now}::timestamptz at time zone 'UTC')::date as day) as today, generate_series(0, 1) as back
    ) as days
    join works as work on work.tenant_id = ${tenantId}
      and greatest(work.created_at, work.submitted_at, work.published_at) >= days.begins
    group by days.day, work.kind
    on conflict (tenant_id, day, kind) do update set made = excluded.made, published = excluded.published,
      handed_in = greatest(tenant_work_days.handed_in, excluded.handed_in)`.execute(transaction);
}

/**
 * Works of all tenants, by the panel's role: `works.<kind>.<made|handed_in|published>` of today and yesterday, and
 * `works_now.<kind>.<part>.<value>` of today.
 */
export async function countWorksOfAll(panel: Panel, now: Date): Promise<Metric[]> {
  const today = dayOf(now);
  const { rows } = await sql<Metric>`
    select 'works.' || day.kind || '.' || number.name as metric, day.day::text, sum(number.value)::bigint as value
    from tenant_work_days as day, lateral (
      values ('made', day.made), ('handed_in', day.handed_in), ('published', day.published)
    ) as number (name, value)
    where day.day between ${today}::date - 1 and ${today}::date
    group by 1, 2
    union all
    select 'works_now.' || kind || '.' || part || '.' || value, ${today}, sum(works)::bigint
    from tenant_work_numbers where part <> 'shelf' group by 1`.execute(panel);
  return rows;
}

/** What is counted of works, over so many days. */
export async function readWorkNumbers(
  { panel, now }: Pick<PanelCall, 'panel' | 'now'>,
  { days, kind }: WorkNumbersQuery,
): Promise<WorkNumbers> {
  const since = mondayOf(addDays(dayOf(now), 1 - Number(days)));
  const kinds = kind === undefined ? workKinds : [kind];
  const rows = await unlessTooWide(() =>
    panel
      .selectFrom('platform_days')
      .select(['metric', sql<string>`day::text`.as('day'), sql<number>`value`.as('value')])
      .where('metric', 'like', 'works%')
      .where('day', '>=', since)
      .orderBy('day')
      .execute(),
  );
  const weeks = new Map<string, WorkNumbers['weeks'][number]>();
  const latest = new Map<string, number>();
  for (const { metric, day, value } of rows) {
    const [group, of, part = '', ...rest] = metric.split('.');
    if (!kinds.some((each) => each === of)) continue;
    if (group === 'works_now') {
      const name = [part, ...rest].join('.');
      latest.set(name, (latest.get(name) ?? 0) + value);
    } else if (part === 'made' || part === 'handed_in' || part === 'published') {
      const monday = mondayOf(day);
      const week = weeks.get(monday) ?? { monday, made: 0, handed_in: 0, published: 0 };
      weeks.set(monday, { ...week, [part]: week[part] + value });
    }
  }
  const of = (name: string) => latest.get(name) ?? 0;
  const languages = [...latest].flatMap(([name, works]) =>
    name.startsWith('language.') ? [{ language: name.slice('language.'.length), works }] : [],
  );
  return {
    weeks: [...weeks.values()],
    audiences: {
      public: of('audience.public'),
      community: of('audience.community'),
      private: of('audience.private'),
      unpublished: of('audience.unpublished'),
    },
    languages: languages.toSorted((one, other) => one.language.localeCompare(other.language)),
    levels: [...levels, 'none' as const].map((level) => ({ level, works: of(`level.${level}`) })),
    goals: Array.from({ length: 17 }, (_, place) => ({ goal: place + 1, works: of(`goal.${place + 1}`) })),
    waiting: { day: of('waiting.day'), week: of('waiting.week'), longer: of('waiting.longer') },
  };
}
