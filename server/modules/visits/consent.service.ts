import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { officeStaff } from '#contract/kit/roles.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import type {
  GuestConsent,
  NewVisitRequest,
  VisitAccess,
  VisitAnswer,
  VisitOverride,
  VisitsHere,
} from '#contract/visits/visits.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { SessionEnding } from '../identity/session-ending.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { accessOf } from './access.ts';
import { askedLetter } from './consent.letters.ts';
import * as consents from './consent.repository.ts';
import { enterAsGuest } from './guests.ts';
import type { OverrideService } from './overrides.service.ts';
import { noteAnswer, noteVisit } from './visits.audit.ts';
import type { Visitors } from './visitors.ts';
import * as repository from './visits.repository.ts';

const hour = 60 * 60 * 1000;
/** Requests before then are over. */
const sinceOf = (now: Date) => new Date(now.getTime() - limits.visitRequestDays * 24 * hour);

export interface ConsentService {
  /** @throws Problem `visits.unknown_school` */
  readAccess(tenantId: string, call: Call<Actor>): Promise<VisitAccess>;
  /** @throws Problem `visits.unknown_school`, `visits.closed` */
  ask(tenantId: string, request: NewVisitRequest, call: Call<Actor>): Promise<VisitAccess>;
  readHere(call: Call<Actor>): Promise<VisitsHere>;
  /** @throws Problem `visits.request_over` */
  answer(requestId: string, answer: VisitAnswer['answer'], call: Call<Actor>): Promise<VisitsHere>;
  setConsent(consent: GuestConsent, call: Call<Actor>): Promise<VisitsHere>;
  /** @throws Problem `visits.guest_gone` */
  end(guestId: string, call: Call<Actor>): Promise<VisitsHere>;
}

type School = NonNullable<Awaited<ReturnType<typeof repository.findHere>>>;

