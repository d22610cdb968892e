import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { ListedTenant, TenantDetails, UpdateTenant } from '#contract/tenants/tenant-details.schema.ts';
import { registrationProblems } from '#contract/tenants/registration.problems.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { auditBoth } from '#server/platform/audit-both.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { DomainRecords } from '#server/platform/domain-records.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { PictureSender, PictureWorkers } from '#server/platform/picture-workers.ts';
import { refusePicture } from '#server/platform/pictures.ts';
import type { Actor, Call, HostTenant, OpenCall } from '#server/platform/route.ts';
import type { DomainProofs } from './domain-proofs.ts';
import { drawLogo, logoFile } from './logos.ts';
import { closingOf, isPending } from './tenants.service.ts';
import { iconPath } from './tenants.web.ts';
import * as repository from './tenants.repository.ts';

type Asking = Pick<Call<Actor>, 'transaction' | 'tenant' | 'actor' | 'now'>;

type DrawnLogo = Awaited<ReturnType<typeof drawLogo>>;
/** `undefined`: it stays as it is. */
type PreparedLogo = DrawnLogo | 'none' | undefined;

export interface TenantDetailsService {
  /** @throws Problem `tenants.not_found` */
  read(tenantId: string, call: Asking): Promise<TenantDetails>;
  /** The logo that was sent, drawn before the transaction of the update. @throws Problem `tenants.logo_unreadable` */
  prepareLogo(logo: UpdateTenant['logo'], call: OpenCall<Actor>): Promise<PreparedLogo>;
  /** What is left out, or is what it was, stays as it is. @throws Problem `tenants.not_found` */
  update(
    tenantId: string,
    wanted: Omit<UpdateTenant, 'logo'>,
    logo: PreparedLogo,
    call: Asking,
  ): Promise<TenantDetails>;
  /** All there are; on the platform's own site alone. */
  list(
    query: PageQuery & { search: string },
    call: Asking,
  ): Promise<{ count: number; next: string | null; results: ListedTenant[] }>;
  /** Looks for the record; where it is there, the domain answers from now on. @throws Problem `tenants.…` */
  showDomain(tenantId: string, call: OpenCall<Actor>): Promise<TenantDetails>;
}

/** Goes to a tenant's own rows, where the caller may see it: the platform every tenant, and each its own. */
async function inReach<Result>(
  tenantId: string,
  { transaction, tenant }: { transaction: TenantTransaction; tenant: HostTenant },
  work: () => Promise<Result>,
): Promise<Result> {
  if (tenantId === tenant.id) return await work();
  if (!tenant.is_platform) throw new Problem(tenantProblems.not_found);
  return await elsewhere(transaction, tenantId, work);
}

async function find(transaction: TenantTransaction, tenantId: string) {
  const row = await repository.findTenant(transaction, tenantId);
  if (!row) throw new Problem(tenantProblems.not_found);
  return row;
}

const momentOf = (row: { registered_at: Date | null }) => row.registered_at?.toISOString() ?? null;

/** Answers where the logo is found from now on; null for none. */
async function keepLogo(
  transaction: TenantTransaction,
  tenant_id: string,
  logo: DrawnLogo | 'none',
  now: Date,
): Promise<string | null> {
  if (logo === 'none') {
    await repository.deleteLogo(transaction, tenant_id);
    return null;
  }
  return await putLogo(transaction, tenant_id, logo, now);
}

/** The logo drawn anew. @throws Problem `tenants.logo_unreadable` */
export async function readLogo(
  logo: Blob,
  workers: PictureWorkers,
  sender: PictureSender,
): Promise<DrawnLogo> {
  try {
    return await drawLogo({ bytes: new Uint8Array(await logo.arrayBuffer()), workers, sender });
  } catch (error) {
    return refusePicture(error, tenantProblems.logo_unreadable, 'logo');
  }
}

/** Answers where it is found. */
export async function putLogo(
  transaction: TenantTransaction,
  tenant_id: string,
  { content, hash }: DrawnLogo,
  now: Date,
): Promise<string> {
  await repository.putLogo(transaction, { tenant_id, sha256: hash, content, created_at: now });
  return `${iconPath}/${logoFile(hash)}`;
}

