import type { FastifyReply, FastifyRequest } from 'fastify';
import { passScheme } from '#contract/kit/http.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { browserOf } from '#server/platform/browser.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Actor, HostTenant } from '#server/platform/route.ts';
import type { CommunityService } from '../identity/community.service.ts';
import { readerOf, type Reader } from './reader.ts';
import type { Reading } from './works.repository.ts';

export interface RequestReadingOptions {
  database: Database;
  clock: Clock;
  /** Families have a cookie and no account. */
  community: Pick<CommunityService, 'isIn'>;
  findTenant: (host: string | undefined) => Promise<HostTenant>;
  findActor: (transaction: TenantTransaction, tenant: HostTenant, token: string) => Promise<Actor | null>;
  /** Who has the pass of an order, for what was bought by it. @throws Problem `orders.pass_over` */
  findBuyer: (
    transaction: TenantTransaction,
    tenant: HostTenant,
    pass: string,
  ) => Promise<Extract<Reader, { kind: 'buyer' }>>;
}

/** Finds something for the caller who asks for a file: by their token, the pass of an order, the cookie of families, or for a visitor. */
export type ReadForRequest = <Found>(
  request: FastifyRequest,
  reply: FastifyReply,
  find: (reading: Reading) => Promise<Found>,
  /** True where the pass of an order counts too. */
  takesPass?: boolean,
) => Promise<Found>;

/** Files are served beside the endpoints, and by the same rule. */
export function readingForRequests(options: RequestReadingOptions): ReadForRequest {
  const { database, clock, community, findTenant, findActor, findBuyer } = options;
  return async (request, reply, find, takesPass = false) => {
    const tenant = await findTenant(request.host);
    const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
    const isBearer = scheme?.toLowerCase() === 'bearer' && token !== undefined;
    if (takesPass && scheme?.toLowerCase() === passScheme.toLowerCase() && token !== undefined)
      return await inTenant(database, tenant.id, async (transaction) => {
        const reader = await findBuyer(transaction, tenant, token);
        return await find({ transaction, tenantId: tenant.id, reader });
      });
    const isFamily =
      !isBearer && (await community.isIn(tenant, { now: clock.now(), browser: browserOf(request, reply) }));
    return await inTenant(database, tenant.id, async (transaction) => {
      const actor = isBearer ? await findActor(transaction, tenant, token) : null;
      // Whoever sent it would take the missing file for one that they may not see.
      if (isBearer && !actor) throw new Problem(requestProblems.unauthenticated);
      return await find({ transaction, tenantId: tenant.id, reader: readerOf(actor, isFamily) });
    });
  };
}
