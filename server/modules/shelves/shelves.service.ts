import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { shelfProblems } from '#contract/shelves/shelves.problems.ts';
import type { OwnShelf, SetShelf, ShelfList, ShelfQuery } from '#contract/shelves/shelves.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { logoAddress } from '#server/platform/logo-address.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './shelves.repository.ts';

type Asking = Pick<Call<Actor>, 'transaction' | 'tenant' | 'actor' | 'now'>;

/** Schools that opened their shelf; one whose books nobody may read is left out. */
export async function listShelves(
  query: ShelfQuery,
  { transaction }: Pick<Call, 'transaction'>,
): Promise<ShelfList> {
  const { count, rows, countries } = await repository.listOpenShelves(transaction, query);
  return {
    count,
    next: nextPage(query, count, { country: query.country }),
    results: rows.map((row) => ({ ...row, logo: logoAddress(row) })),
    countries,
  };
}

/** @throws Problem `shelves.only_schools` */
async function findShelf({ transaction, tenant }: Pick<Asking, 'transaction' | 'tenant'>) {
  const found = await repository.findShelf(transaction, tenant.id);
  if (found.is_organization) throw new Problem(shelfProblems.only_schools);
  return found;
}

export async function readOwnShelf(asking: Asking): Promise<OwnShelf> {
  const { country, shelf_opened_at } = await findShelf(asking);
  return { country, is_open: shelf_opened_at !== null };
}

/** Opened twice it stays opened since the first time. */
export async function setOwnShelf({ is_open, country }: SetShelf, asking: Asking): Promise<OwnShelf> {
  const { transaction, tenant, actor, now } = asking;
  const before = await findShelf(asking);
  const wasOpen = before.shelf_opened_at !== null;
  if (wasOpen === is_open && before.country === country) return { is_open, country };
  const shelf_opened_at = is_open ? (before.shelf_opened_at ?? now) : null;
  await repository.updateShelf(transaction, tenant.id, { country, shelf_opened_at }, now);
  const about = { tenant_id: tenant.id, actor_id: actor.id, subject_id: tenant.id };
  if (wasOpen !== is_open)
    await audit(transaction, {
      ...about,
      action: is_open ? 'shelves.opened' : 'shelves.closed',
      details: {},
    });
  if (before.country !== country)
    await audit(transaction, { ...about, action: 'tenants.edited', details: { fields: ['country'] } });
  return { is_open, country };
}
