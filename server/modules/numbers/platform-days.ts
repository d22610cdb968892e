import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Panel } from '#server/platform/panel.ts';
import { countWorksOfAll, type Metric } from './work-numbers.ts';

/** Nobody who was archived, and no guest: they are counted at home. As the indexes of staff say it, so that they are known to fit. */
const staff = sql`role <> 'student' and role <> 'parent' and archived_at is null and not is_guest`;

/**
 * What is counted of the whole platform now, by the panel's role: of today and yesterday what happened, of today how many there are.
 * `role.<role>`, `country.<code>`, `never_came.<week|month|longer>`, `letters.<state>`, `sign_ins`, `published`, `tenants_made`,
 * and works by `countWorksOfAll`.
 */
export async function countPlatform(panel: Panel, now: Date): Promise<Metric[]> {
  const { rows } = await sql<Metric>`
    with days as (
      select today.day - back as day, (today.day - back)::timestamp at time zone 'UTC' as begins
      from (select (${now}::timestamptz at time zone 'UTC')::date as day) as today, generate_series(0, 1) as back
    ), today as (select max(day) as day from days)
    select 'sign_ins' as metric, day::text, coalesce(sum(sign_ins), 0)::bigint as value
      from days left join tenant_days using (day) group by day
    union all select 'published', day::text, coalesce(sum(published), 0)::bigint
      from days left join tenant_days using (day) group by day
    union all select 'tenants_made', day::text, (
        select count(*) from tenants
        where not is_platform and created_at >= days.begins and created_at < days.begins + interval '1 day'
      ) from days
    union all select 'letters.' || state, day::text, count(*)
      from days join email_messages on created_at >= days.begins and created_at < days.begins + interval '1 day'
      group by day, state
    union all select 'role.student', today.day::text, (select coalesce(sum(students), 0)::bigint from tenant_numbers) from today
    union all select 'role.' || role, today.day::text, count(*) from users, today where ${staff} group by role, today.day
    union all select 'country.' || country, today.day::text, count(*) from users, today
      where ${staff} and country is not null group by country, today.day
    union all select 'never_came.' || case when date_joined >= ${now}::timestamptz - interval '7 days' then 'week'
        when date_joined >= ${now}::timestamptz - interval '30 days' then 'month' else 'longer' end,
      today.day::text, count(*) from users, today where ${staff} and last_login is null group by 1, 2`.execute(
    panel,
  );
  return [...rows, ...(await countWorksOfAll(panel, now))];
}

/** In the platform's own scope. What is not counted any more on a day, such as letters that wait, is gone; countries are of one day. */
export async function keepPlatformDays(
  transaction: TenantTransaction,
  platformId: string,
  metrics: readonly Metric[],
): Promise<void> {
  const days = [...new Set(metrics.map(({ day }) => day))].toSorted();
  await sql`
    delete from platform_days
    where tenant_id = ${platformId} and (
      metric like 'country.%' or metric like 'works_now.%'
      or (metric like 'letters.%' and day = any(${days}::date[]))
      or (metric ~ '^(role|never_came)[.]' and day = ${days.at(-1) ?? null}::date)
    )`.execute(transaction);
  await sql`
    insert into platform_days (tenant_id, metric, day, value)
    select ${platformId}::uuid, counted.metric, counted.day, counted.value
    from unnest(
      ${metrics.map(({ metric }) => metric)}::text[],
      ${metrics.map(({ day }) => day)}::date[],
      ${metrics.map(({ value }) => value)}::bigint[]
    ) as counted (metric, day, value)
    on conflict (tenant_id, metric, day) do update set value = excluded.value`.execute(transaction);
}
