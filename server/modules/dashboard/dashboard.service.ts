import type { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { lastDays, signInDays } from '#contract/dashboard/dashboard.rules.ts';
import type { Activity, SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey } from '#contract/kit/page.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './dashboard.repository.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds that the page of what happened goes back. */
const activityWindow = 90 * day;

export async function readSchool(
  timeZone: string,
  { transaction, tenant, actor, now }: Pick<Call<Actor>, 'transaction' | 'tenant' | 'actor' | 'now'>,
): Promise<SchoolDashboard> {
  const days = lastDays(now, timeZone, signInDays);
  const people = await repository.countPeople(transaction, tenant.id, {
    week: new Date(now.getTime() - 7 * day),
    month: new Date(now.getTime() - 30 * day),
  });
  const classes = await repository.countClasses(transaction, tenant.id);
  const tablets = await repository.countTablets(transaction, tenant.id, now);
  const signIns = await repository.countSignIns(
    transaction,
    tenant.id,
    days.map(({ begin }) => begin),
  );
  return {
    as_of: now.toISOString(),
    counts: {
      students: people.students,
      classes: classes.classes,
      teachers: people.teachers,
      tablets: tablets.tablets,
      archived: people.archived,
    },
    to_do: {
      classes_without_teacher: classes.without_teacher,
      classes_without_students: classes.without_students,
      never_signed_in: people.never_signed_in,
      without_card: people.without_card,
      parked: tablets.parked,
      tablets_with_unsent: tablets.with_unsent,
      open_invitations: tablets.invited,
      reported_works: tablets.reported,
      offered_books: tablets.offered,
      asking_organizations: actor.role === 'school_admin' ? tablets.asking : 0,
    },
    last_sign_ins: {
      week: people.seen_in_week,
      month: people.seen_in_month - people.seen_in_week,
      longer: people.students - people.never_signed_in - people.seen_in_month,
      never: people.never_signed_in,
    },
    sign_ins: days.map((each, index) => ({ day: each.day, children: signIns.get(index + 1) ?? 0 })),
  };
}

/** What may be shown of the details; all else stays in the audit. */
const shown = ['partner', 'by', 'from', 'to', 'name'] as const;
/** Of somebody who was invited; a guest's own address is nobody's affair here. */
const shownOfMembers = [...shown, 'email'] as const;

function factsIn(action: string, details: Record<string, unknown>): Activity['facts'] {
  const isInvited = action.startsWith('members.') || action === 'affiliations.invited';
  const keys = isInvited ? shownOfMembers : shown;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = details[key];
      return typeof value === 'string' ? [[key, value]] : [];
    }),
  );
}

export async function listActivity(
  { query }: EndpointParsed<typeof dashboardEndpoints.listActivity>,
  { transaction, tenant, now }: Pick<Call<Actor>, 'transaction' | 'tenant' | 'now'>,
): Promise<{ next: string | null; results: Activity[] }> {
  const since = new Date(now.getTime() - activityWindow);
  const { rows, after } = await repository.listActivity(transaction, tenant.id, { ...query, since });
  return {
    next: nextByKey(after, query),
    results: rows.map((row) => {
      const { details, actor_id, subject_id, subject_name } = row;
      return {
        at: row.created_at.toISOString(),
        action: row.action,
        actor:
          actor_id === null ? null : { id: actor_id, name: row.actor_name ?? '', guest_from: row.guest_from },
        subject: subject_id === null || subject_name === null ? null : { id: subject_id, name: subject_name },
        count: typeof details['count'] === 'number' ? details['count'] : row.count,
        facts: factsIn(row.action, details),
      };
    }),
  };
}
