import { sql } from 'kysely';
import { usualWeek } from '#contract/kit/ceilings.ts';
import { dayOf, mondayOf } from '#contract/kit/day.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import { mediaWeekEndpoints } from '#contract/writing/media-weeks.endpoints.ts';
import { audit } from '#server/platform/audit.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { route, type Actor, type Call, type Route } from '#server/platform/route.ts';
import { oldRows } from '#server/platform/sweep.ts';
import { looksAfter, readerOf } from '../works/reader.ts';

const day = 24 * 60 * 60 * 1000;

export const oldMediaWeeks = oldRows('student_media_weeks', { since: 'week', keptFor: 60 * day });

/** Its Monday, UTC. */
const weekOf = (now: Date) => mondayOf(dayOf(now));

/** What was sent in a week, and what may be: again as much each time a teacher allowed it. */
const columns = sql`
  coalesce(sent.bytes, 0) as bytes, coalesce(sent.pieces, 0) as pieces,
  coalesce(ceilings.student_week_bytes, ${usualWeek.bytes}::bigint) * (1 + coalesce(sent.extra, 0)) as most_bytes,
  coalesce(ceilings.student_week_pieces, ${usualWeek.pieces}::integer) * (1 + coalesce(sent.extra, 0)) as most_pieces`;

interface Week {
  bytes: number;
  pieces: number;
  most_bytes: number;
  most_pieces: number;
}

/**
 * Counts a new picture or recording of a student; of staff none is counted.
 * @returns false where the week has no room for it: then it is noted that something waits, and nothing is counted
 */
export async function countInWeek(
  transaction: TenantTransaction,
  { tenant_id, student_id, bytes, now }: { tenant_id: string; student_id: string; bytes: number; now: Date },
): Promise<boolean> {
  const week = weekOf(now);
  const { rows } = await sql<Week>`
    select ${columns} from students as student
    left join student_media_weeks as sent on sent.tenant_id = ${tenant_id} and sent.student_id = student.id
      and sent.week = ${week}::date
    left join tenant_ceilings as ceilings on ceilings.tenant_id = ${tenant_id}
    where student.tenant_id = ${tenant_id} and student.id = ${student_id}`.execute(transaction);
  const [before] = rows;
  if (!before) return true;
  const hasRoom = before.bytes + bytes <= before.most_bytes && before.pieces < before.most_pieces;
  await sql`
    insert into student_media_weeks as sent (tenant_id, student_id, week, bytes, pieces, held_at)
    values (${tenant_id}, ${student_id}, ${week}::date, ${hasRoom ? bytes : 0}, ${hasRoom ? 1 : 0},
      ${hasRoom ? null : now}::timestamptz)
    on conflict (tenant_id, student_id, week) do update set bytes = sent.bytes + excluded.bytes,
      pieces = sent.pieces + excluded.pieces, held_at = coalesce(sent.held_at, excluded.held_at)`.execute(
    transaction,
  );
  return hasRoom;
}

type Parsed<Name extends keyof typeof mediaWeekEndpoints> = EndpointParsed<(typeof mediaWeekEndpoints)[Name]>;

async function listHeld({ query }: Parsed<'listHeld'>, { transaction, actor, now }: Call<Actor>) {
  const { tenant_id } = actor;
  const held = sql`
    from student_media_weeks as sent
    join users as person on person.tenant_id = ${tenant_id} and person.id = sent.student_id
    left join tenant_ceilings as ceilings on ceilings.tenant_id = ${tenant_id}
    where sent.tenant_id = ${tenant_id} and sent.week = ${weekOf(now)}::date and sent.held_at is not null
      and ${looksAfter(readerOf(actor, false), tenant_id, sql`sent.student_id`)}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${held}`.execute(transaction);
  const { rows } = await sql<Week & { id: string; first_name: string; last_name: string }>`
    select person.id, person.first_name, person.last_name, ${columns} ${held}
    order by sent.held_at, sent.student_id limit ${query.limit} offset ${query.offset}`.execute(transaction);
  const count = counted.rows[0]?.count ?? 0;
  const results = rows.map(({ id, first_name, last_name, ...week }) => ({
    student: { id, first_name, last_name },
    ...week,
  }));
  return { count, next: nextPage(query, count), results };
}

/** @throws Problem `students.not_found` */
async function allowMore({ params }: Parsed<'allowMore'>, { transaction, actor, now }: Call<Actor>) {
  const { tenant_id } = actor;
  const { studentId: student_id } = params;
  const { rows } = await sql`
    select from students as student where student.tenant_id = ${tenant_id} and student.id = ${student_id}
      and ${looksAfter(readerOf(actor, false), tenant_id, sql`student.id`)}`.execute(transaction);
  if (rows.length === 0) throw new Problem(studentProblems.not_found);
  // Of two who allow it at one moment the second finds nothing that waits.
  const { numUpdatedRows } = await transaction
    .updateTable('student_media_weeks')
    .set(({ eb }) => ({ extra: eb('extra', '+', 1), held_at: null }))
    .where('tenant_id', '=', tenant_id)
    .where('student_id', '=', student_id)
    .where('week', '=', weekOf(now))
    .where('held_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const is_changed = numUpdatedRows > 0n;
  if (is_changed)
    await audit(transaction, {
      tenant_id,
      actor_id: actor.id,
      action: 'students.media_allowed',
      subject_id: student_id,
      details: {},
    });
  return { is_changed };
}

export const mediaWeekRoutes: readonly Route[] = [
  route(mediaWeekEndpoints.listHeld, listHeld),
  route(mediaWeekEndpoints.allowMore, allowMore),
];