export function createConsentService(options: {
  baseDomain: string;
  visitors: Visitors;
  outbox: MailOutbox;
  overrides: Pick<OverrideService, 'read'>;
  sessions: Pick<SessionEnding, 'endThoseOf' | 'endThoseOfGuests'>;
}): ConsentService {
  const { baseDomain, visitors, outbox, overrides, sessions } = options;

  /** In the rows of a school. @throws Problem `visits.unknown_school` */
  async function atSchool<Result>(
    { transaction }: Pick<Call, 'transaction'>,
    tenantId: string,
    work: (school: School) => Promise<Result>,
  ): Promise<Result> {
    return await elsewhere(transaction, tenantId, async () => {
      const school = await repository.findHere(transaction, tenantId);
      if (!school || school.is_platform || hostOf(school, baseDomain) === null)
        throw new Problem(visitProblems.unknown_school);
      return await work(school);
    });
  }

  /** @param guest_id null for somebody who was never here */
  async function accessAt(
    { transaction, now }: Pick<Call, 'transaction' | 'now'>,
    { id, school_name }: School,
    guest_id: string | null,
    override: VisitOverride | null,
  ): Promise<VisitAccess> {
    const access = await accessOf(transaction, { tenant_id: id, guest_id, now });
    const last =
      guest_id === null
        ? undefined
        : await consents.findLastRequest(transaction, { tenant_id: id, guest_id });
    const isWaiting = last?.answered_at === null && last.asked_at > sinceOf(now);
    return {
      id,
      school_name,
      guest_consent: await consents.readConsent(transaction, id),
      may: access?.may ?? null,
      until: access?.until?.toISOString() ?? null,
      waiting: isWaiting
        ? { wants: last.wants, reason: last.reason, asked_at: last.asked_at.toISOString() }
        : null,
      refused_at: last?.may === null ? (last.answered_at?.toISOString() ?? null) : null,
      override,
    };
  }

  /** Tells the office of the school at hand. */
  async function tellOffice(
    { transaction, origin, now }: Pick<Call, 'transaction' | 'origin' | 'now'>,
    school: School,
    about: { guest: string; home: string } & NewVisitRequest,
  ): Promise<void> {
    const host = hostOf(school, baseDomain);
    if (origin === null || host === null) return;
    const page = school.is_organization ? paths.organization.profile() : paths.school.profile();
    const href = `${originOn(origin, host)}${page}`;
    for (const reader of await outbox.listReaders(transaction, school.id, officeStaff))
      await outbox.add(transaction, school.id, askedLetter(reader, { ...about, href, now }), { now });
  }

  /** Guests of the school at hand who are here now, by the longest visit of each. */
  async function listHere(transaction: TenantTransaction, tenantId: string, now: Date) {
    const here = new Map<string, VisitsHere['here'][number]>();
    for (const session of await consents.listSessions(transaction, tenantId, now)) {
      if (here.has(session.guest_id)) continue;
      const home = await visitors.homeOf(transaction, tenantId, session);
      if (!home) continue;
      here.set(session.guest_id, {
        guest_id: session.guest_id,
        first_name: home.first_name,
        last_name: home.last_name,
        home: home.home,
        may: home.is_platform ? (session.guest_may ?? 'look') : null,
        until: session.expires_at.toISOString(),
      });
    }
    return here;
  }

  async function readHere({ transaction, tenant, actor, now }: Call<Actor>): Promise<VisitsHere> {
    const open = await consents.listOpen(transaction, { tenant_id: tenant.id, since: sinceOf(now), now });
    const here = await listHere(transaction, tenant.id, now);
    here.delete(actor.id);
    const homes = new Map<string, string>();
    for (const { home_tenant_id: id } of open)
      if (id !== null && !homes.has(id))
        homes.set(id, await elsewhere(transaction, id, () => repository.nameOf(transaction, id)));
    const personOf = (row: (typeof open)[number]) => ({
      first_name: row.first_name,
      last_name: row.last_name,
      home: homes.get(row.home_tenant_id ?? '') ?? '',
    });
    const allowed = new Map<string, VisitsHere['allowed'][number]>();
    for (const row of open)
      if (row.may !== null && row.allowed_until !== null && !here.has(row.guest_id))
        allowed.set(row.guest_id, {
          guest_id: row.guest_id,
          ...personOf(row),
          may: row.may,
          until: row.allowed_until.toISOString(),
        });
    return {
      guest_consent: await consents.readConsent(transaction, tenant.id),
      waiting: open
        .filter(({ may }) => may === null)
        .map((row) => ({
          id: row.id,
          ...personOf(row),
          wants: row.wants,
          reason: row.reason,
          asked_at: row.asked_at.toISOString(),
        })),
      allowed: [...allowed.values()],
      here: [...here.values()],
    };
  }

  /** What both sides are told of a guest. */
  async function guestOf({ transaction, tenant, actor }: Call<Actor>, guestId: string) {
    const row = await repository.findGuest(transaction, tenant.id, guestId);
    if (!row?.home_tenant_id) throw new Problem(visitProblems.guest_gone);
    const { first_name, last_name } = await repository.findName(transaction, tenant.id, guestId);
    return {
      school_id: tenant.id,
      school: await repository.nameOf(transaction, tenant.id),
      actor_id: actor.id,
      guest: {
        id: guestId,
        home_tenant_id: row.home_tenant_id,
        name: `${first_name} ${last_name}`.trim(),
      },
    };
  }

  return {
    async readAccess(tenantId, call) {
      const override = await overrides.read(tenantId, call);
      return await atSchool(call, tenantId, async (school) => {
        const { transaction, tenant, actor } = call;
        const guest = await repository.findGuestOf(transaction, tenantId, {
          home_tenant_id: tenant.id,
          home_user_id: actor.id,
        });
        if (guest && guest.archived_at !== null) throw new Problem(visitProblems.unknown_school);
        return await accessAt(call, school, guest?.id ?? null, override);
      });
    },

    async ask(tenantId, request, call) {
      const { transaction, tenant, actor, now } = call;
      const home = await repository.findOwnName(transaction, tenant.id, actor.id);
      const override = await overrides.read(tenantId, call);
      return await atSchool(call, tenantId, async (school) => {
        const person = { ...home, id: actor.id, tenant_id: tenant.id };
        const { id: guest_id } = await enterAsGuest(transaction, school, person);
        // Held, so that of two requests at one moment one waits for the other.
        const consent = await consents.lockConsent(transaction, school.id);
        if (consent === 'never') throw new Problem(visitProblems.closed);
        const { wants, reason } = request;
        const guest = { tenant_id: school.id, guest_id };
        await consents.endWaiting(transaction, { ...guest, now });
        await consents.insertRequest(transaction, { ...guest, id: uuidv7(), wants, reason, asked_at: now });
        await noteVisit(
          transaction,
          'visits.asked',
          {
            school_id: school.id,
            school: school.school_name,
            guest_id,
            home_tenant_id: tenant.id,
            home_user_id: actor.id,
            home,
          },
          { wants, reason },
        );
        const name = `${home.first_name} ${home.last_name}`.trim();
        await tellOffice(call, school, { guest: name, home: home.home, ...request });
        return await accessAt(call, school, guest_id, override);
      });
    },

    readHere,

    async answer(requestId, answer, call) {
      const { transaction, tenant, actor, now } = call;
      const key = { tenant_id: tenant.id, id: requestId };
      const request = await consents.lockWaiting(transaction, { ...key, since: sinceOf(now) });
      if (!request) throw new Problem(visitProblems.request_over);
      if (answer === 'help' && request.wants === 'look')
        throw new Problem(requestProblems.invalid, { errors: { answer: ['They asked to look only.'] } });
      const may = answer === 'refuse' ? null : answer;
      const allowed_until = may === null ? null : new Date(now.getTime() + limits.visitYesHours * hour);
      await consents.answerRequest(transaction, key, {
        answered_at: now,
        answered_by: actor.id,
        may,
        allowed_until,
      });
      const about = await guestOf(call, request.guest_id);
      if (may === null) await noteAnswer(transaction, 'visits.refused', about);
      else await noteAnswer(transaction, 'visits.allowed', about, { may });
      return await readHere(call);
    },

    async setConsent(consent, call) {
      const { transaction, tenant, actor, now } = call;
      const before = await consents.lockConsent(transaction, tenant.id);
      if (before === consent) return await readHere(call);
      await consents.updateConsent(transaction, tenant.id, consent, now);
      if (consent === 'never') {
        await consents.endRequests(transaction, { tenant_id: tenant.id, now });
        await sessions.endThoseOfGuests(transaction, {
          tenant_id: tenant.id,
          home_tenant_id: await repository.findPlatform(transaction),
          now,
          reason: 'ended by the school',
        });
      }
      await audit(transaction, {
        tenant_id: tenant.id,
        actor_id: actor.id,
        action: 'visits.consent_set',
        subject_id: tenant.id,
        details: { guest_consent: consent },
      });
      return await readHere(call);
    },

    async end(guestId, call) {
      const { transaction, tenant, now } = call;
      const about = await guestOf(call, guestId);
      await consents.endRequests(transaction, { tenant_id: tenant.id, guest_id: guestId, now });
      await consents.deleteLinks(transaction, tenant.id, guestId);
      await sessions.endThoseOf(transaction, {
        tenant_id: tenant.id,
        userIds: [guestId],
        now,
        reason: 'ended by the school',
      });
      await noteAnswer(transaction, 'visits.ended', about);
      return await readHere(call);
    },
  };
}
