import * as v from 'valibot';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { Role } from '#contract/kit/roles.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { openTicket, sealTicket } from '#server/platform/sealing.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import type { Standing } from '../visits/standing.ts';
import type { ContentService } from '../content/content.service.ts';
import * as repository from './editor.repository.ts';
import type { EditorService } from './editor.service.ts';
import { lastOf } from './page-moments.ts';

const goodFor = 7 * 24 * 60 * 60 * 1000;

const Shown = v.object({ page_id: v.string(), language: v.string(), given_by: v.string() });

const mayLink = (role: Role) => (editorEndpoints.linkPreview.roles as readonly Role[]).includes(role);

/** Drafts by a link that is good for seven days, at the host that gave it, as long as its giver may give one. */
export function createPreviews(options: {
  database: Database;
  secretKey: SecretKey;
  content: Pick<ContentService, 'preview'>;
  editor: Pick<EditorService, 'readiness'>;
  standing: Pick<Standing, 'roleOf'>;
}) {
  const { database, content, editor, standing } = options;
  const key = options.secretKey.sealing('previews of pages');
  const contextOf = (tenantId: string) => `preview ${tenantId}`;

  return {
    /** @throws Problem `content.not_found` */
    async link(
      { params, body }: { params: { id: string }; body: { language: string } },
      { transaction, tenant, actor, now }: Call<Actor>,
    ) {
      const page = await repository.findPage(transaction, tenant.id, params.id);
      if (!page) throw new Problem(contentProblems.not_found);
      const { ticket, expires_at } = sealTicket(
        key,
        { page_id: page.id, language: body.language, given_by: actor.id },
        { context: contextOf(tenant.id), until: new Date(now.getTime() + goodFor) },
      );
      return { token: ticket, expires_at };
    },

    /** @throws Problem `content.preview_over`, `content.not_ready` */
    async open(token: string, { tenant, now }: OpenCall): Promise<ContentPage> {
      const wanted = openTicket(Shown, key, { ticket: token, context: contextOf(tenant.id), now });
      if (!wanted) throw new Problem(contentProblems.preview_over);
      return await inTenant(database, tenant.id, async (transaction) => {
        const role = await standing.roleOf(transaction, tenant.id, wanted.given_by);
        if (role === null || !mayLink(role)) throw new Problem(contentProblems.preview_over);
        const asking = { transaction, tenantId: tenant.id, now };
        const page = await repository.findPage(transaction, tenant.id, wanted.page_id);
        const versions = await repository.listVersions(transaction, tenant.id, wanted.page_id);
        const last = lastOf(versions.filter(({ language }) => language === wanted.language));
        const written =
          (await repository.findDraft(transaction, tenant.id, wanted)) ??
          (last && (await repository.findWords(transaction, tenant.id, last)));
        if (!page || !written) throw new Problem(contentProblems.preview_over);
        // What is not whole yet is left out; without a head there is nothing to show.
        const { head, blocks, lacks } = await editor.readiness(page, written, asking);
        if (head === null) throw new Problem(contentProblems.not_ready, { details: { lacks } });
        const row = { ...page, page_id: page.id, language: wanted.language, n: last?.n ?? 1, live_from: now };
        return await content.preview({ row, head, blocks }, { ...asking, reader: 'visitor' });
      });
    },
  };
}

export type Previews = ReturnType<typeof createPreviews>;