export function createTenantDetailsService(options: {
  database: Database;
  proofs: DomainProofs;
  /** Left out: nobody is asked, and no domain can be shown. */
  records: DomainRecords | undefined;
  guesses: Guesses;
  pictures: PictureWorkers;
}): TenantDetailsService {
  const { database, proofs, records, guesses, pictures } = options;

  async function details(transaction: TenantTransaction, tenantId: string): Promise<TenantDetails> {
    const row = await find(transaction, tenantId);
    const host = proofs.hostToShow(row);
    return {
      ...row,
      ...isPending(row),
      ...closingOf(row),
      registered_at: momentOf(row),
      domain_proof: host === null ? null : proofs.proofOf(tenantId, host),
      organizations: await repository.listOrganizations(transaction, tenantId),
    };
  }

  /** Whether the record is there. @throws Problem `tenants.domain_not_shown`, `tenants.domain_unreadable` */
  async function lookFor(tenantId: string, host: string): Promise<void> {
    const { name } = proofs.proofOf(tenantId, host);
    const texts = await records?.textsOf(name).catch(() => {
      throw new Problem(registrationProblems.domain_unreadable);
    });
    if (!texts?.some((text) => proofs.isProof(tenantId, host, text)))
      throw new Problem(registrationProblems.domain_not_shown);
  }

  return {
    read: (tenantId, call) => inReach(tenantId, call, () => details(call.transaction, tenantId)),

    async prepareLogo(logo, { tenant, now, signal }) {
      if (logo === undefined || logo === 'none') return logo;
      const sender = { tenantId: tenant.id, signal };
      return await guesses.attemptCostly(
        { tenantId: tenant.id, guessers: [{ kind: 'logo_tenant', subject: tenant.id }], now },
        () => readLogo(logo, pictures, sender),
      );
    },

    async update(tenantId, fields, logo, call) {
      const { transaction, now } = call;
      return await inReach(tenantId, call, async () => {
        const before = await find(transaction, tenantId);
        const next = { ...fields, logo: logo && (await keepLogo(transaction, tenantId, logo, now)) };
        const changed = Object.entries(next).filter(
          ([field, value]) => value !== undefined && before[field as keyof typeof next] !== value,
        );
        if (changed.length > 0) {
          await repository.updateTenant(transaction, tenantId, Object.fromEntries(changed), now);
          await auditBoth(call, before, 'tenants.edited', { fields: changed.map(([field]) => field) });
        }
        return await details(transaction, tenantId);
      });
    },

    async list({ search, ...page }, { transaction, tenant }) {
      // Whoever of the platform visits a school sees that one there.
      const only = tenant.is_platform ? null : tenant.id;
      const { count, rows } = await repository.listTenants(transaction, { search, only, ...page });
      const results = rows.map((row) => ({
        ...row,
        ...isPending(row),
        ...closingOf(row),
        registered_at: momentOf(row),
      }));
      return { count, next: nextPage({ ...page, search }, count), results };
    },

    async showDomain(tenantId, { tenant, actor, now }) {
      const host = await inTenant(database, tenant.id, (transaction) =>
        inReach(tenantId, { transaction, tenant }, async () =>
          proofs.hostToShow(await find(transaction, tenantId)),
        ),
      );
      if (host === null) throw new Problem(registrationProblems.no_domain_to_show);
      const guess = {
        tenantId: tenant.id,
        guessers: [{ kind: 'domain', subject: tenantId }] as const,
        wrong: registrationProblems.domain_not_shown.code,
        now,
      };
      // Name servers may take their time; no transaction waits for them.
      await guesses.attempt(guess, () => lookFor(tenantId, host));
      return await inTenant(database, tenant.id, (transaction) =>
        inReach(tenantId, { transaction, tenant }, async () => {
          const row = await find(transaction, tenantId);
          // It was changed meanwhile, and another one was looked for.
          if (proofs.hostToShow(row) !== host) throw new Problem(registrationProblems.domain_not_shown);
          if (!(await repository.takeHost(transaction, tenantId, host, now)))
            throw new Problem(registrationProblems.domain_taken);
          await auditBoth({ transaction, tenant, actor }, row, 'tenants.domain_shown', { host });
          return await details(transaction, tenantId);
        }),
      );
    },
  };
}
