import { assetsIn, textOf, withAssets } from '#contract/works/document.rules.ts';
import type { WatchChange } from '#contract/monitoring/monitoring.schema.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { authorJoin, bylineOf } from '../works/works.repository.ts';

/** What of a work is compared from one decision to the next. */
const fields = ['title', 'byline', 'blurb', 'about_author', 'dedication'] as const;

export interface WholeText {
  title: string;
  byline: string;
  blurb: string;
  about_author: string;
  dedication: string;
  language: string;
  cover: string | null;
  /** Chapters or pages in their order. */
  parts: { id: string; title: string; document: WorkDocument }[];
}

/** A text as it is kept with a decision: words, and hashes of what stands among them. */
export interface SeenText {
  title: string;
  byline: string;
  blurb: string;
  about_author: string;
  dedication: string;
  cover: string | null;
  parts: { id: string; title: string; text: string; assets: string[] }[];
}

/** The whole text of a work that is in the tenant. */
export async function readText(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
): Promise<WholeText> {
  const { rows } = await sql<WholeText>`
    select work.title, ${bylineOf} as byline, work.blurb, work.about_author, work.dedication, work.language,
      encode(work.cover_sha256, 'hex') as cover,
      coalesce((
        select json_agg(json_build_object('id', part.id, 'title', part.title, 'document', part.document)
          order by part.place, part.id)
        from (
          select chapter.id, chapter.title, chapter.document, chapter.place from chapters as chapter
          where chapter.tenant_id = ${tenantId} and chapter.work_id = work.id and chapter.removed_at is null
            and (work.kind <> 'book' or work.editor = 'chapters')
          union all
          select page.id, '', page.document, page.place from pages as page
          where page.tenant_id = ${tenantId} and page.work_id = work.id
            and work.kind = 'book' and work.editor <> 'chapters'
        ) as part
      ), '[]') as parts
    from works as work ${authorJoin(tenantId)}
    where work.tenant_id = ${tenantId} and work.id = ${workId}`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error(`There is no work ${workId}`);
  return row;
}

/** A text with the pictures and recordings that these hashes name; null: with all of them. */
export function withShown(text: WholeText, shown: ReadonlySet<string> | null): WholeText {
  if (!shown) return text;
  return {
    ...text,
    cover: text.cover !== null && shown.has(text.cover) ? text.cover : null,
    parts: text.parts.map((part) => ({ ...part, document: withAssets(part.document, shown) })),
  };
}

export function toSeen({ language: _language, parts, ...whole }: WholeText): SeenText {
  return {
    ...whole,
    parts: parts.map(({ id, title, document }) => ({
      id,
      title,
      text: textOf(document),
      assets: assetsIn(document).map((asset) => asset.sha256),
    })),
  };
}

/** Names a text: of two that differ anywhere, the names differ. In hexadecimal digits. */
export function revisionOf({
  title,
  byline,
  blurb,
  about_author,
  dedication,
  cover,
  parts,
}: SeenText): string {
  const content = [
    title,
    byline,
    blurb,
    about_author,
    dedication,
    cover,
    parts.map(({ id, title: of, text, assets }) => [id, of, text, assets]),
  ];
  return sha256(Buffer.from(JSON.stringify(content))).toString('hex');
}

/** All words of a text, for a rule that looks for some. */
export function wordsOfText({ title, byline, blurb, about_author, dedication, parts }: SeenText): string {
  return [
    title,
    byline,
    blurb,
    about_author,
    dedication,
    ...parts.flatMap((part) => [part.title, part.text]),
  ].join('\n');
}

/** The parts of a text that the other has too, in the order in which they stand here. */
function orderIn({ parts }: SeenText, other: SeenText): string {
  const shared = new Set(other.parts.map(({ id }) => id));
  return parts.flatMap(({ id }) => (shared.has(id) ? [id] : [])).join();
}

/** Side by side what differs, in the order of the work; what was taken out comes last. */
export function changesBetween(before: SeenText, after: SeenText): WatchChange[] {
  const found: WatchChange[] = [];
  for (const part of fields)
    if (before[part] !== after[part])
      found.push({ part, before: before[part], after: after[part], has_other_assets: false });
  if (before.cover !== after.cover)
    found.push({ part: 'cover', before: null, after: null, has_other_assets: true });
  if (orderIn(before, after) !== orderIn(after, before))
    found.push({ part: 'order', before: null, after: null, has_other_assets: false });
  const words = (part: SeenText['parts'][number] | undefined) =>
    part === undefined ? null : [part.title, part.text].filter((text) => text !== '').join('\n');
  const earlier = new Map(before.parts.map((part) => [part.id, part]));
  for (const part of after.parts) {
    const was = earlier.get(part.id);
    earlier.delete(part.id);
    const has_other_assets = (was?.assets ?? []).join() !== part.assets.join();
    if (words(was ?? undefined) !== words(part) || has_other_assets)
      found.push({ part: part.id, before: words(was), after: words(part), has_other_assets });
  }
  for (const [id, part] of earlier)
    found.push({ part: id, before: words(part), after: null, has_other_assets: part.assets.length > 0 });
  return found;
}
