import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Session } from '#contract/identity/identity.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import { visitTokenMark } from '#contract/visits/visits.rules.ts';
import type {
  OpenVisit,
  VisitableSummary,
  VisitableTenant,
  VisitLink,
} from '#contract/visits/visits.schema.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import { hostOf } from '#server/platform/host.ts';
import { knownDevice } from '#server/platform/known-device.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { IdentityService } from '../identity/identity.service.types.ts';
import { byName } from './by-name.ts';
import { accessOf } from './access.ts';
import { enterAsGuest } from './guests.ts';
import { noteVisit } from './visits.audit.ts';
import type { Visitors } from './visitors.ts';
import * as repository from './visits.repository.ts';

type Asking = Pick<Call<Actor>, 'transaction' | 'tenant' | 'now'>;

const nothing: repository.TenantCounts = { classes: 0, students: 0, teachers: 0, active_students: 0 };
const counted = Object.keys(nothing) as (keyof repository.TenantCounts)[];
/** From then on a child who signed in counts as active. */
const lately = (now: Date) => new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000);

/** Where, when and by what browser a link is opened. */
interface LinkCall {
  tenant: HostTenant;
  now: Date;
  browser: CallerBrowser;
}

export interface VisitService {
  list(
    query: PageQuery & { search: string },
    call: Asking,
  ): Promise<{ count: number; next: string | null; results: VisitableTenant[] }>;
  summarize(call: Asking): Promise<VisitableSummary>;
  /**
   * @param reason why the platform enters, where no request said it
   * @throws Problem `visits.unknown_school` for a tenant that is not, and for one that is not the caller's, alike; `visits.ask_first`
   */
  makeLink(
    visit: { tenant_id: string; reason?: string | undefined },
    by: { actor: Actor; tenant: HostTenant; now: Date },
  ): Promise<VisitLink>;
  /** Whom a link lets in; it is not used up. @throws Problem `visits.link_refused` */
  check(token: string, at: LinkCall): Promise<OpenVisit>;
  /** @throws Problem `visits.link_refused` */
  redeem(token: string, at: LinkCall): Promise<Session>;
}

