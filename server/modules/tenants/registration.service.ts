import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { Problem } from '#contract/kit/problem.ts';
import type { Registered, Registration, SubdomainAnswer } from '#contract/tenants/registration.schema.ts';
import { tokenInLink } from '#contract/tenants/registration.rules.ts';
import { subdomainFor, subdomainProblem } from '#contract/tenants/subdomain.rules.ts';
import { registrationProblems } from '#contract/tenants/registration.problems.ts';
import { colorFields, type TenantColors } from '#contract/tenants/tenants.schema.ts';
import { askingLimits, secondsToWait, type AskingLimit } from '#server/platform/asking.ts';
import { audit } from '#server/platform/audit.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { elapsedSince } from '#server/platform/clock.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import { originOn } from '#server/platform/host.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import type { Actor, HostTenant } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import type { SchoolLinks } from '../affiliations/school-links.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { FirstMember } from '../members/first-member.ts';
import type { PasswordService } from '../passwords/passwords.service.ts';
import { welcomeLetter } from './registration.letters.ts';
import * as repository from './registration.repository.ts';
import { putLogo, readLogo } from './tenant-details.service.ts';
import { insertTenant, setLogo } from './tenants.repository.ts';
import type { TenantService } from './tenants.service.ts';

const hour = 60 * 60 * 1000;

/** How many schools are registered from one network address. */
const networkLimits: readonly AskingLimit[] = [
  { within: hour, most: 20 },
  { within: 24 * hour, most: 60 },
];

/** Where, when and by what browser somebody registers. */
export interface Place {
  tenant: HostTenant;
  origin: string;
  browser: Pick<CallerBrowser, 'network'>;
  now: Date;
  /** Aborted when they hang up. */
  signal: AbortSignal;
}

export interface RegistrationService {
  checkSubdomain(subdomain: string): Promise<SubdomainAnswer>;
  /**
   * By anybody, on the platform's own site; by whoever holds an organization's link, on that one's. The same again within
   * an hour is answered as it was: the first answer was lost.
   * @throws Problem `tenants.…`, `affiliations.link_refused`
   */
  register(form: Registration, link: string | undefined, at: Place): Promise<Registered>;
  /** By the platform's own people, for somebody else. Answers the new tenant's id. */
  create(form: Registration, by: Place & { actor: Actor }): Promise<string>;
}

interface Made {
  id: string;
  subdomain: string;
}

