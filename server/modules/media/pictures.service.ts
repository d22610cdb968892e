import { sql } from 'kysely';
import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import { quotaProblems } from '#contract/kit/quota.problems.ts';
import { assetsIn } from '#contract/works/document.rules.ts';
import { barePicture } from '#contract/works/picture-bytes.rules.ts';
import { pictureLimits, type PictureMade } from '#contract/works/picture-limits.schema.ts';
import { recordingType } from '#contract/works/recording-bytes.rules.ts';
import { recordingLimits } from '#contract/works/recording-limits.schema.ts';
import { pictureProblems } from '#contract/writing/pictures.problems.ts';
import { recordingProblems } from '#contract/writing/recordings.problems.ts';
import { isOpen } from '#contract/writing/writing.rules.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import { measurePicture, refusePicture, type SentPicture } from '#server/platform/pictures.ts';
import type { Actor } from '#server/platform/route.ts';
import { sha256 as hashOf } from '#server/platform/sha256.ts';
import { admitMedia } from '#server/platform/usage.ts';
import { listDocuments } from '../works/chapters.repository.ts';
import { countInWeek } from './media-weeks.ts';
import { keepOffShelf, lockStory } from '../works/stories.repository.ts';
import { hasAsset, storeAsset, type AssetFacts, type PictureFacts } from '../works/works.store.ts';

/** A picture or a recording as it was sent, for a story and under a name. */
interface SentAsset {
  workId: string;
  sha256: string;
  content: Blob;
  made: PictureMade | 'recording';
}

/** By what a picture is drawn, and for whom. */
export type Drawing = Pick<SentPicture, 'sender' | 'workers'>;

/** What differs between the two: how one looks at them, how many there may be, and what is said. */
interface AssetKind {
  /** @throws Problem `unreadable` */
  read: (content: Buffer, drawing: Drawing) => Promise<AssetFacts>;
  /** As PostgreSQL compares media types. */
  types: 'image/%' | 'audio/%';
  perStory: number;
  problems: Pick<typeof pictureProblems | typeof recordingProblems, 'no_story' | 'unreadable' | 'too_many'>;
}

/** @throws Problem `unreadable` for what is more than its pixels, or less */
export async function readPicture(
  content: Buffer,
  unreadable: ProblemDefinition,
  drawing: Drawing,
): Promise<PictureFacts> {
  const bare = barePicture(content);
  if (bare?.bytes.length !== content.length) throw new Problem(unreadable);
  try {
    const size = await measurePicture({ bytes: content, ...drawing }, pictureLimits.side);
    return { media_type: bare.media_type, ...size };
  } catch (error) {
    return refusePicture(error, unreadable);
  }
}

/** @throws Problem `recordings.unreadable` */
function recordingFacts(content: Buffer): AssetFacts {
  const media_type = recordingType(content);
  if (!media_type) throw new Problem(recordingProblems.unreadable);
  return { media_type, width: null, height: null };
}

/** What is known of a recording by its bytes. @throws Problem `recordings.unreadable`, also under a name that is another's */
export function readRecording(content: Buffer, sha256: string): AssetFacts {
  if (hashOf(content).toString('hex') !== sha256) throw new Problem(recordingProblems.unreadable);
  return recordingFacts(content);
}

const pictures: AssetKind = {
  read: (content, drawing) => readPicture(content, pictureProblems.unreadable, drawing),
  types: 'image/%',
  perStory: pictureLimits.perStory,
  problems: pictureProblems,
};

const recordings: AssetKind = {
  read: async (content) => recordingFacts(content),
  types: 'audio/%',
  perStory: recordingLimits.perStory,
  problems: recordingProblems,
};

interface Sending {
  author: Pick<Actor, 'id' | 'tenant_id'>;
  now: Date;
  drawing: Drawing;
}

/**
 * Keeps a picture of an author, once however often it is sent. It is looked at before any transaction begins, since that takes
 * a while. What arrives when the story is with the teacher is not shown there: nobody says yes to what comes later.
 * @throws Problem `pictures.no_story`, `pictures.unreadable`, `pictures.too_many`, `quota.full`, `quota.week`
 */
export function keepPicture(
  database: Database,
  sent: SentAsset & { made: PictureMade },
  sending: Sending,
): Promise<void> {
  return keepAsset(database, pictures, sent, sending);
}

/**
 * The same for a recording.
 * @throws Problem `recordings.no_story`, `recordings.unreadable`, `recordings.too_many`, `quota.full`, `quota.week`
 */
