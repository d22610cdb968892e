import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { foldForComparing } from '#contract/kit/fold.ts';
import { Problem } from '#contract/kit/problem.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { viewEndpoints } from '#contract/panel/views.endpoints.ts';
import { mostViews, type SavedView } from '#contract/panel/views.schema.ts';
import { lockName } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';

type Parsed<Name extends keyof typeof viewEndpoints> = EndpointParsed<(typeof viewEndpoints)[Name]>;
type Own = Pick<Call<Actor>, 'transaction' | 'actor'>;

async function listOwn({ transaction, actor }: Own): Promise<SavedView[]> {
  return await transaction
    .selectFrom('saved_views')
    .select(['id', 'name', 'path', 'query'])
    .where('tenant_id', '=', actor.tenant_id)
    .where('user_id', '=', actor.id)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** One change of somebody's views at a time. */
async function listForChange(call: Own): Promise<SavedView[]> {
  await lockName(call.transaction, `saved views of ${call.actor.id}`);
  return await listOwn(call);
}

/** @throws Problem `panel.view_name_taken` */
function refuseTaken(name: string, others: readonly SavedView[]): void {
  const folded = foldForComparing(name);
  if (others.some((view) => foldForComparing(view.name) === folded))
    throw new Problem(panelProblems.view_name_taken);
}

/** Saved views of lists, each of the person who saved it. */
export const savedViews = {
  list: async (call: Own) => ({ results: await listOwn(call) }),

  /** @throws Problem `panel.view_name_taken`, `panel.too_many_views` */
  async save({ body }: Parsed<'saveView'>, call: Own & Pick<Call, 'now'>): Promise<SavedView> {
    const views = await listForChange(call);
    refuseTaken(body.name, views);
    if (views.length >= mostViews) throw new Problem(panelProblems.too_many_views);
    const view = { id: uuidv7(), ...body };
    const { transaction, actor, now } = call;
    await transaction
      .insertInto('saved_views')
      .values({ ...view, tenant_id: actor.tenant_id, user_id: actor.id, created_at: now })
      .execute();
    return view;
  },

  /** @throws Problem `panel.view_not_found`, `panel.view_name_taken` */
  async rename({ params, body: { name } }: Parsed<'renameView'>, call: Own): Promise<SavedView> {
    const views = await listForChange(call);
    const view = views.find(({ id }) => id === params.viewId);
    if (!view) throw new Problem(panelProblems.view_not_found);
    refuseTaken(
      name,
      views.filter((other) => other !== view),
    );
    const { transaction, actor } = call;
    await transaction
      .updateTable('saved_views')
      .set({ name })
      .where('tenant_id', '=', actor.tenant_id)
      .where('user_id', '=', actor.id)
      .where('id', '=', view.id)
      .execute();
    return { ...view, name };
  },

  /** @throws Problem `panel.view_not_found` */
  async remove({ params }: Parsed<'deleteView'>, { transaction, actor }: Own): Promise<object> {
    const { numDeletedRows } = await transaction
      .deleteFrom('saved_views')
      .where('tenant_id', '=', actor.tenant_id)
      .where('user_id', '=', actor.id)
      .where('id', '=', params.viewId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Problem(panelProblems.view_not_found);
    return {};
  },
};
