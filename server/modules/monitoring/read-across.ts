import type { KeptContent } from '#server/platform/media.ts';
import type { PanelWorkText } from '#contract/panel/works.schema.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { readText, withShown } from '../moderation/watch-text.ts';
import { listShownAssets } from '../works/work-parts.repository.ts';
import { findWork, listByIds, type Reading } from '../works/works.repository.ts';

/* What those who run the platform are shown of the works of one school, in its own rows. */

const asStranger = (transaction: TenantTransaction, tenantId: string) =>
  ({ transaction, tenantId, reader: { kind: 'visitor' } }) as const satisfies Reading;

/** Those of these works that a stranger may see, as they see them. */
export async function listForStrangers(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<WorkCard[]> {
  return await listByIds(asStranger(transaction, tenantId), ids);
}

export type ReadAcross = Omit<PanelWorkText, 'tenant' | 'url' | 'watch' | 'reports' | 'is_picked'> & {
  slug: string;
};

/**
 * A work with its text, as strangers have it; whole where it is watched and they may not see it.
 * @param reader who runs the platform, as somebody of this school; null: they see what strangers see
 */
export async function readAcross(
  transaction: TenantTransaction,
  { tenantId, workId, isOpen }: { tenantId: string; workId: string; isOpen: boolean },
  reader: string | null,
): Promise<ReadAcross | null> {
  const stranger = asStranger(transaction, tenantId);
  const shown = isOpen ? await findWork(stranger, workId) : undefined;
  const isPublic = shown?.state === 'published';
  const work =
    isPublic || reader === null
      ? shown
      : await findWork({ ...stranger, reader: { kind: 'office', id: reader } }, workId);
  if (!work) return null;
  const text = await readText(transaction, tenantId, workId);
  const { id, kind, slug, level, sdgs, parts, published_at, source, licence, credit } = work;
  return {
    id,
    kind,
    slug,
    level,
    sdgs,
    parts,
    published_at,
    source,
    licence,
    credit,
    is_public: isPublic,
    text: isPublic ? withShown(text, await listShownAssets(stranger, workId)) : text,
  };
}

/** The cover of a work, where strangers are shown both. */
export async function findShownCover(
  transaction: TenantTransaction,
  { tenantId, workId }: { tenantId: string; workId: string },
  sha256: string,
): Promise<(KeptContent & { media_type: string }) | undefined> {
  const [work] = await listForStrangers(transaction, tenantId, [workId]);
  if (work?.cover?.sha256 !== sha256) return undefined;
  const cover = await transaction
    .selectFrom('assets')
    .select(['media_type', 'content'])
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst();
  return cover && { ...cover, tenantId, sha256 };
}
