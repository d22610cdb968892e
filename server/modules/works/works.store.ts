import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { foldForSearch } from '#contract/kit/fold.ts';
import { assetsIn, textOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { PictureType } from '#contract/works/picture-limits.schema.ts';
import type { AssetPicture, AssetRecording, Page, Work } from '#contract/works/works.schema.ts';
import { slugOf } from '#contract/works/works.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { noteUse } from '#server/platform/usage.ts';
import { indexedText } from './work-words.ts';

export interface PictureFacts extends Pick<AssetPicture, 'width' | 'height'> {
  media_type: PictureType;
}

/** What is known of some content; recordings have no shape. */
export type AssetFacts =
  | Pick<AssetPicture, 'media_type' | 'width' | 'height'>
  | (Pick<AssetRecording, 'media_type'> & { width: null; height: null });

/** Keeps a picture or a recording; the same content is kept once. @returns the hash that it is fetched by */
export async function storeAsset(
  transaction: TenantTransaction,
  tenantId: string,
  asset: AssetFacts & {
    content: Buffer;
    created_by: string | null;
    now: Date;
  },
): Promise<string> {
  const { now, ...columns } = asset;
  const hash = sha256(asset.content);
  await transaction
    .insertInto('assets')
    .values({ ...columns, tenant_id: tenantId, sha256: hash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return hash.toString('hex');
}

/** Whether the school has it already, of whomever. */
export async function hasAsset(
  transaction: TenantTransaction,
  tenantId: string,
  content: Buffer,
): Promise<boolean> {
  const known = await transaction
    .selectFrom('assets')
    .select('sha256')
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', sha256(content))
    .executeTakeFirst();
  return known !== undefined;
}

/** A work as it comes for the first time. Ids of it and of its parts are made where it was begun. */
export interface NewWork extends Partial<
  Pick<
    Work,
    | 'blurb'
    | 'about_author'
    | 'dedication'
    | 'language'
    | 'level'
    | 'sdgs'
    | 'orientation'
    | 'state'
    | 'visibility'
    | 'editor'
    | 'source'
    | 'licence'
    | 'credit'
    | 'mode'
    | 'challenge'
  >
> {
  id: string;
  kind: Work['kind'];
  title: string;
  author_id: string | null;
  pen_name?: string | null;
  school_class_id?: string | null;
  /** The hash of a picture that is kept already, and what it shows. */
  cover?: { sha256: string; alt: string } | null;
  /** Ids. */
  categories?: readonly string[];
  chapters?: readonly { id: string; title: string; document: WorkDocument }[];
  pages?: readonly { id: string; layout: Page['layout']; document: WorkDocument; chapter_id?: string }[];
  submitted_at?: Date | null;
  published_at?: Date | null;
  featured_at?: Date | null;
  created_at: Date;
  /** An address that says no more than the title; left out, or taken: it ends with the end of the id. */
  slug?: string;
}

/** By what a work is found first: its title and the name on its cover, which is the author's own where no other was chosen. */
export async function namesOf(
  transaction: TenantTransaction,
  tenantId: string,
  { title, pen_name, author_id }: { title: string; pen_name: string | null; author_id: string | null },
): Promise<string> {
  return `${title} ${pen_name ?? (await firstNameOf(transaction, tenantId, author_id))}`;
}

/** How an author is called who chose no other name; nothing where there is none. */
async function firstNameOf(transaction: TenantTransaction, tenantId: string, id: string | null) {
  if (id === null) return '';
  const row = await transaction
    .selectFrom('users')
    .select('first_name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.first_name ?? '';
}

/**
 * Addresses to try, one after the other: the title with the end of the id. Its beginning is the time, which a class that begins
 * together shares.
 */
function slugsFor({
  slug,
  title,
  kind,
  id,
}: Pick<NewWork, 'slug' | 'title' | 'kind' | 'id'>): readonly string[] {
  const words = slugOf(title, kind);
  const digits = id.replaceAll('-', '');
  return [
    ...(slug === undefined ? [] : [slug]),
    `${words}-${digits.slice(-8)}`,
    `${words}-${digits.slice(-12)}`,
    // An id that somebody made by hand may end like another.
    `${words}-${digits}`,
  ];
}

/**
 * Names the address by the title that a work is published with first: it may have been begun without one. Before that nobody
 * has seen the address.
 */
export async function nameAddress(
  transaction: TenantTransaction,
  tenantId: string,
  { id, kind, title }: { id: string; kind: Work['kind']; title: string },
): Promise<void> {
  for (const slug of slugsFor({ id, kind, title })) {
    const taken = await transaction
      .selectFrom('works')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('slug', '=', slug)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (taken) continue;
    await transaction
      .updateTable('works')
      .set({ slug })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    return;
  }
}

/** What a work is found by. Whoever writes one of these writes it as well. */
async function storeWords(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
  text: { named: string; blurb: string; body: string },
): Promise<void> {
  const columns = indexedText(text);
  await transaction
    .insertInto('work_texts')
    .values({ tenant_id: tenantId, work_id: workId, ...columns })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'work_id']).doUpdateSet(columns))
    .execute();
}

/** @returns the first of the addresses that no other work of the tenant has */
async function insertRow(
  transaction: TenantTransaction,
  slugs: readonly string[],
  row: Omit<Insertable<Tables['works']>, 'slug'>,
): Promise<string> {
  for (const slug of slugs) {
    const inserted = await transaction
      .insertInto('works')
      .values({ ...row, slug })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'slug']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) {
      noteUse(transaction, row.tenant_id, { works: 1 });
      return slug;
    }
  }
  throw new Error(`No address is free for the work ${row.id}`);
}

