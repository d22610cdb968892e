import { sql } from 'kysely';
import { Problem } from '#contract/kit/problem.ts';
import { picturesIn } from '#contract/works/document.rules.ts';
import { barePicture } from '#contract/works/picture-bytes.rules.ts';
import { pictureLimits } from '#contract/works/picture-limits.schema.ts';
import { pictureProblems } from '#contract/writing/pictures.problems.ts';
import { isOpen } from '#contract/writing/writing.rules.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { measurePicture, UnreadablePictureError } from '#server/platform/pictures.ts';
import type { Actor } from '#server/platform/route.ts';
import { sha256 as hashOf } from '#server/platform/sha256.ts';
import { listDocuments, lockStory } from './writing.repository.ts';
import { storeAsset } from './works.store.ts';

/** A picture as it was sent, for a story and under a name. */
export interface SentPicture {
  workId: string;
  sha256: string;
  picture: Blob;
}

/** @throws Problem `pictures.unreadable`, also where it is not what its name says */
async function readSent({ sha256, picture }: SentPicture) {
  const content = Buffer.from(await picture.arrayBuffer());
  const bare = barePicture(content);
  if (bare?.bytes.length !== content.length || hashOf(content).toString('hex') !== sha256)
    throw new Problem(pictureProblems.unreadable);
  try {
    const size = await measurePicture(content, pictureLimits.side);
    return { content, media_type: bare.media_type, ...size };
  } catch (error) {
    if (!(error instanceof UnreadablePictureError)) throw error;
    throw new Problem(pictureProblems.unreadable);
  }
}

/**
 * Keeps a picture of an author, once however often it is sent. It is looked at before any transaction begins, since that takes
 * a while. What arrives when the story is with the teacher is not shown there: nobody says yes to what comes later.
 * @throws Problem `pictures.no_story`, `pictures.unreadable`, `pictures.too_many`
 */
export async function keepPicture(
  database: Database,
  sent: SentPicture,
  { author, now }: { author: Pick<Actor, 'id' | 'tenant_id'>; now: Date },
): Promise<void> {
  const { tenant_id, id: created_by } = author;
  const read = await readSent(sent);
  await inTenant(database, tenant_id, async (transaction) => {
    const work = await lockStory(transaction, tenant_id, sent.workId);
    if (work?.author_id !== created_by) throw new Problem(pictureProblems.no_story);
    await storeAsset(transaction, tenant_id, { ...read, created_by, now });
    await noteSent(transaction, tenant_id, sent, now);
    if (isOpen(work.state)) await showPictures(transaction, tenant_id, work.id);
  });
}

/** @throws Problem `pictures.too_many` */
async function noteSent(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, sha256 }: SentPicture,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('sent_pictures')
    .values({ tenant_id: tenantId, work_id: workId, sha256: Buffer.from(sha256, 'hex'), sent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await transaction
    .selectFrom('sent_pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow();
  if (count > pictureLimits.perStory) throw new Problem(pictureProblems.too_many);
}

/**
 * What a story shows is what its chapters name and its author has sent for it. A hash that somebody only knows, of another's
 * picture or of another school's, shows nothing; and what was taken out of the text is nobody's to see any more.
 */
export async function showPictures(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
): Promise<void> {
  const documents = await listDocuments(transaction, tenantId, workId);
  const named = new Map(
    documents.flatMap(({ document }) => picturesIn(document)).map(({ sha256, alt }) => [sha256, alt]),
  );
  const mine = sql`select sent.sha256 from sent_pictures as sent
    where sent.tenant_id = ${tenantId} and sent.work_id = ${workId}`;
  await sql`
    delete from work_assets as shown where shown.tenant_id = ${tenantId} and shown.work_id = ${workId}
      and shown.sha256 in (${mine}) and encode(shown.sha256, 'hex') <> all(${[...named.keys()]}::text[])`.execute(
    transaction,
  );
  if (named.size === 0) return;
  await sql`
    insert into work_assets (tenant_id, work_id, sha256, alt)
    select ${tenantId}, ${workId}, decode(named.sha256, 'hex'), named.alt
    from unnest(${[...named.keys()]}::text[], ${[...named.values()]}::text[]) as named (sha256, alt)
    where decode(named.sha256, 'hex') in (${mine})
    on conflict (tenant_id, work_id, sha256) do update set alt = excluded.alt`.execute(transaction);
}
