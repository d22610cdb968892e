import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { modeProblems } from '#contract/modes/modes.problems.ts';
import type { Mode } from '#contract/modes/modes.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './modes.repository.ts';

/** A page of the modes; for a visitor, to whom none is offered, an empty one. */
export async function listModes(
  query: PageQuery,
  { transaction, tenant, actor }: Pick<Call, 'transaction' | 'tenant' | 'actor'>,
) {
  const all = actor ? await repository.listModes(transaction, tenant.id) : [];
  return {
    count: all.length,
    next: nextPage(query, all.length),
    results: all.slice(query.offset, query.offset + query.limit),
  };
}

/** @throws Problem `modes.not_found` */
export async function setLock(
  id: string,
  locked: boolean,
  { transaction, tenant, actor, now }: Pick<Call<Actor>, 'transaction' | 'tenant' | 'actor' | 'now'>,
): Promise<Mode> {
  const modes = await repository.listModes(transaction, tenant.id);
  const mode = modes.find((each) => each.id === id);
  if (!mode) throw new Problem(modeProblems.not_found);
  const isNew = locked
    ? await repository.lockMode(transaction, { tenant_id: tenant.id, mode_id: id, locked_at: now })
    : await repository.unlockMode(transaction, tenant.id, id);
  if (isNew)
    await audit(transaction, {
      tenant_id: tenant.id,
      actor_id: actor.id,
      action: locked ? 'modes.locked' : 'modes.unlocked',
      subject_id: id,
      details: { name: mode.name },
    });
  return { ...mode, locked };
}