/** Writes a work with its parts, the pictures that stand in it and the words that it is found by. */
export async function insertWork(
  transaction: TenantTransaction,
  tenantId: string,
  work: NewWork,
): Promise<{ slug: string }> {
  const { id, kind, title, author_id, cover = null, created_at } = work;
  const { categories = [], chapters = [], pages = [], pen_name = null, blurb = '' } = work;
  const named = await namesOf(transaction, tenantId, { title, pen_name, author_id });
  const slug = await insertRow(transaction, slugsFor(work), {
    tenant_id: tenantId,
    id,
    kind,
    title,
    author_id,
    pen_name,
    blurb,
    school_class_id: work.school_class_id ?? null,
    about_author: work.about_author ?? '',
    dedication: work.dedication ?? '',
    language: work.language ?? 'en',
    level: work.level ?? null,
    sdgs: work.sdgs ?? [],
    mode_id: work.mode ?? null,
    challenge_id: work.challenge ?? null,
    orientation: work.orientation ?? 'portrait',
    cover_sha256: cover && Buffer.from(cover.sha256, 'hex'),
    chosen_cover: cover && Buffer.from(cover.sha256, 'hex'),
    state: work.state ?? 'draft',
    visibility: work.visibility ?? 'private',
    editor: work.editor ?? (kind === 'book' ? 'pages' : 'chapters'),
    source: work.source ?? null,
    licence: work.licence ?? null,
    credit: work.credit ?? null,
    submitted_at: work.submitted_at ?? null,
    published_at: work.published_at ?? null,
    featured_at: work.featured_at ?? null,
    archived_at: work.state === 'archived' ? created_at : null,
    search_text: foldForSearch(named),
    created_at,
    updated_at: created_at,
  });
  const stamps = { tenant_id: tenantId, work_id: id, created_at, updated_at: created_at };
  if (chapters.length > 0)
    await transaction
      .insertInto('chapters')
      .values(
        chapters.map(({ document, ...chapter }, place) => ({
          ...chapter,
          ...stamps,
          place,
          document: JSON.stringify(document),
        })),
      )
      .execute();
  if (pages.length > 0)
    await transaction
      .insertInto('pages')
      .values(
        pages.map(({ document, chapter_id = null, ...page }, place) => ({
          ...page,
          ...stamps,
          chapter_id,
          place,
          document: JSON.stringify(document),
        })),
      )
      .execute();
  if (categories.length > 0)
    await transaction
      .insertInto('work_categories')
      .values(categories.map((category_id) => ({ tenant_id: tenantId, work_id: id, category_id })))
      .execute();
  const documents = [...chapters, ...pages].map(({ document }) => document);
  const pictures = new Map(
    [...documents.flatMap(assetsIn), ...(cover ? [cover] : [])].map(({ sha256: hash, alt }) => [hash, alt]),
  );
  if (pictures.size > 0)
    await transaction
      .insertInto('work_assets')
      .values(
        [...pictures].map(([hash, alt]) => ({
          tenant_id: tenantId,
          work_id: id,
          sha256: Buffer.from(hash, 'hex'),
          alt,
          credit: work.credit ?? null,
          licence: work.licence ?? null,
        })),
      )
      .execute();
  await transaction
    .insertInto('work_revisions')
    .values({
      tenant_id: tenantId,
      id: uuidv7(),
      work_id: id,
      part: 'work',
      part_id: id,
      revision: 1,
      based_on: null,
      content: JSON.stringify({ title, blurb }),
      made_by: author_id,
      device_id: null,
      made_at: created_at,
    })
    .execute();
  const titles = chapters.map((chapter) => chapter.title);
  const body = [...titles, ...documents.map(textOf)].join('\n');
  await storeWords(transaction, tenantId, id, { named, blurb, body });
  return { slug };
}

/** The words of a work as it stands now, for whoever looks for it. */
export async function storeWordsOf(
  transaction: TenantTransaction,
  tenantId: string,
  work: Pick<NewWork, 'id' | 'title' | 'author_id'> & { pen_name: string | null; blurb: string },
  parts: readonly { title: string; document: WorkDocument }[],
): Promise<void> {
  const named = await namesOf(transaction, tenantId, work);
  const body = parts.flatMap(({ title, document }) => [title, textOf(document)]).join('\n');
  await storeWords(transaction, tenantId, work.id, { named, blurb: work.blurb, body });
}
