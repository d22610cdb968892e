import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';

/** One walk through the people of the school. `week` and `month`: when those began that count as lately. */
export async function countPeople(
  transaction: TenantTransaction,
  tenantId: string,
  { week, month }: { week: Date; month: Date },
) {
  const { rows } = await sql<{
    students: number;
    archived: number;
    never_signed_in: number;
    seen_in_week: number;
    seen_in_month: number;
    without_card: number;
    teachers: number;
  }>`
    select
      count(*) filter (where is_child and person.archived_at is null) as students,
      count(*) filter (where is_child and person.archived_at is not null) as archived,
      count(*) filter (where is_child and person.archived_at is null and person.last_login is null)
        as never_signed_in,
      count(*) filter (where is_child and person.archived_at is null and person.last_login >= ${week})
        as seen_in_week,
      count(*) filter (where is_child and person.archived_at is null and person.last_login >= ${month})
        as seen_in_month,
      count(*) filter (where is_child and person.archived_at is null and card.student_id is null)
        as without_card,
      count(*) filter (where not is_child and person.archived_at is null) as teachers
    from (
      select id, archived_at, last_login, role = 'student' as is_child
      from users
      where tenant_id = ${tenantId} and role in ('student', 'teacher', 'teacher_admin')
    ) as person
    left join (
      -- Cards that were thrown away before they were printed are none.
      select distinct student_id from login_cards
      where tenant_id = ${tenantId} and reason is distinct from 'not_printed'
    ) as card on card.student_id = person.id`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error('Counting gave no row');
  return row;
}

/** Classes of this year, and those of them that miss somebody. */
export async function countClasses(transaction: TenantTransaction, tenantId: string) {
  const { rows } = await sql<{ classes: number; without_teacher: number; without_students: number }>`
    select
      count(*) as classes,
      count(*) filter (where not exists (
        select from class_teachers as lead
        join users as teacher on teacher.tenant_id = ${tenantId} and teacher.id = lead.teacher_id
          and teacher.archived_at is null
        where lead.tenant_id = ${tenantId} and lead.school_class_id = class.id
      )) as without_teacher,
      count(*) filter (where not exists (
        select from enrollments as enrollment
        join users as child on child.tenant_id = ${tenantId} and child.id = enrollment.student_id
          and child.archived_at is null
        where enrollment.tenant_id = ${tenantId} and enrollment.school_class_id = class.id
          and enrollment.ended_at is null
      )) as without_students
    from school_classes as class
    where class.tenant_id = ${tenantId} and class.archived_at is null`.execute(transaction);
  return rows[0] ?? { classes: 0, without_teacher: 0, without_students: 0 };
}

export async function countTablets(transaction: TenantTransaction, tenantId: string, now: Date) {
  const { rows } = await sql<{
    tablets: number;
    with_unsent: number;
    parked: number;
    asking: number;
    invited: number;
    reported: number;
    offered: number;
  }>`
    select count(*) as tablets, count(*) filter (where unsent > 0) as with_unsent,
      (select count(*) from parked_calls where tenant_id = ${tenantId}) as parked,
      (select count(*) from organization_schools where school_id = ${tenantId} and asked_at is not null)
        as asking,
      (select count(*) from invitations
        where tenant_id = ${tenantId} and used_at is null and revoked_at is null and expires_at > ${now}) as invited,
      (select count(distinct report.work_id) from work_reports as report
        join works as work on work.tenant_id = ${tenantId} and work.id = report.work_id and work.state <> 'archived'
        where report.tenant_id = ${tenantId} and report.decided_at is null) as reported,
      (select count(*) from book_offers where tenant_id = ${tenantId} and handed_in_at is not null) as offered
    from devices where tenant_id = ${tenantId}`.execute(transaction);
  return rows[0] ?? { tablets: 0, with_unsent: 0, parked: 0, asking: 0, invited: 0, reported: 0, offered: 0 };
}

/**
 * Children who signed in between one moment and the next, by the place of the first of the two, from 1; the last of them has
 * no end. Day by day, so that no more than a day's are told apart at a time, and by the index alone.
 */
export async function countSignIns(
  transaction: TenantTransaction,
  tenantId: string,
  begins: readonly Date[],
): Promise<Map<number, number>> {
  const ends = [...begins.slice(1), null];
  const { rows } = await sql<{ place: number; children: number }>`
    select day.place, came.children
    from unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) with ordinality as day (begun, ended, place)
    cross join lateral (
      select count(*) as children from (
        select distinct session.user_id from sessions as session
        where session.tenant_id = ${tenantId} and session.created_at >= day.begun
          and session.created_at < coalesce(day.ended, 'infinity')
      ) as person
      where person.user_id not in (
        select id from users where tenant_id = ${tenantId} and role <> 'student'
      )
    ) as came`.execute(transaction);
  return new Map(rows.map(({ place, children }) => [place, children]));
}

export interface ActivityRow {
  created_at: Date;
  action: string;
  count: number;
  actor_id: string | null;
  actor_name: string | null;
  guest_from: string | null;
  subject_id: string | null;
  subject_name: string | null;
  details: Record<string, unknown>;
}

const latestFirst: readonly KeyPart[] = [
  { value: sql`created_at`, form: 'moment', descending: true },
  { value: sql`action`, form: 'text' },
  // Whoever is nobody comes last.
  { value: sql`coalesce(actor_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)`, form: 'id' },
];

/**
 * The latest of what stands in the audit. What one call wrote about many has one moment, and is one row here.
 */
export async function listActivity(
  transaction: TenantTransaction,
  tenantId: string,
  { limit, after, since }: { limit: number; after?: string | undefined; since: Date },
): Promise<{ rows: ActivityRow[]; after: string | null }> {
  const { key, beyond, order } = keysetOf(latestFirst, after);
  const { rows } = await sql<ActivityRow & { page_key: string[] }>`
    select entry.page_key, entry.created_at, entry.action, entry.actor_id, entry.count, entry.subject_id, entry.details,
      nullif(trim(actor.first_name || ' ' || actor.last_name), '') as actor_name,
      case when actor.home_user_id is null then null else coalesce((
        -- As it was when they came. The platform also acts without a visit.
        select visit.details ->> 'home' from audit_entries as visit
        where visit.tenant_id = ${tenantId} and visit.actor_id = entry.actor_id
          and visit.action = 'visits.entered' and visit.created_at <= entry.created_at
        order by visit.created_at desc limit 1
      ), 'the platform') end as guest_from,
      coalesce(
        nullif(trim(person.first_name || ' ' || person.last_name), ''), class.name, tablet.name
      ) as subject_name
    from (
      select ${key} as page_key, created_at, action, actor_id, count(*) as count,
        case when count(*) = 1 then (array_agg(subject_id))[1] end as subject_id,
        (array_agg(details))[1] as details
      from audit_entries
      where tenant_id = ${tenantId} and created_at >= ${since} and ${beyond}
      group by created_at, action, actor_id
      order by ${order} limit ${limit + 1}
    ) as entry
    left join users as actor on actor.tenant_id = ${tenantId} and actor.id = entry.actor_id
    left join users as person on person.tenant_id = ${tenantId} and person.id = entry.subject_id
    left join school_classes as class on class.tenant_id = ${tenantId} and class.id = entry.subject_id
    left join devices as tablet on tablet.tenant_id = ${tenantId} and tablet.id = entry.subject_id
    order by entry.created_at desc, entry.action, entry.actor_id`.execute(transaction);
  return cutPage(rows, limit);
}
