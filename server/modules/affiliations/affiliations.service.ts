import type { AskedSchool, OrganizationOfSchool } from '#contract/affiliations/affiliations.schema.ts';
import { affiliationProblems } from '#contract/affiliations/affiliations.problems.ts';
import { hostIn } from '#contract/affiliations/affiliations.rules.ts';
import type { GivenTablet } from '#contract/devices/preparation.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { audit } from '#server/platform/audit.ts';
import { elapsedSince } from '#server/platform/clock.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { GivenTablets } from '../devices/given-tablets.ts';
import type { SessionEnding } from '../identity/session-ending.ts';
import type { MailOutbox, MailToSend } from '../mail/mail.outbox.ts';
import type { AskedFor } from '../members/asked-for.ts';
import type { Decider } from './school-links.ts';
import type { TenantService } from '../tenants/tenants.service.ts';
import { answeredLetter, askedLetter, partedLetter } from './affiliations.letters.ts';
import * as repository from './affiliations.repository.ts';

const day = 24 * 60 * 60 * 1000;
/** Of those who run a school, so many are written to. */
const readersAtMost = 10;

interface Page<Row> {
  count: number;
  next: string | null;
  results: Row[];
}

export interface AffiliationService {
  listOrganizations(
    query: PageQuery,
    call: Pick<Call<Actor>, 'transaction' | 'tenant'>,
  ): Promise<Page<OrganizationOfSchool>>;
  listAsked(query: PageQuery, call: Pick<Call<Actor>, 'transaction' | 'tenant'>): Promise<Page<AskedSchool>>;
  /** Asking again while the school has not answered changes nothing, and writes again once a day. */
  ask(address: string, by: Decider): Promise<{ school_name: string }>;
  /** Saying yes again changes nothing. @throws Problem `affiliations.not_found` where nothing was asked */
  accept(organizationId: string, by: Decider): Promise<void>;
  decline(organizationId: string, by: Decider): Promise<void>;
  /** Answers the tablets that count on the right of guests from there. */
  leave(organizationId: string, by: Decider): Promise<{ prepared_tablets: GivenTablet[] }>;
  withdraw(schoolId: string, by: Decider): Promise<void>;
  remove(schoolId: string, by: Decider): Promise<void>;
}

const isPending = ({ registered_at, set_up_at }: { registered_at: Date | null; set_up_at: Date | null }) =>
  registered_at !== null && set_up_at === null;

const nothing = { asked_at: null, asked_by: null, confirmed_at: null } as const;

