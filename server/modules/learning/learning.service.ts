import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import type { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './learning.repository.ts';

/**
 * Keeps what a device says was done. A page that went while a tablet had no network is no reason to bother a child with a refusal: nothing of
 * it is kept, and the answer is the same.
 */
export async function setStep(
  { params: { pageId, stepId }, body }: EndpointParsed<typeof learningEndpoints.setStep>,
  { transaction, actor, changes, now }: Call<Actor>,
): Promise<void> {
  const by = { tenantId: actor.tenant_id, userId: actor.id, pageId };
  if (!(await repository.isThere(transaction, pageId))) return;
  const step = { ...body, stepId, most: limits.learningSteps, now };
  if (await repository.addStep(transaction, by, step))
    changes.put(scopeOf.user(actor.id), 'learning', pageId);
}
