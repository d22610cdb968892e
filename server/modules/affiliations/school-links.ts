import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { affiliationProblems } from '#contract/affiliations/affiliations.problems.ts';
import type { InvitedSchool, OpenSchoolInvitation } from '#contract/affiliations/affiliations.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { audit } from '#server/platform/audit.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { inTenant, lockName, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { Standing } from '../visits/standing.ts';
import { registerLetter } from './affiliations.letters.ts';
import { findPerson, findTenant, putPair } from './affiliations.repository.ts';
import * as repository from './school-links.repository.ts';

/** Who decides, on which host and when. */
export interface Decider {
  actor: Actor;
  tenant: HostTenant;
  /** Of the host that was asked. */
  origin: string;
  now: Date;
}

const day = 24 * 60 * 60 * 1000;

/** Where and when somebody opens a link. */
export interface LinkOpening {
  tenant: HostTenant;
  browser: Pick<CallerBrowser, 'network'>;
  now: Date;
}

/** Links with which an organization asks a school to register that is not on the platform yet. */
export interface SchoolLinks {
  list(
    query: PageQuery,
    call: Pick<Call<Actor>, 'transaction' | 'tenant' | 'now'>,
  ): Promise<{ count: number; next: string | null; results: InvitedSchool[] }>;
  /** Asking again sends a new link, and the one before works no longer. @throws Problem `affiliations.…` */
  invite(email: string, by: Decider): Promise<InvitedSchool>;
  /** @throws Problem `affiliations.not_found` */
  revoke(id: string, by: Decider): Promise<void>;
  /** @throws Problem `affiliations.link_refused` */
  check(token: string, at: LinkOpening): Promise<OpenSchoolInvitation>;
  /** Those that these people sent work no longer. Answers how many. */
  endThoseOf(
    transaction: TenantTransaction,
    organizationId: string,
    inviters: readonly string[],
    now: Date,
  ): Promise<number>;
  /** The school belongs to the organization from now on. In its scope. @throws Problem `affiliations.link_refused` */
  use(
    transaction: TenantTransaction,
    token: string,
    by: { tenant: HostTenant; school_id: string; now: Date },
  ): Promise<void>;
}