export function keepRecording(
  database: Database,
  sent: Omit<SentAsset, 'made'>,
  sending: Sending,
): Promise<void> {
  return keepAsset(database, recordings, { ...sent, made: 'recording' }, sending);
}

async function keepAsset(
  database: Database,
  kind: AssetKind,
  sent: SentAsset,
  { author, now, drawing }: Sending,
): Promise<void> {
  const { tenant_id, id: created_by } = author;
  const content = Buffer.from(await sent.content.arrayBuffer());
  // A name that is another's would be taken for theirs.
  if (hashOf(content).toString('hex') !== sent.sha256) throw new Problem(kind.problems.unreadable);
  const facts = await kind.read(content, drawing);
  const goesOn = await inTenant(database, tenant_id, async (transaction) => {
    const work = await lockStory(transaction, tenant_id, sent.workId);
    if (work?.author_id !== created_by) throw new Problem(kind.problems.no_story);
    // What is here already takes no room.
    if (!(await hasAsset(transaction, tenant_id, content))) {
      // That it has to wait is kept: teachers are shown it.
      const bytes = content.length;
      if (!(await countInWeek(transaction, { tenant_id, student_id: created_by, bytes, now }))) return false;
      await admitMedia(transaction, tenant_id, { bytes, now });
    }
    await storeAsset(transaction, tenant_id, { ...facts, content, created_by, now });
    await noteSent(transaction, tenant_id, sent, kind, now);
    if (!isOpen(work.state)) return true;
    await keepOffShelf(transaction, tenant_id, work, now);
    await showPictures(transaction, tenant_id, work.id);
    return true;
  });
  if (!goesOn) throw new Problem(quotaProblems.week);
}

/** @throws Problem `too_many` */
async function noteSent(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, sha256, made }: SentAsset,
  { types, perStory, problems }: AssetKind,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('sent_pictures')
    .values({ tenant_id: tenantId, work_id: workId, sha256: Buffer.from(sha256, 'hex'), sent_at: now, made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await transaction
    .selectFrom('sent_pictures as sent')
    .innerJoin('assets as asset', (join) =>
      join.onRef('asset.tenant_id', '=', 'sent.tenant_id').onRef('asset.sha256', '=', 'sent.sha256'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sent.tenant_id', '=', tenantId)
    .where('sent.work_id', '=', workId)
    .where(sql<boolean>`asset.media_type like ${types}`)
    .executeTakeFirstOrThrow();
  if (count > perStory) throw new Problem(problems.too_many);
}

/**
 * What a story shows, and lets one hear, is what its chapters name and its author has sent for it. A hash that somebody only
 * knows, of another's picture or of another school's, shows nothing; and what was taken out of the text is nobody's to see any more.
 * The cover is the picture that was chosen for it, if the work shows that.
 */
export async function showPictures(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
): Promise<void> {
  const documents = await listDocuments(transaction, tenantId, workId);
  const named = new Map(
    documents.flatMap(({ document }) => assetsIn(document)).map(({ sha256, alt }) => [sha256, alt]),
  );
  const mine = sql`select sent.sha256 from sent_pictures as sent
    where sent.tenant_id = ${tenantId} and sent.work_id = ${workId}`;
  await sql`
    delete from work_assets as shown where shown.tenant_id = ${tenantId} and shown.work_id = ${workId}
      and shown.sha256 in (${mine}) and encode(shown.sha256, 'hex') <> all(${[...named.keys()]}::text[])`.execute(
    transaction,
  );
  const { rows: sent } = await sql<{ sha256: Buffer }>`${mine}`.execute(transaction);
  const shown = sent.flatMap(({ sha256 }) => {
    const alt = named.get(sha256.toString('hex'));
    return alt === undefined ? [] : [{ tenant_id: tenantId, work_id: workId, sha256, alt }];
  });
  for (const batch of inBatches(shown))
    await transaction
      .insertInto('work_assets')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'work_id', 'sha256'])
          .doUpdateSet((row) => ({ alt: row.ref('excluded.alt') })),
      )
      .execute();
  await sql`
    update works as work set cover_sha256 = (
      select shown.sha256 from work_assets as shown where shown.tenant_id = ${tenantId} and shown.work_id = ${workId}
        and shown.sha256 = work.chosen_cover
    )
    where work.tenant_id = ${tenantId} and work.id = ${workId}`.execute(transaction);
}
