import { contentProblems } from '#contract/content/content.problems.ts';
import type { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EndpointParsed, EndpointResponse } from '#contract/kit/endpoint.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { audit } from '#server/platform/audit.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { SealedColumn } from '#server/platform/rotation.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { seal, unseal } from '#server/platform/sealing.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { lockPage, type PageRow } from './editor.repository.ts';

const purpose = 'links to join';
const contextOf = (tenantId: string, pageId: string) => `link to join ${tenantId} ${pageId}`;

export const sealedJoinLinks: SealedColumn = {
  table: 'live_joins',
  column: 'sealed_link',
  id: 'page_id',
  purpose,
  context: contextOf,
};

type SetJoinLink = typeof editorEndpoints.setJoinLink;

export type JoinLinks = ReturnType<typeof createJoinLinks>;

/** Where events are joined; sealed in the database, and in no version of a page. */
export function createJoinLinks({ secretKey }: { secretKey: SecretKey }) {
  const key = secretKey.sealing(purpose);

  async function put(
    transaction: TenantTransaction,
    row: { tenant_id: string; page_id: string; shared: boolean; set_by: string; set_at: Date },
    link: string,
  ): Promise<void> {
    const { tenant_id, page_id, set_by, set_at } = row;
    const sealed_link = seal(key, Buffer.from(link), contextOf(tenant_id, page_id));
    await transaction
      .insertInto('live_joins')
      .values({ ...row, sealed_link })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'page_id']).doUpdateSet({ sealed_link, set_by, set_at }),
      )
      .execute();
  }

  /** Of an event of the tenant or of the platform; null where there is none. */
  async function find(transaction: TenantTransaction, pageId: string): Promise<string | null> {
    const row = await transaction
      .selectFrom('live_joins')
      .select(['tenant_id', 'sealed_link'])
      .where('page_id', '=', pageId)
      .executeTakeFirst();
    return row ? unseal(key, row.sealed_link, contextOf(row.tenant_id, pageId)).toString() : null;
  }

  /** By the host editors know which meeting it is; the link itself goes to none of them. */
  async function hostOf(
    transaction: TenantTransaction,
    page: Pick<PageRow, 'id' | 'kind'>,
  ): Promise<string | null> {
    const link = page.kind === 'event' ? await find(transaction, page.id) : null;
    return link === null ? null : new URL(link).host;
  }

  return {
    find,
    hostOf,

    /** @throws Problem `content.not_found` */
    async change(
      { params, body }: EndpointParsed<SetJoinLink>,
      { transaction, tenant, actor, now }: Call<Actor>,
    ): Promise<EndpointResponse<SetJoinLink>> {
      const page = await lockPage(transaction, tenant.id, params.id);
      if (!page) throw new Problem(contentProblems.not_found);
      if (page.kind !== 'event')
        throw new Problem(requestProblems.invalid, { errors: { link: ['Only an event is joined'] } });
      const { link } = body;
      if (link === null) await remove(transaction, tenant.id, page.id);
      else
        await put(
          transaction,
          { tenant_id: tenant.id, page_id: page.id, shared: page.shared, set_by: actor.id, set_at: now },
          link,
        );
      await audit(transaction, {
        tenant_id: tenant.id,
        actor_id: actor.id,
        action: link === null ? 'content.join_link_removed' : 'content.join_link_set',
        subject_id: page.id,
        details: { name: page.slug },
      });
      return { join_host: await hostOf(transaction, page) };
    },
  };
}

async function remove(transaction: TenantTransaction, tenantId: string, pageId: string): Promise<void> {
  await transaction
    .deleteFrom('live_joins')
    .where('tenant_id', '=', tenantId)
    .where('page_id', '=', pageId)
    .execute();
}