export function createSchoolLinks(options: {
  database: Database;
  outbox: MailOutbox;
  guesses: Guesses;
  standing: Standing;
}): SchoolLinks {
  const { database, outbox, guesses, standing } = options;

  /** A link that works and whose sender may still invite schools. @throws Problem `affiliations.link_refused` */
  async function findGood(
    transaction: TenantTransaction,
    organizationId: string,
    wanted: { token_hash: Buffer; now: Date },
    find: { lock?: boolean } = {},
  ): Promise<repository.LinkRow> {
    const link = await repository.findGood(transaction, organizationId, wanted, find);
    const role = link && (await standing.roleOf(transaction, organizationId, link.invited_by));
    if (!link || role !== 'organization_admin') throw new Problem(affiliationProblems.link_refused);
    return link;
  }

  /** Runs for one of the organization's own people: a guest, whom the platform may have sent, decides nothing here. */
  function deciding<Result>(
    { actor, tenant }: Decider,
    work: (transaction: TenantTransaction, name: string) => Promise<Result>,
  ): Promise<Result> {
    return inTenant(database, tenant.id, async (transaction) => {
      const person = await findPerson(transaction, tenant.id, actor.id);
      if (person?.home_user_id !== null) throw new Problem(affiliationProblems.guests_stay_out);
      await lockName(transaction, `invited schools of ${tenant.id}`);
      return await work(transaction, `${person.first_name} ${person.last_name}`.trim());
    });
  }

  async function nameOf(transaction: TenantTransaction, tenantId: string): Promise<string> {
    const tenant = await findTenant(transaction, tenantId);
    // It is the one that asks; only what nobody ever ran is deleted.
    if (!tenant) throw new Error('A tenant is gone');
    return tenant.school_name;
  }

  return {
    async list(query, { transaction, tenant, now }) {
      const count = await repository.countOpen(transaction, tenant.id);
      const rows = await repository.listOpen(transaction, tenant.id, query);
      return { count, next: nextPage(query, count), results: rows.map((row) => shown(row, now)) };
    },

    async invite(email, by) {
      const { actor, tenant, origin, now } = by;
      if (!tenant.is_organization) throw new Problem(affiliationProblems.not_an_organization);
      return await deciding(by, async (transaction, invited_by) => {
        const before = await repository.findByEmail(transaction, tenant.id, email);
        const wait = before ? before.sent_at.getTime() + limits.invitationPause * 1000 - now.getTime() : 0;
        if (wait > 0)
          throw new Problem(affiliationProblems.invited_just_now, { retryAfter: Math.ceil(wait / 1000) });
        await outbox.refuse(transaction, email, { field: 'email', now });
        const id = before?.id ?? uuidv7();
        const token = randomBytes(32).toString('base64url');
        const expires_at = new Date(now.getTime() + limits.invitationDays * day);
        const link = { token_hash: sha256(token), invited_by: actor.id, sent_at: now, expires_at };
        if (before) {
          await repository.renewLink(transaction, { tenant_id: tenant.id, id }, link);
        } else {
          if ((await repository.countOpen(transaction, tenant.id)) >= limits.askedSchools)
            throw new Problem(affiliationProblems.too_many_open);
          await repository.insertLink(transaction, {
            tenant_id: tenant.id,
            id,
            email,
            created_at: now,
            ...link,
          });
        }
        const organization = await nameOf(transaction, tenant.id);
        const letter = registerLetter({ id, email }, { organization, invited_by, origin, token, expires_at });
        await outbox.add(transaction, tenant.id, letter, { now });
        const row = await repository.findByEmail(transaction, tenant.id, email);
        if (!row) throw new Error('An invitation that was written is gone');
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: actor.id,
          action: 'affiliations.invited',
          subject_id: row.id,
          details: { email },
        });
        return shown(row, now);
      });
    },

    async revoke(id, by) {
      const { actor, tenant, now } = by;
      await deciding(by, async (transaction) => {
        if (!(await repository.endLink(transaction, { tenant_id: tenant.id, id }, { revoked_at: now })))
          throw new Problem(affiliationProblems.not_found);
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: actor.id,
          action: 'affiliations.uninvited',
          subject_id: id,
        });
      });
    },

    check(token, { tenant, browser, now }) {
      // Nobody guesses 256 bits, so a good link is good whoever tries others in the same network.
      return guesses.attemptBeyondGuessing(
        {
          tenantId: tenant.id,
          guessers: [{ kind: 'invitation_network', subject: browser.network }],
          wrong: affiliationProblems.link_refused.code,
          now,
        },
        () =>
          inTenant(database, tenant.id, async (transaction) => {
            const link = await findGood(transaction, tenant.id, { token_hash: sha256(token), now });
            return { organization: await nameOf(transaction, tenant.id), email: link.email };
          }),
      );
    },

    endThoseOf: repository.endLinksBy,

    async use(transaction, token, { tenant, school_id, now }) {
      const wanted = { token_hash: sha256(token), now };
      const link = await findGood(transaction, tenant.id, wanted, { lock: true });
      await repository.endLink(transaction, { tenant_id: tenant.id, id: link.id }, { used_at: now });
      await putPair(
        transaction,
        { organization_id: tenant.id, school_id },
        { asked_at: null, asked_by: link.invited_by, confirmed_at: now, declined_at: null, mailed_at: null },
      );
    },
  };
}

function shown({ id, email, sent_at, expires_at, ...row }: repository.LinkRow, now: Date): InvitedSchool {
  return {
    id,
    email,
    sent_at: sent_at.toISOString(),
    expires_at: expires_at.toISOString(),
    is_expired: expires_at <= now,
    invited_by: `${row.first_name} ${row.last_name}`.trim(),
  };
}