export function createRegistrationService(options: {
  database: Database;
  secretKey: SecretKey;
  baseDomain: string;
  tenants: Pick<TenantService, 'at'>;
  passwords: Pick<PasswordService, 'makeFirstLink'>;
  addFirstMember: FirstMember;
  /** What the platform offers for the shelves of a new school. */
  beginWithOffered: (transaction: TenantTransaction, tenantId: string, now: Date) => Promise<void>;
  links: SchoolLinks;
  outbox: MailOutbox;
  guesses: Guesses;
  pictures: PictureWorkers;
}): RegistrationService {
  const { database, secretKey, baseDomain, tenants, passwords, links, outbox, guesses, pictures } = options;

  const hostFor = (subdomain: string) => `${subdomain}.${baseDomain}`;

  const answerFor = ({ subdomain }: Made): Registered => ({
    message: 'Registration successful!',
    tenant: { subdomain, host: hostFor(subdomain) },
  });

  /** The logo drawn anew. It costs something, so nobody sends many that are none. */
  async function logoOf(form: Registration, { tenant, browser, now, signal }: Place) {
    const { logo } = form;
    if (logo === undefined) return null;
    return await guesses.attemptCostly(
      {
        tenantId: tenant.id,
        guessers: [{ kind: 'registration_network', subject: browser.network }],
        now,
      },
      () => readLogo(logo, pictures, { tenantId: tenant.id, signal }),
    );
  }

  /** The name that was chosen, or some that fit the school, one after the other. */
  function* namesFor({ subdomain, school_name }: Registration): Generator<string> {
    if (subdomain !== '') {
      yield subdomain;
      return;
    }
    const name = subdomainFor(school_name);
    yield name;
    for (let number = 2; number < 10; number += 1) yield `${name}-${number}`;
    yield `${name}-${randomBytes(3).toString('hex')}`;
  }

  /** In the scope of the new tenant, which it makes. */
  async function make(
    transaction: TenantTransaction,
    id: string,
    form: Registration,
    logo: Awaited<ReturnType<typeof logoOf>>,
    { origin, browser, now }: Place,
  ): Promise<Made> {
    const { school_name, school_email, first_name, last_name, domain_url, is_organization } = form;
    await outbox.refuse(transaction, school_email, { field: 'school_email', now });
    const colors = Object.fromEntries(colorFields.map((field) => [field, form[field]])) as TenantColors;
    let taken: string | null = null;
    for (const name of namesFor(form)) {
      const isFree = await insertTenant(transaction, {
        ...colors,
        id,
        school_name,
        school_email,
        first_name,
        last_name,
        domain_url,
        is_organization,
        subdomain: name,
        registered_at: now,
        created_at: now,
        updated_at: now,
      });
      if (isFree) {
        taken = name;
        break;
      }
    }
    if (taken === null) throw refuseTaken();
    if (logo) await setLogo(transaction, id, await putLogo(transaction, id, logo, now));
    if (!is_organization) await options.beginWithOffered(transaction, id, now);
    const person = { first_name, last_name, email: school_email };
    const role = is_organization ? 'organization_admin' : 'school_admin';
    const userId = await options.addFirstMember(transaction, { tenant_id: id, role, ...person }, now);
    const link = await passwords.makeFirstLink(
      transaction,
      { tenant_id: id, id: userId, email: school_email },
      { network: browser.network, now },
    );
    const letter = welcomeLetter(
      { ...person, id: userId },
      { school_name, origin: originOn(origin, hostFor(taken)), ...link },
    );
    await outbox.add(transaction, id, letter, { now });
    return { id, subdomain: taken };
  }

  /** What was made within the hour by the same person from the same place, by the same name in addresses. */
  async function madeJustNow(
    recent: Awaited<ReturnType<typeof repository.listRecent>>,
    { school_email, subdomain }: Registration,
    asked_from: Buffer,
    now: Date,
  ): Promise<Made | null> {
    if (subdomain === '') return null;
    const holder = await tenants.at(subdomain);
    const isSame = recent.some(
      (row) =>
        row.registered_id === holder?.id &&
        row.email === school_email &&
        row.asked_from.equals(asked_from) &&
        elapsedSince(row.created_at, now) < hour,
    );
    return isSame && holder ? { id: holder.id, subdomain } : null;
  }

  return {
    async checkSubdomain(subdomain) {
      const note = subdomainProblem(subdomain);
      if (note !== null) return { is_free: false, note, host: null };
      const holder = await tenants.at(subdomain);
      return holder
        ? { is_free: false, note: registrationProblems.subdomain_taken.error, host: null }
        : { is_free: true, note: null, host: hostFor(subdomain) };
    },

    async register(form, link, at) {
      const { tenant, browser, now } = at;
      const token = link === undefined || link === '' ? null : tokenInLink(link);
      if (token === null && !tenant.is_platform) throw new Problem(registrationProblems.register_elsewhere);
      const asked_from = secretKey.sign('networks of registrations', browser.network);
      const who = { email: form.school_email, asked_from };
      if (token !== null) await links.check(token, { tenant, browser, now });
      const before = await inTenant(database, tenant.id, (transaction) =>
        repository.listRecent(transaction, tenant.id, who, now),
      );
      const again = await madeJustNow(before, form, asked_from, now);
      if (again) return answerFor(again);
      refuseTooMany(before, who, now);
      const logo = await logoOf(form, at);
      const id = uuidv7();
      const made = await inTenant(database, tenant.id, async (transaction) => {
        await repository.lockRegistering(transaction, tenant.id);
        refuseTooMany(await repository.listRecent(transaction, tenant.id, who, now), who, now);
        // Who is invited by an organization is one of its schools.
        const wanted = token === null ? form : { ...form, is_organization: false };
        const one = await elsewhere(transaction, id, () => make(transaction, id, wanted, logo, at));
        await repository.insertRegistration(transaction, {
          tenant_id: tenant.id,
          id: uuidv7(),
          ...who,
          registered_id: id,
          created_at: now,
        });
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: null,
          action: 'tenants.registered',
          subject_id: id,
          details: { partner: form.school_name, by: `${form.first_name} ${form.last_name}` },
        });
        if (token !== null) await links.use(transaction, token, { tenant, school_id: id, now });
        return one;
      });
      return answerFor(made);
    },

    async create(form, { actor, ...at }) {
      const { tenant } = at;
      if (!tenant.is_platform) throw new Problem(registrationProblems.register_elsewhere);
      const logo = await logoOf(form, at);
      const id = uuidv7();
      await inTenant(database, tenant.id, async (transaction) => {
        await elsewhere(transaction, id, () => make(transaction, id, form, logo, at));
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: actor.id,
          action: 'tenants.created',
          subject_id: id,
          details: { partner: form.school_name },
        });
      });
      return id;
    },
  };
}

function refuseTaken(): Problem {
  const { subdomain_taken } = registrationProblems;
  return new Problem(subdomain_taken, { errors: { subdomain: [subdomain_taken.error] } });
}

/** @throws Problem `tenants.registered_too_often` */
function refuseTooMany(
  rows: readonly { email: string; asked_from: Buffer; created_at: Date }[],
  { email, asked_from }: { email: string; asked_from: Buffer },
  now: Date,
): void {
  const moments = (some: typeof rows) => some.map(({ created_at }) => created_at);
  const retryAfter = Math.max(
    secondsToWait(moments(rows.filter((row) => row.email === email)), askingLimits.email, now),
    secondsToWait(moments(rows.filter((row) => row.asked_from.equals(asked_from))), networkLimits, now),
  );
  if (retryAfter > 0) throw new Problem(registrationProblems.registered_too_often, { retryAfter });
}