export function createAffiliationService(options: {
  database: Database;
  baseDomain: string;
  tenants: Pick<TenantService, 'at'>;
  sessions: Pick<SessionEnding, 'endThoseOfGuests'>;
  askedFor: AskedFor;
  tablets: Pick<GivenTablets, 'listGivenBy'>;
  outbox: MailOutbox;
}): AffiliationService {
  const { database, baseDomain, tenants, sessions, askedFor, tablets, outbox } = options;

  /** Where the pages of the tenant are, in whose scope it is asked. */
  async function whereIs(transaction: TenantTransaction, tenantId: string, origin: string) {
    const tenant = await repository.findTenant(transaction, tenantId);
    // It was found a moment ago, or it is the one that asks; only what nobody ever ran is deleted.
    if (!tenant) throw new Error('A tenant is gone');
    return { name: tenant.school_name, origin: originOn(origin, hostOf(tenant, baseDomain) ?? baseDomain) };
  }

  async function post(
    transaction: TenantTransaction,
    tenantId: string,
    now: Date,
    readers: readonly { first_name: string; last_name: string; email: string | null }[],
    letter: (reader: { first_name: string; last_name: string; email: string }) => MailToSend,
  ): Promise<void> {
    for (const { email, ...names } of readers) {
      if (email !== null) await outbox.add(transaction, tenantId, letter({ ...names, email }), { now });
    }
  }

  /** Runs on the own host, for one of its own people: a guest, whom the other side may have sent, decides nothing here. */
  function deciding<Result>(
    { actor, tenant }: Decider,
    work: (transaction: TenantTransaction, name: string) => Promise<Result>,
  ): Promise<Result> {
    return inTenant(database, tenant.id, async (transaction) => {
      const person = await repository.findPerson(transaction, tenant.id, actor.id);
      if (person?.home_user_id !== null) throw new Problem(affiliationProblems.guests_stay_out);
      return await work(transaction, `${person.first_name} ${person.last_name}`.trim());
    });
  }

  async function askSchool(school: { id: string }, by: Decider): Promise<{ school_name: string }> {
    const { actor, tenant, origin, now } = by;
    return await deciding(by, async (transaction, asked_by) => {
      const pair = { organization_id: tenant.id, school_id: school.id };
      const before = await repository.lockPair(transaction, pair);
      if (before?.confirmed_at) throw new Problem(affiliationProblems.already_linked);
      const again = limits.askedAgainDays * day;
      if (before?.declined_at && elapsedSince(before.declined_at, now) < again)
        throw new Problem(affiliationProblems.declined_lately);
      const isNew = !before?.asked_at;
      if (isNew) {
        const { count } = await repository.listAsked(transaction, tenant.id, { limit: 0, offset: 0 });
        if (count >= limits.askedSchools) throw new Problem(affiliationProblems.too_many_open);
      }
      const isWrittenTo = !before?.mailed_at || elapsedSince(before.mailed_at, now) >= day;
      await repository.putPair(transaction, pair, {
        asked_at: before?.asked_at ?? now,
        asked_by: actor.id,
        confirmed_at: null,
        declined_at: null,
        mailed_at: isWrittenTo ? now : (before?.mailed_at ?? now),
      });
      const { name: organization } = await whereIs(transaction, tenant.id, origin);
      const name = await elsewhere(transaction, school.id, async () => {
        const there = await whereIs(transaction, school.id, origin);
        if (isNew)
          await audit(transaction, {
            tenant_id: school.id,
            actor_id: null,
            action: 'affiliations.asked',
            subject_id: tenant.id,
            details: { partner: organization, by: asked_by },
          });
        if (isWrittenTo) {
          const admins = await repository.listSchoolAdmins(transaction, school.id, readersAtMost);
          await post(transaction, school.id, now, admins, (reader) =>
            askedLetter(reader, { organization, asked_by, origin: there.origin, now }),
          );
        }
        return there.name;
      });
      if (isNew)
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: actor.id,
          action: 'affiliations.asked',
          subject_id: school.id,
          details: { partner: name },
        });
      return { school_name: name };
    });
  }

  /** The school's answer. */
  async function answer(organizationId: string, isYes: boolean, by: Decider): Promise<void> {
    const { actor, tenant, origin, now } = by;
    const action = isYes ? 'affiliations.accepted' : 'affiliations.declined';
    await deciding(by, async (transaction, who) => {
      const { name: school } = await whereIs(transaction, tenant.id, origin);
      const partner = await elsewhere(transaction, organizationId, async () => {
        const pair = { organization_id: organizationId, school_id: tenant.id };
        const before = await repository.lockPair(transaction, pair);
        if (isYes && before?.confirmed_at) return null;
        if (!before?.asked_at) throw new Problem(affiliationProblems.not_found);
        await repository.putPair(transaction, pair, {
          ...nothing,
          ...(isYes && { confirmed_at: now, asked_by: before.asked_by }),
          declined_at: isYes ? null : now,
          mailed_at: before.mailed_at,
        });
        const home = await whereIs(transaction, organizationId, origin);
        await audit(transaction, {
          tenant_id: organizationId,
          actor_id: null,
          action,
          subject_id: tenant.id,
          details: { partner: school, by: who },
        });
        const asker =
          before.asked_by && (await repository.findPerson(transaction, organizationId, before.asked_by));
        await post(transaction, organizationId, now, asker ? [asker] : [], (reader) =>
          answeredLetter(reader, { school, isYes, origin: home.origin, now }),
        );
        return home.name;
      });
      if (partner === null) return;
      await audit(transaction, {
        tenant_id: tenant.id,
        actor_id: actor.id,
        action,
        subject_id: organizationId,
        details: { partner },
      });
    });
  }

  async function endPair(
    transaction: TenantTransaction,
    pair: repository.Pair,
    was: 'asked_at' | 'confirmed_at',
  ): Promise<void> {
    const before = await repository.lockPair(transaction, pair);
    if (!before?.[was]) throw new Problem(affiliationProblems.not_found);
    const { declined_at, mailed_at } = before;
    await repository.putPair(transaction, pair, { ...nothing, declined_at, mailed_at });
  }

  /**
   * In the scope of the school, what its guests have there. They could not go on anyway; but they would, if the two came
   * together again within the hour.
   */
  async function endGuests(
    transaction: TenantTransaction,
    { organization_id, school_id }: repository.Pair,
    now: Date,
  ): Promise<{ given: GivenTablet[]; facts: Record<string, unknown> }> {
    const guests = await repository.listGuestIds(transaction, school_id, organization_id);
    await sessions.endThoseOfGuests(transaction, {
      tenant_id: school_id,
      home_tenant_id: organization_id,
      now,
    });
    const ended = await askedFor.end(transaction, school_id, guests, now);
    const given = await tablets.listGivenBy(transaction, school_id, guests);
    return { given, facts: { ...ended, prepared_tablets: given.map(({ id }) => id) } };
  }

  return {
    async listOrganizations(query, { transaction, tenant }) {
      const { count, rows } = await repository.listOrganizations(transaction, tenant.id, query);
      const names = await repository.namesOf(
        transaction,
        rows.map((row) => row.tenant_id),
      );
      const results = rows.flatMap(({ tenant_id, asked_at, confirmed_at }): OrganizationOfSchool[] => {
        const organization = names.get(tenant_id);
        const since = asked_at ?? confirmed_at;
        if (!organization || !since) return [];
        return [
          {
            id: tenant_id,
            school_name: organization.school_name,
            host: hostOf(organization, baseDomain),
            state: asked_at ? 'asked' : 'linked',
            since: since.toISOString(),
          },
        ];
      });
      return { count, next: nextPage(query, count), results };
    },

    async listAsked(query, { transaction, tenant }) {
      const { count, rows } = await repository.listAsked(transaction, tenant.id, query);
      const names = await repository.namesOf(
        transaction,
        rows.map((row) => row.school_id),
      );
      const results = rows.flatMap(({ school_id, asked_at, first_name, last_name }): AskedSchool[] => {
        const school = names.get(school_id);
        if (!school || !asked_at) return [];
        return [
          {
            id: school_id,
            school_name: school.school_name,
            host: hostOf(school, baseDomain),
            asked_at: asked_at.toISOString(),
            asked_by: first_name === null ? null : `${first_name} ${last_name ?? ''}`.trim(),
          },
        ];
      });
      return { count, next: nextPage(query, count), results };
    },

    async ask(address, by) {
      if (!by.tenant.is_organization) throw new Problem(affiliationProblems.not_an_organization);
      const host = hostIn(address);
      const school = host === null ? undefined : await tenants.at(host);
      // Nobody is there to answer for one that was registered only.
      if (!school || school.is_organization || school.is_platform || isPending(school)) {
        throw new Problem(affiliationProblems.unknown_school, {
          errors: { address: [affiliationProblems.unknown_school.error] },
        });
      }
      return await askSchool(school, by);
    },

    accept: (organizationId, by) => answer(organizationId, true, by),
    decline: (organizationId, by) => answer(organizationId, false, by),

    async leave(organizationId, by) {
      const { actor, tenant, origin, now } = by;
      const pair = { organization_id: organizationId, school_id: tenant.id };
      return await deciding(by, async (transaction, who) => {
        const { name: school } = await whereIs(transaction, tenant.id, origin);
        const partner = await elsewhere(transaction, organizationId, async () => {
          const before = await repository.lockPair(transaction, pair);
          await endPair(transaction, pair, 'confirmed_at');
          const home = await whereIs(transaction, organizationId, origin);
          await audit(transaction, {
            tenant_id: organizationId,
            actor_id: null,
            action: 'affiliations.left',
            subject_id: tenant.id,
            details: { partner: school, by: who },
          });
          const asker =
            before?.asked_by && (await repository.findPerson(transaction, organizationId, before.asked_by));
          await post(transaction, organizationId, now, asker ? [asker] : [], (reader) =>
            partedLetter(reader, { partner: school, href: `${home.origin}/admin-organization/schools`, now }),
          );
          return home.name;
        });
        const { given, facts } = await endGuests(transaction, pair, now);
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: actor.id,
          action: 'affiliations.left',
          subject_id: organizationId,
          details: { partner, ...facts },
        });
        return { prepared_tablets: given };
      });
    },

    async withdraw(schoolId, by) {
      const { actor, tenant, origin } = by;
      const pair = { organization_id: tenant.id, school_id: schoolId };
      await deciding(by, async (transaction, who) => {
        await endPair(transaction, pair, 'asked_at');
        const { name: organization } = await whereIs(transaction, tenant.id, origin);
        const partner = await elsewhere(transaction, schoolId, async () => {
          await audit(transaction, {
            tenant_id: schoolId,
            actor_id: null,
            action: 'affiliations.withdrawn',
            subject_id: tenant.id,
            details: { partner: organization, by: who },
          });
          return (await whereIs(transaction, schoolId, origin)).name;
        });
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: actor.id,
          action: 'affiliations.withdrawn',
          subject_id: schoolId,
          details: { partner },
        });
      });
    },

    async remove(schoolId, by) {
      const { actor, tenant, origin, now } = by;
      const pair = { organization_id: tenant.id, school_id: schoolId };
      await deciding(by, async (transaction, who) => {
        await endPair(transaction, pair, 'confirmed_at');
        const { name: organization } = await whereIs(transaction, tenant.id, origin);
        const partner = await elsewhere(transaction, schoolId, async () => {
          const { facts } = await endGuests(transaction, pair, now);
          await audit(transaction, {
            tenant_id: schoolId,
            actor_id: null,
            action: 'affiliations.removed',
            subject_id: tenant.id,
            details: { partner: organization, by: who, ...facts },
          });
          const there = await whereIs(transaction, schoolId, origin);
          const admins = await repository.listSchoolAdmins(transaction, schoolId, readersAtMost);
          await post(transaction, schoolId, now, admins, (reader) =>
            partedLetter(reader, {
              partner: organization,
              href: `${there.origin}/admin-school/organizations`,
              now,
            }),
          );
          return there.name;
        });
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: actor.id,
          action: 'affiliations.removed',
          subject_id: schoolId,
          details: { partner },
        });
      });
    },
  };
}
