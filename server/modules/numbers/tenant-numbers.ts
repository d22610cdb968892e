import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Panel } from '#server/platform/panel.ts';

const hour = 60 * 60 * 1000;
const week = 7 * 24 * hour;
/** Milliseconds after which a tenant is counted though nothing moved: people sign in, and a day ends. */
const oldAfter = 12 * hour;

/** A tenant that has to be counted. */
export interface DueTenant {
  id: string;
  /** Sum of the versions of the school's scope and of its classes: it grows with each change of what is counted. */
  moved: number;
}

/** Tenants in which something moved since they were counted, or that were counted long ago; those that waited longest first. */
export async function listDueTenants(panel: Panel, now: Date, most: number): Promise<DueTenant[]> {
  const { rows } = await sql<DueTenant>`
    select id, moved from (
      select tenant.id, counted.scope_version, counted.as_of, (
        select coalesce(sum(version), 0)::bigint from scope_versions as scope
        where scope.tenant_id = tenant.id and (scope.scope like 'class:%' or scope.scope like 'school:%')
      ) as moved
      from tenants as tenant left join tenant_numbers as counted on counted.tenant_id = tenant.id
      where not tenant.is_platform and tenant.gone_at is null
        and (tenant.closes_at is null or tenant.closes_at > ${now})
    ) as tenant
    where scope_version is distinct from moved or as_of < ${new Date(now.getTime() - oldAfter)}
    order by as_of nulls first, id limit ${most}`.execute(panel);
  return rows;
}

/**
 * Counts a tenant in its own scope and keeps the numbers, with those of today and yesterday (UTC): yesterday ended since.
 * @param isForStrangers whether a stranger may see a row called `work`
 */
export async function countTenant(
  transaction: TenantTransaction,
  { id, moved }: DueTenant,
  now: Date,
  isForStrangers: (tenantId: string) => RawBuilder<boolean>,
): Promise<void> {
  await sql`
    insert into tenant_numbers (
      tenant_id, students, staff, classes, books, stories, public_works, active, bytes, scope_version, as_of, kind_words
    )
    select ${id}::uuid, people.students, people.staff, (
        select count(*) from school_classes where tenant_id = ${id} and archived_at is null
      ), works.books, works.stories, works.public_works, people.active, (
        select sum(bytes) from (
          select coalesce(bytes, octet_length(content)) as bytes from assets where tenant_id = ${id}
          union all select coalesce(bytes, octet_length(content)) from stored_files where tenant_id = ${id}
          union all select coalesce(bytes, octet_length(content)) from resource_files where tenant_id = ${id}
          union all select bytes from content_film_parts where tenant_id = ${id}
          union all select octet_length(content) from tenant_logos where tenant_id = ${id}
          union all select 0
        ) as kept
      ), ${moved}::bigint, ${now}::timestamptz, (
        select count(*) from works as work
        join reactions as reaction on reaction.tenant_id = work.tenant_id and reaction.work_id = work.id
        where work.tenant_id = ${id} and work.archived_at is null and ${isForStrangers(id)}
      )
    from (
      select count(*) filter (where role = 'student') as students,
        count(*) filter (where role not in ('student', 'parent') and home_user_id is null) as staff,
        count(*) filter (where last_login >= ${new Date(now.getTime() - week)}) as active
      from users where tenant_id = ${id} and archived_at is null
    ) as people, (
      select count(*) filter (where work.kind = 'book') as books, count(*) filter (where work.kind = 'story') as stories,
        count(*) filter (where work.kind <> 'message' and ${isForStrangers(id)}) as public_works
      from works as work where work.tenant_id = ${id} and work.archived_at is null
    ) as works
    on conflict (tenant_id) do update set students = excluded.students, staff = excluded.staff,
      classes = excluded.classes, books = excluded.books, stories = excluded.stories,
      public_works = excluded.public_works, active = excluded.active, bytes = excluded.bytes,
      scope_version = excluded.scope_version, as_of = excluded.as_of, kind_words = excluded.kind_words`.execute(
    transaction,
  );
  await sql`
    insert into tenant_days (tenant_id, day, students, staff, active, sign_ins, published)
    select ${id}::uuid, days.day, numbers.students, numbers.staff, (
        select count(distinct user_id) from sessions
        where tenant_id = ${id} and created_at >= days.begins and created_at < days.begins + interval '1 day'
      ), (
        select count(*) from sessions
        where tenant_id = ${id} and created_at >= days.begins and created_at < days.begins + interval '1 day'
      ), (
        select count(*) from works
        where tenant_id = ${id} and published_at >= days.begins and published_at < days.begins + interval '1 day'
      )
    from (
      select today.day - back as day, (today.day - back)::timestamp at time zone 'UTC' as begins, back
      from (select (${now}::timestamptz at time zone 'UTC')::date as day) as today, generate_series(0, 1) as back
    ) as days, tenant_numbers as numbers
    where numbers.tenant_id = ${id}
    on conflict (tenant_id, day) do update set active = excluded.active, sign_ins = excluded.sign_ins,
      published = excluded.published,
      students = case when excluded.day = (${now}::timestamptz at time zone 'UTC')::date
        then excluded.students else tenant_days.students end,
      staff = case when excluded.day = (${now}::timestamptz at time zone 'UTC')::date
        then excluded.staff else tenant_days.staff end`.execute(transaction);
}
