import { uuidv7 } from 'uuidv7';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { Category, CategoryForm, CategoryQuery } from '#contract/works/categories.schema.ts';
import { categoryProblems } from '#contract/works/works.problems.ts';
import { freeSlug, slugOf } from '#contract/works/works.rules.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, lockName, type TenantTransaction } from '#server/platform/database.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './categories.repository.ts';
import { readerOf } from '../works/reader.ts';
import type { Reading } from '../works/works.repository.ts';

type Keeping = Call<Actor>;

export async function listCategories({ is_archived, mode, ...page }: CategoryQuery, reading: Reading) {
  // What was put away is shown to those alone who can put it back.
  const isArchived = is_archived === 'true' && reading.reader.kind === 'office';
  const count = await repository.countCategories(reading, { isArchived });
  const next = nextPage(page, count, { is_archived: isArchived ? 'true' : undefined, mode });
  return { count, next, results: await repository.listCategories(reading, { isArchived, mode }, page) };
}

const readingOf = ({ transaction, actor }: Keeping): Reading => ({
  transaction,
  tenantId: actor.tenant_id,
  reader: readerOf(actor, false),
});

/** @throws Problem `categories.not_found` */
export async function readCategory(id: string, call: Keeping): Promise<Category> {
  const [category] = await repository.listCategories(readingOf(call), { id }, { limit: 1, offset: 0 });
  if (!category) throw new Problem(categoryProblems.not_found);
  return category;
}

/** @throws Problem `categories.name_taken`, at the field */
function refuseTaken(): never {
  const { name_taken } = categoryProblems;
  throw new Problem(name_taken, { errors: { name: [name_taken.error] } });
}

async function note(
  { transaction, actor }: Keeping,
  action: AuditAction<'categories'>,
  details: { name: string },
) {
  await audit(transaction, { tenant_id: actor.tenant_id, actor_id: actor.id, action, details });
}

/** Two who write names at the same moment take turns. */
const takeTurns = ({ transaction, actor }: Keeping) =>
  lockName(transaction, `categories of ${actor.tenant_id}`);

/** @throws Problem `categories.name_taken` */
export async function createCategory({ name }: CategoryForm, call: Keeping): Promise<Category> {
  const { transaction, actor, now } = call;
  await takeTurns(call);
  const wish = slugOf(name, 'category');
  const slug = freeSlug(wish, await repository.listSlugsLike(transaction, actor.tenant_id, wish));
  const id = uuidv7();
  const isMade = await repository.insertCategory(transaction, actor.tenant_id, { id, name, slug, now });
  if (!isMade) refuseTaken();
  await note(call, 'categories.created', { name });
  return await readCategory(id, call);
}

/** The address stays as it was. @throws Problem `categories.not_found`, `categories.name_taken` */
export async function renameCategory(id: string, { name }: CategoryForm, call: Keeping): Promise<Category> {
  const { transaction, actor, now } = call;
  await takeTurns(call);
  const before = await readCategory(id, call);
  if (before.name === name) return before;
  const other = await repository.findByName(transaction, actor.tenant_id, name);
  if (other && other.id !== id) refuseTaken();
  await repository.updateCategory(transaction, actor.tenant_id, id, { name, now });
  await note(call, 'categories.renamed', { name });
  return await readCategory(id, call);
}

/** @throws Problem `categories.not_found` */
export async function archiveCategory(id: string, call: Keeping): Promise<Category> {
  const before = await readCategory(id, call);
  if (before.archived_at !== null) return before;
  const { transaction, actor, now } = call;
  await repository.updateCategory(transaction, actor.tenant_id, id, { archived_at: now, now });
  await note(call, 'categories.archived', { name: before.name });
  return await readCategory(id, call);
}

/** @throws Problem `categories.not_found` */
export async function restoreCategory(id: string, call: Keeping): Promise<Category> {
  const before = await readCategory(id, call);
  if (before.archived_at === null) return before;
  const { transaction, actor, now } = call;
  await repository.updateCategory(transaction, actor.tenant_id, id, { archived_at: null, now });
  await note(call, 'categories.restored', { name: before.name });
  return await readCategory(id, call);
}

/** Whether schools that are made from now on begin with it. @throws Problem `categories.not_found` */
export async function offerCategory(
  id: string,
  isOffered: boolean,
  call: Pick<Keeping, 'transaction' | 'actor' | 'now'>,
): Promise<void> {
  const { transaction, actor, now } = call;
  const change = { id, isOffered, now };
  const changed = await repository.setOffered(transaction, actor.tenant_id, change);
  if (!changed) throw new Problem(categoryProblems.not_found);
  if (changed.was === isOffered) return;
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action: isOffered ? 'categories.offered' : 'categories.offered_no_more',
    details: { name: changed.name },
  });
}

/** What the platform offers, for a school that was made a moment ago. In the scope of the school. */
export async function beginWithOffered(
  transaction: TenantTransaction,
  tenantId: string,
  now: Date,
): Promise<void> {
  const platformId = await findPlatformId(transaction);
  if (platformId === undefined) return;
  const offered = await elsewhere(transaction, platformId, () =>
    repository.listOffered(transaction, platformId),
  );
  for (const { name, slug } of offered)
    await repository.insertCategory(transaction, tenantId, { id: uuidv7(), name, slug, now });
}
