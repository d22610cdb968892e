import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { resourceOfferEndpoints } from '#contract/resources/resource-offers.endpoints.ts';
import {
  offersPerPerson,
  offersShown,
  type OfferedResource,
} from '#contract/resources/resource-offers.schema.ts';
import { resourceProblems } from '#contract/resources/resources.problems.ts';
import { offerRefusal } from '#contract/resources/resources.rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './resource-offers.repository.ts';
import { lockResource } from './resources.repository.ts';

type Parsed<Name extends keyof typeof resourceOfferEndpoints> = EndpointParsed<
  (typeof resourceOfferEndpoints)[Name]
>;

const readingOf = ({ transaction, actor }: Call<Actor>, kind: 'teacher' | 'office') => ({
  transaction,
  tenantId: actor.tenant_id,
  reader: { kind, id: actor.id } as const,
});

export async function listOwnOffers(call: Call<Actor>): Promise<{ results: OfferedResource[] }> {
  const own = { userId: call.actor.id, limit: offersPerPerson };
  return { results: await repository.listOffersOf(readingOf(call, 'teacher'), own) };
}

/** @throws Problem `resources.not_found`, also of what somebody else shares */
export async function readOwnOffer(
  { params }: Parsed<'readOwn'>,
  call: Call<Actor>,
): Promise<OfferedResource> {
  const own = { userId: call.actor.id, id: params.resourceId, limit: 1 };
  const [found] = await repository.listOffersOf(readingOf(call, 'teacher'), own);
  if (!found) throw new Problem(resourceProblems.not_found);
  return found;
}

export async function listOpenOffers(call: Call<Actor>): Promise<{ results: OfferedResource[] }> {
  return { results: await repository.listOpenOffers(readingOf(call, 'office'), offersShown) };
}

/** @throws Problem `resources.not_found`, `resources.not_offered`, `resources.changed_since` */
async function lockOffered(
  { params, body }: Parsed<'approve' | 'decline'>,
  { transaction, actor }: Call<Actor>,
) {
  const resource = await lockResource(transaction, actor.tenant_id, params.resourceId);
  if (!resource) throw new Problem(resourceProblems.not_found);
  if (!(await repository.isOfferOpen(transaction, actor.tenant_id, resource.id)))
    throw new Problem(resourceProblems.not_offered);
  if (resource.updated_at.getTime() !== Date.parse(body.updated_at))
    throw new Problem(resourceProblems.changed_since);
  return resource;
}

/**
 * Everybody sees it from now on.
 * @throws Problem `resources.not_found`, `resources.not_offered`, `resources.changed_since`, `resources.not_for_everybody`
 */
export async function approveOffer(input: Parsed<'approve'>, call: Call<Actor>): Promise<object> {
  const { transaction, actor, now } = call;
  const { id, title, licence } = await lockOffered(input, call);
  const refusal = offerRefusal({ audience: 'public', licence });
  if (refusal !== null) throw new Problem(resourceProblems.not_for_everybody, { error: refusal });
  await repository.makePublic(transaction, actor.tenant_id, id);
  await repository.settleOffer(transaction, actor.tenant_id, { resource_id: id, by: actor.id, now });
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action: 'resources.approved',
    subject_id: id,
    details: { name: title },
  });
  return {};
}

/** Nobody sees it; who shares it reads why. @throws Problem `resources.not_found`, `resources.not_offered`, `resources.changed_since` */
export async function declineOffer(input: Parsed<'decline'>, call: Call<Actor>): Promise<object> {
  const { transaction, actor, now } = call;
  const { id, title } = await lockOffered(input, call);
  const { reason } = input.body;
  await repository.settleOffer(transaction, actor.tenant_id, {
    resource_id: id,
    why: reason,
    by: actor.id,
    now,
  });
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action: 'resources.declined',
    subject_id: id,
    details: { name: title, reason },
  });
  return {};
}
