import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { classStaff } from '../kit/roles.ts';
import { studentProblems } from '../students/students.problems.ts';

/** Of this week: what a student has sent to the school, in bytes and in pieces, and what may be sent. */
const HeldMedia = v.object({
  student: v.object({ id: Id, first_name: v.string(), last_name: v.string() }),
  bytes: v.number(),
  pieces: v.number(),
  most_bytes: v.number(),
  most_pieces: v.number(),
});
export type HeldMedia = v.InferOutput<typeof HeldMedia>;

/** Students who sent as many pictures and recordings as one may in a week. Words are never counted. */
export const mediaWeekEndpoints = {
  listHeld: endpoint({
    name: 'mediaWeeks.listHeld',
    summary:
      'Students of whom pictures or recordings wait on a tablet, because they have sent all that one may in a week',
    method: 'GET',
    path: '/v1/media-weeks/held/',
    roles: classStaff,
    offline: 'online-only',
    query: PageQuery,
    response: pageOf(v.array(HeldMedia)),
  }),
  allowMore: endpoint({
    name: 'mediaWeeks.allowMore',
    summary: 'Let a student send as much again in this week; changes nothing where nothing waits',
    method: 'POST',
    path: '/v1/media-weeks/held/:studentId/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ studentId: Id }),
    response: v.object({ is_changed: v.boolean() }),
    problems: [studentProblems.not_found],
  }),
} as const;
