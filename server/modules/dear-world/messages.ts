import type { KeptContent } from '#server/platform/media.ts';
import { sql } from 'kysely';
import { Goal, type AssetPicture } from '#contract/works/works.schema.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { partsOfMessage } from '#contract/works/message.rules.ts';
import * as v from 'valibot';
import type { TenantTransaction } from '#server/platform/database.ts';
import { assetVisibleTo } from '../works/reader.ts';
import { authorJoin, bylineOf, onShelf, pictureColumns, type Reading } from '../works/works.repository.ts';

/** A message as a stranger sees it at its school. */
export interface ShownMessage {
  id: string;
  words: string;
  language: string;
  byline: string;
  goal: number;
  drawing: AssetPicture | null;
}

/** Of these works the messages that a stranger may see, in no order. One that was handed in has one goal. */
export async function listMessagesForStrangers(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ShownMessage[]> {
  const stranger: Reading = { transaction, tenantId, reader: { kind: 'visitor' } };
  const { rows } = await sql<{
    id: string;
    language: string;
    byline: string;
    sdgs: number[];
    document: WorkDocument;
    pictures: AssetPicture[];
  }>`
    select work.id, work.language, ${bylineOf} as byline, work.sdgs, chapter.document,
      array(
        select ${pictureColumns} from work_assets as used
        join assets as asset on asset.tenant_id = ${tenantId} and asset.sha256 = used.sha256
        where used.tenant_id = ${tenantId} and used.work_id = work.id and asset.media_type like 'image/%'
          and ${assetVisibleTo(stranger.reader, tenantId)}
      ) as pictures
    from works as work ${authorJoin(tenantId)}
    join chapters as chapter on chapter.tenant_id = ${tenantId} and chapter.work_id = work.id
      and chapter.removed_at is null
    where ${onShelf(stranger, ids)} and work.kind = 'message'`.execute(transaction);
  return rows.flatMap(({ id, language, byline, sdgs, document, pictures }) => {
    const [goal] = sdgs;
    const { text, drawing } = partsOfMessage(document);
    if (!v.is(Goal, goal)) return [];
    const shown = pictures.find(({ sha256 }) => sha256 === drawing?.sha256) ?? null;
    return [{ id, words: text.trim(), language, byline, goal, drawing: shown }];
  });
}

/** The drawing of a message, where strangers are shown both. */
export async function findMessageDrawing(
  transaction: TenantTransaction,
  { tenantId, workId }: { tenantId: string; workId: string },
  sha256: string,
): Promise<(KeptContent & { media_type: string }) | undefined> {
  const [message] = await listMessagesForStrangers(transaction, tenantId, [workId]);
  if (message?.drawing?.sha256 !== sha256) return undefined;
  const drawing = await transaction
    .selectFrom('assets')
    .select(['media_type', 'content'])
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst();
  return drawing && { ...drawing, tenantId, sha256 };
}
