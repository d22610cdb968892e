import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { requestFormProblems } from '#contract/requests/requests.problems.ts';
import { mayRemind } from '#contract/requests/requests.rules.ts';
import type { InvitedSchool, ListedRequest, RequestDetails } from '#contract/requests/requests.schema.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere } from '#server/platform/database.ts';
import { namesOf } from '#server/platform/names-of.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { insertInvitation, noteReminder } from './enrolments.repository.ts';
import { listSchools } from './enrolments.ts';
import { answeredLetter, invitationLetter } from './requests.letters.ts';
import * as repository from './requests.repository.ts';
import { keptUntil } from './requests.service.ts';

type Parsed<Name extends keyof typeof requestEndpoints> = EndpointParsed<(typeof requestEndpoints)[Name]>;
type StaffCall = Call<Actor>;
type Row = repository.RequestRow;

const excerptLength = 160;

const fieldsOf = ({ fields }: Row) => fields as Readonly<Record<string, unknown>>;

/** The first words of what was written, or where it comes from. */
function excerptOf(row: Row): string {
  const { words, school, organization } = fieldsOf(row);
  const text = [words, school, organization].find((value) => typeof value === 'string') ?? '';
  return Array.from(text.replaceAll(/\s+/gu, ' ')).slice(0, excerptLength).join('');
}

type Named = Omit<ListedRequest, 'excerpt'>;

/** Names of who has it and of the schools where it was written are asked for all rows together. */
async function withNames(rows: readonly Row[], { transaction, tenant }: StaffCall) {
  const ids = rows.flatMap(({ assigned_to, answered_by }) => [assigned_to, answered_by]);
  const people = await namesOf(transaction, tenant.id, ids);
  const schoolIds = [...new Set(rows.flatMap(({ from_tenant }) => from_tenant ?? []))];
  const schools =
    schoolIds.length === 0
      ? new Map<string, string>()
      : await elsewhere(transaction, null, () => repository.listSchoolNames(transaction, schoolIds));
  const personOf = (id: string | null) => {
    const name = id === null ? undefined : people.get(id);
    return id === null || name === undefined ? null : { id, name };
  };
  return rows.map((row) => ({
    row,
    answered_by: personOf(row.answered_by),
    named: {
      id: row.id,
      kind: row.kind,
      reference: row.reference,
      state: row.state,
      name: row.name,
      email: row.email,
      from_school: row.from_tenant === null ? null : (schools.get(row.from_tenant) ?? null),
      doubt: row.doubt,
      assigned_to: personOf(row.assigned_to),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    } satisfies Named,
  }));
}