export function createVisitService(options: {
  database: Database;
  baseDomain: string;
  visitors: Visitors;
  guesses: Guesses;
  openGuestSession: IdentityService['openGuestSession'];
}): VisitService {
  const { database, baseDomain, visitors, guesses } = options;

  /** The tenants that may be entered from this one. */
  function reachable(transaction: TenantTransaction, tenant: HostTenant) {
    return tenant.is_platform
      ? repository.listAll(transaction)
      : repository.listLinked(transaction, tenant.id);
  }

  /** Whom a link lets in, as long as they are welcome. @throws Problem `visits.link_refused` */
  async function guestOf(
    transaction: TenantTransaction,
    { tenant: { id: tenantId }, now }: Pick<LinkCall, 'tenant' | 'now'>,
    link: { user_id: string; home_session_id: string } | undefined,
  ) {
    const guest = link && (await repository.findGuest(transaction, tenantId, link.user_id));
    const { home_tenant_id, home_user_id } = guest ?? {};
    // Whoever is not welcome any more has a link that was never used; it is too old in a minute.
    if (!link || !home_tenant_id || !home_user_id) throw new Problem(visitProblems.link_refused);
    const { user_id, home_session_id } = link;
    const stay = { home_tenant_id, home_user_id, home_session_id };
    const home = await visitors.homeOf(transaction, tenantId, stay);
    if (!home) throw new Problem(visitProblems.link_refused);
    if (!home.is_platform) return { user_id, home_session_id, stay, home, access: null };
    // The school may have changed its mind since the link was made.
    const access = await accessOf(transaction, { tenant_id: tenantId, guest_id: user_id, now });
    if (!access) throw new Problem(visitProblems.link_refused);
    return { user_id, home_session_id, stay, home, access };
  }

  async function enter(token: string, { tenant, now }: LinkCall): Promise<Session> {
    return await inTenant(database, tenant.id, async (transaction) => {
      const link = await repository.useLink(transaction, tenant.id, { token_hash: sha256(token), now });
      const guest = await guestOf(transaction, { tenant, now }, link);
      const { user_id, home_session_id, stay, home, access } = guest;
      const hourLater = now.getTime() + limits.visitSeconds * 1000;
      const expires_at = new Date(Math.min(hourLater, access?.until?.getTime() ?? hourLater));
      const may = access?.may ?? null;
      const session = await options.openGuestSession(transaction, {
        tenant_id: tenant.id,
        user_id,
        home_session_id,
        visiting: { ...home, may, until: expires_at.toISOString() },
        guest_may: may,
        now,
        expires_at,
      });
      await noteVisit(transaction, 'visits.entered', {
        school_id: tenant.id,
        school: await repository.nameOf(transaction, tenant.id),
        guest_id: user_id,
        ...stay,
        home,
      });
      return session;
    });
  }

  /** Nobody guesses a link; of those who try, so many are heard. */
  function tryLink<Result>({ tenant, now, browser }: LinkCall, work: () => Promise<Result>): Promise<Result> {
    const device = knownDevice(browser);
    return guesses.attemptBeyondGuessing(
      {
        tenantId: tenant.id,
        guessers: [
          ...(device === null ? [] : [{ kind: 'visit_device', subject: device } as const]),
          { kind: 'visit_network', subject: browser.network },
        ],
        wrong: visitProblems.link_refused.code,
        now,
      },
      work,
    );
  }

  return {
    async list({ limit, offset, search }, { transaction, tenant, now }) {
      const wanted = foldForSearch(search);
      const found = (await reachable(transaction, tenant))
        .filter(({ school_name }) => foldForSearch(school_name).includes(wanted))
        .toSorted(byName);
      const page = found.slice(offset, offset + limit);
      const counts = await repository.countIn(
        transaction,
        page.map(({ id }) => id),
        lately(now),
      );
      return {
        count: found.length,
        next: nextPage({ limit, offset, search }, found.length),
        results: page.map((row) => ({
          id: row.id,
          school_name: row.school_name,
          host: hostOf(row, baseDomain),
          is_organization: row.is_organization,
          ...(counts.get(row.id) ?? nothing),
        })),
      };
    },

    async summarize({ transaction, tenant, now }) {
      const all = await reachable(transaction, tenant);
      const counts = await repository.countIn(
        transaction,
        all.map(({ id }) => id),
        lately(now),
      );
      const total = { ...nothing };
      for (const row of counts.values()) for (const key of counted) total[key] += row[key];
      const organizations = all.filter((row) => row.is_organization).length;
      return {
        organizations: tenant.is_platform ? organizations : null,
        schools: all.length - organizations,
        ...total,
      };
    },

    async makeLink({ tenant_id, reason }, { actor, tenant, now }) {
      return await inTenant(database, tenant.id, async (transaction) => {
        const person = await repository.findAtHome(transaction, {
          tenant_id: actor.tenant_id,
          user_id: actor.id,
          session_id: actor.session_id,
        });
        if (!person) throw new Problem(requestProblems.unauthenticated);
        const school = (await reachable(transaction, tenant)).find(({ id }) => id === tenant_id);
        const host = school && hostOf(school, baseDomain);
        const mayEnter = tenant.is_platform || tenant.is_organization;
        if (!school || !host || !mayEnter) throw new Problem(visitProblems.unknown_school);

        const token = visitTokenMark + randomBytes(32).toString('base64url');
        await elsewhere(transaction, school.id, async () => {
          const guest = await enterAsGuest(transaction, school, {
            ...person,
            id: actor.id,
            tenant_id: tenant.id,
          });
          if (tenant.is_platform) await refuseUninvited(transaction, school.id, guest.id, { reason, now });
          await repository.insertLink(transaction, {
            tenant_id: school.id,
            id: uuidv7(),
            token_hash: sha256(token),
            purpose: 'visit',
            user_id: guest.id,
            home_session_id: actor.session_id,
            created_at: now,
            expires_at: new Date(now.getTime() + limits.visitLinkSeconds * 1000),
          });
          await noteVisit(
            transaction,
            'visits.link_made',
            {
              school_id: school.id,
              school: school.school_name,
              guest_id: guest.id,
              home_tenant_id: tenant.id,
              home_user_id: actor.id,
              home: { ...person, home: person.school_name },
            },
            reason === undefined ? {} : { reason },
          );
        });
        return { host, token };
      });
    },

    check: (token, call) =>
      tryLink(call, () =>
        inTenant(database, call.tenant.id, async (transaction) => {
          const wanted = { token_hash: sha256(token), now: call.now };
          const link = await repository.findLink(transaction, call.tenant.id, wanted);
          const { home } = await guestOf(transaction, call, link);
          return { first_name: home.first_name, last_name: home.last_name, home: home.home };
        }),
      ),

    redeem: (token, call) => tryLink(call, () => enter(token, call)),
  };
}

/**
 * In the scope of the school.
 * @throws Problem `visits.ask_first`; `request.invalid` for a visit without a reason where no request has one
 */
async function refuseUninvited(
  transaction: TenantTransaction,
  tenant_id: string,
  guest_id: string,
  { reason, now }: { reason: string | undefined; now: Date },
): Promise<void> {
  const access = await accessOf(transaction, { tenant_id, guest_id, now });
  if (!access) throw new Problem(visitProblems.ask_first);
  if (access.until === null && reason === undefined)
    throw new Problem(requestProblems.invalid, { errors: { reason: ['Please say why'] } });
}
