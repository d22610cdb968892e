import type { FastifyRequest } from 'fastify';
import { Problem } from '#contract/kit/problem.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Addressed } from '#server/platform/host.ts';
import { originFor } from '#server/platform/origin.ts';
import type { Asking, ContentService } from '../content/content.service.ts';

type Tenant = Addressed & {
  id: string;
  school_name: string;
  is_organization: boolean;
  suspended_at: Date | null;
};

export interface VisitOptions {
  database: Database;
  clock: Clock;
  content: ContentService;
  /** @throws Problem where there is none */
  findTenant: (host: string | undefined) => Promise<Tenant>;
  baseDomain: string;
  publicUrl?: string | null;
}

export interface Site {
  asking: Asking;
  tenant: Tenant;
  /** Of this host, and of the platform, whose pages most are. */
  ownOrigin: string;
  platformOrigin: string;
}

/** A visitor's view of a host, whoever asks: what is written into HTML is the same for all. Null: no tenant is there, or it rests. */
export async function visit<Answer>(
  request: FastifyRequest,
  { database, clock, findTenant, baseDomain, publicUrl }: VisitOptions,
  work: (site: Site) => Promise<Answer>,
): Promise<Answer | null> {
  let tenant;
  try {
    tenant = await findTenant(request.host);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
  if (tenant.suspended_at !== null) return null;
  const { id } = tenant;
  const where = { baseDomain, publicUrl: publicUrl ?? null };
  const platform = { is_platform: true, subdomain: null, verified_host: null };
  const platformOrigin = originFor(platform, request, where);
  const ownOrigin = originFor(tenant, request, where);
  return await inTenant(database, id, (transaction) =>
    work({
      asking: { transaction, tenantId: id, reader: 'visitor', now: clock.now() },
      tenant,
      ownOrigin,
      platformOrigin,
    }),
  );
}