/** Requests that came to the place of the caller. */
export function createStaffRequestService({ outbox }: { outbox: Pick<MailOutbox, 'add' | 'refuse'> }) {
  /** @throws Problem `requests.not_found` */
  async function show(id: string, call: StaffCall): Promise<RequestDetails> {
    const { transaction, tenant, now } = call;
    const row = await repository.findRequest(transaction, tenant.id, id);
    const [shown] = await withNames(row ? [row] : [], call);
    if (!row || !shown) throw new Problem(requestFormProblems.not_found);
    const picture = await repository.findPicture(transaction, tenant.id, id);
    return {
      ...shown.named,
      fields: fieldsOf(row),
      picture: picture ? `data:${picture.media_type};base64,${picture.content.toString('base64')}` : null,
      schools: await listSchools(outbox, transaction, { tenant_id: tenant.id, id, fields: row.fields, now }),
      answer: shown.row.answer,
      answered_at: shown.row.answered_at?.toISOString() ?? null,
      answered_by: shown.answered_by,
    };
  }

  /** @throws Problem `requests.not_found`, `requests.changed_since` */
  async function lock(id: string, seen: string, { transaction, tenant }: StaffCall): Promise<Row> {
    const row = await repository.lockRequest(transaction, tenant.id, id);
    if (!row) throw new Problem(requestFormProblems.not_found);
    if (row.updated_at.toISOString() !== new Date(seen).toISOString())
      throw new Problem(requestFormProblems.changed_since);
    return row;
  }

  async function note(action: AuditAction<'requests'>, row: Pick<Row, 'id' | 'reference'>, call: StaffCall) {
    await audit(call.transaction, {
      tenant_id: call.tenant.id,
      actor_id: call.actor.id,
      action,
      subject_id: row.id,
      details: { name: row.reference },
    });
  }

  /** Writes to those schools of a list for which `isWritten` notes a letter. */
  async function writeToSchools(
    id: string,
    { seen, emails }: { seen: string; emails: readonly string[] },
    options: {
      call: StaffCall;
      action: 'requests.invited' | 'requests.reminded';
      isWritten: (school: InvitedSchool) => Promise<boolean>;
    },
  ): Promise<RequestDetails> {
    const { call, action, isWritten } = options;
    const { transaction, tenant, origin, now } = call;
    if (origin === null) throw new Error('A call that sends email is never queued');
    const row = await lock(id, seen, call);
    if (row.state === 'new' || row.state === 'spam') throw new Problem(requestFormProblems.not_confirmed);
    const { organization } = fieldsOf(row);
    const about = { tenant_id: tenant.id, id: row.id, fields: row.fields, now };
    const schools = await listSchools(outbox, transaction, about);
    const listed = new Map(schools.map((school) => [school.email, school]));
    const isSecond = action === 'requests.reminded';
    for (const email of new Set(emails)) {
      const school = listed.get(email);
      if (!school) throw new Problem(requestFormProblems.not_listed);
      if (!(await isWritten(school))) continue;
      const letter = invitationLetter(school, { organization: String(organization), origin, isSecond, now });
      await outbox.add(transaction, tenant.id, letter, { now });
    }
    await repository.changeRequest(transaction, tenant.id, row.id, { updated_at: now });
    await note(action, row, call);
    return await show(row.id, call);
  }

  return {
    async list({ query }: Parsed<'list'>, call: StaffCall) {
      const { transaction, tenant } = call;
      const count = await repository.countRequests(transaction, tenant.id, query);
      const { rows, after } = await repository.listRequests(transaction, tenant.id, query);
      return {
        count,
        next: nextByKey(after, query),
        results: (await withNames(rows, call)).map(({ row, named }) => ({
          ...named,
          excerpt: excerptOf(row),
        })),
      };
    },

    /** @throws Problem `requests.not_found` */
    async read({ params }: Parsed<'read'>, call: StaffCall) {
      const shown = await show(params.requestId, call);
      await note('requests.looked_at', shown, call);
      return shown;
    },

    /**
     * @throws Problem `requests.not_found`, `requests.changed_since`, `requests.no_address`, `requests.not_confirmed`,
     *   `mail.suppressed`
     */
    async answer({ params, body }: Parsed<'answer'>, call: StaffCall) {
      const { transaction, tenant, actor, now } = call;
      const row = await lock(params.requestId, body.seen, call);
      const { email, name, reference } = row;
      if (email === null) throw new Problem(requestFormProblems.no_address);
      if (row.state === 'new') throw new Problem(requestFormProblems.not_confirmed);
      await outbox.refuse(transaction, email, { field: 'words', now });
      await repository.changeRequest(transaction, tenant.id, row.id, {
        state: 'answered',
        answer: body.words,
        answered_by: actor.id,
        answered_at: now,
        ends_at: keptUntil('answered', now),
        updated_at: now,
      });
      const letter = answeredLetter({ name, email }, { reference, answer: body.words, now });
      await outbox.add(transaction, tenant.id, letter, { now });
      await note('requests.answered', row, call);
      return await show(row.id, call);
    },

    /** @throws Problem `requests.not_found`, `requests.changed_since`, `requests.not_confirmed` */
    async decide({ params, body }: Parsed<'decide'>, call: StaffCall) {
      const { transaction, tenant, now } = call;
      const row = await lock(params.requestId, body.seen, call);
      const { state } = body;
      // Nobody opens for somebody else what they did not confirm.
      if (row.state === 'new' && state === 'open') throw new Problem(requestFormProblems.not_confirmed);
      const ends_at = keptUntil(state, now);
      await repository.changeRequest(transaction, tenant.id, row.id, { state, ends_at, updated_at: now });
      const actions = {
        open: 'requests.reopened',
        closed: 'requests.closed',
        spam: 'requests.marked_spam',
      } as const;
      await note(actions[state], row, call);
      return await show(row.id, call);
    },

    /**
     * The others were invited, are here already or cannot be reached, as their rows say.
     * @throws Problem `requests.not_found`, `requests.changed_since`, `requests.not_confirmed`, `requests.not_listed`
     */
    async invite({ params, body }: Parsed<'invite'>, call: StaffCall) {
      const { transaction, tenant, actor, now } = call;
      const isWritten = async ({ state, email }: InvitedSchool) =>
        state === 'waiting' &&
        (await insertInvitation(transaction, {
          tenant_id: tenant.id,
          request_id: params.requestId,
          email,
          invited_by: actor.id,
          invited_at: now,
        }));
      return await writeToSchools(params.requestId, body, { call, action: 'requests.invited', isWritten });
    },

    /**
     * Nobody is written to whose school is here, whose letter came back, who does not want letters, or who had the second one.
     * @throws Problem `requests.not_found`, `requests.changed_since`, `requests.not_confirmed`, `requests.not_listed`
     */
    async remind({ params, body }: Parsed<'remind'>, call: StaffCall) {
      const { transaction, tenant, now } = call;
      const isWritten = async (school: InvitedSchool) =>
        mayRemind(school, now) &&
        (await noteReminder(transaction, {
          tenant_id: tenant.id,
          request_id: params.requestId,
          email: school.email,
          now,
        }));
      return await writeToSchools(params.requestId, body, { call, action: 'requests.reminded', isWritten });
    },

    /** @throws Problem `requests.not_found`, `requests.changed_since` */
    async assign({ params, body }: Parsed<'assign'>, call: StaffCall) {
      const { transaction, tenant, actor, now } = call;
      const row = await lock(params.requestId, body.seen, call);
      const assigned_to = body.to_me ? actor.id : null;
      await repository.changeRequest(transaction, tenant.id, row.id, { assigned_to, updated_at: now });
      await note(body.to_me ? 'requests.assigned' : 'requests.unassigned', row, call);
      return await show(row.id, call);
    },
  };
}

export type StaffRequestService = ReturnType<typeof createStaffRequestService>;
