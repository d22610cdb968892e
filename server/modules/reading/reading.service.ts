import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { readingEndpoints } from '#contract/works/reading.endpoints.ts';
import { justBegun, withBookmark } from '#contract/works/reading.rules.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { readerOf } from '../works/reader.ts';
import * as repository from './reading.repository.ts';
import { findVisible, listByIds, listIdsOnShelf } from '../works/works.repository.ts';

type Where = Call<Actor>;

/**
 * Which work it is about, as far as the person may see it. One that was withdrawn while a tablet had no network is no reason to
 * bother a child with a refusal: nothing of it is kept, and nobody learns whether it is there.
 */
async function seen(workId: string, { transaction, actor }: Where): Promise<repository.ReadBy | null> {
  const tenantId = actor.tenant_id;
  const work = await findVisible({ transaction, tenantId, reader: readerOf(actor, false) }, workId);
  return work ? { tenantId, userId: actor.id, workId: work.id } : null;
}

function note({ changes, actor }: Where, workId: string): void {
  changes.put(scopeOf.user(actor.id), 'reading', workId);
}

/** Those of these works that whoever asks may keep on a tablet: what stands on the shelf and is for them, by the one rule. */
export async function findOnShelf(
  transaction: TenantTransaction,
  actor: Actor,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const reader = readerOf(actor, false);
  return await listIdsOnShelf({ transaction, tenantId: actor.tenant_id, reader }, ids);
}

/** The same works as a list shows them, in no order. */
export async function listOnShelf(
  transaction: TenantTransaction,
  actor: Actor,
  ids: readonly string[],
): Promise<WorkCard[]> {
  if (ids.length === 0) return [];
  return await listByIds({ transaction, tenantId: actor.tenant_id, reader: readerOf(actor, false) }, ids);
}

export async function reach(
  { params, body }: EndpointParsed<typeof readingEndpoints.reach>,
  call: Where,
): Promise<void> {
  const by = await seen(params.workId, call);
  if (by && (await repository.raise(call.transaction, by, body, call.now))) note(call, by.workId);
}

export async function mark(
  { params, body }: EndpointParsed<typeof readingEndpoints.mark>,
  call: Where,
): Promise<void> {
  const { transaction, now } = call;
  const by = await seen(params.workId, call);
  if (!by) return;
  const isNew = await repository.raise(transaction, by, justBegun, now);
  const before = await repository.lockBookmarks(transaction, by);
  const after = withBookmark(before, params.partId, body.is_set);
  if (after !== before) await repository.setBookmarks(transaction, by, after, now);
  if (isNew || after !== before) note(call, by.workId);
}

/** Nobody speaks kindly of their own work, or of what is not on the shelf: then nothing is kept, and the answer is the same. */
export async function react(
  { params, body }: EndpointParsed<typeof readingEndpoints.react>,
  call: Where,
): Promise<void> {
  const { transaction, actor, now } = call;
  const tenantId = actor.tenant_id;
  const by = { tenantId, userId: actor.id, workId: params.workId };
  if (body.reaction !== null) {
    const [work] = await listOnShelf(transaction, actor, [by.workId]);
    if (!work || work.author?.id === actor.id) return;
  }
  if (!(await repository.setReaction(transaction, by, body.reaction, now))) return;
  note(call, by.workId);
}

export async function choose(
  { body }: EndpointParsed<typeof readingEndpoints.choose>,
  { transaction, actor, changes, now }: Where,
): Promise<void> {
  const { id: userId, tenant_id: tenantId } = actor;
  await repository.setSettings(transaction, { tenantId, userId }, body, now);
  changes.put(scopeOf.user(userId), 'reader_settings', userId);
}
