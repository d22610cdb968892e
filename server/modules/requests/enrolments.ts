import * as v from 'valibot';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { EnrolledSchool, InvitedSchool } from '#contract/requests/requests.schema.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import * as repository from './enrolments.repository.ts';

/** Only the names of what a list has: it was looked at when it came. */
const Listed = v.object({
  schools: v.array(v.object({ school: v.string(), email: v.string(), country: v.string() })),
});

/** States of a letter that did not arrive. */
const cameBack: ReadonlySet<string> = new Set(['failed', 'bounced', 'complained', 'suppressed']);

/** The schools of a list; none of any other request. */
function schoolsOf(fields: unknown): EnrolledSchool[] {
  const read = v.safeParse(Listed, fields);
  return read.success ? read.output.schools : [];
}

/** Why no letter is sent to an address; null where one can be. */
async function whyUnreachable(
  outbox: Pick<MailOutbox, 'refuse'>,
  transaction: TenantTransaction,
  email: string,
  now: Date,
): Promise<string | null> {
  try {
    await outbox.refuse(transaction, email, { now });
    return null;
  } catch (error) {
    if (error instanceof Problem && error.code === mailProblems.suppressed.code) return error.message;
    throw error;
  }
}

/** How far each school of a list is. In the scope of the tenant that the list came to. */
export async function listSchools(
  outbox: Pick<MailOutbox, 'refuse'>,
  transaction: TenantTransaction,
  { tenant_id, id, fields, now }: { tenant_id: string; id: string; fields: unknown; now: Date },
): Promise<InvitedSchool[]> {
  const schools = schoolsOf(fields);
  if (schools.length === 0) return [];
  const emails = schools.map(({ email }) => email);
  const invited = new Map(
    (await repository.listInvitations(transaction, tenant_id, id)).map((row) => [row.email, row]),
  );
  const registered = await elsewhere(transaction, null, () => repository.listRegistered(transaction, emails));
  const shown: InvitedSchool[] = [];
  for (const school of schools) {
    const invitation = invited.get(school.email);
    const letters = {
      invited_at: invitation?.invited_at.toISOString() ?? null,
      reminded_at: invitation?.reminded_at?.toISOString() ?? null,
    };
    if (registered.has(school.email)) {
      shown.push({ ...school, ...letters, state: 'registered', note: null });
      continue;
    }
    if (invitation && cameBack.has(invitation.letter ?? '')) {
      shown.push({ ...school, ...letters, state: 'returned', note: null });
      continue;
    }
    const note = await whyUnreachable(outbox, transaction, school.email, now);
    const state = note === null ? (invitation ? 'invited' : 'waiting') : 'unreachable';
    shown.push({ ...school, ...letters, state, note });
  }
  return shown;
}
