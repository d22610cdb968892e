import { uuidv7 } from 'uuidv7';
import { catalogueProblems } from '#contract/catalogue/catalogue.problems.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { ownWorkEndpoints } from '#contract/own-works/own-works.endpoints.ts';
import { ownWorkProblems } from '#contract/own-works/own-works.problems.ts';
import type { OwnWork, OwnWorkForm } from '#contract/own-works/own-works.schema.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { sha256 as hashOf } from '#server/platform/sha256.ts';
import { changeShelves, findShelves } from '../catalogue/catalogue.repository.ts';
import * as repository from './own-works.repository.ts';
import { readPicture } from '../media/pictures.service.ts';
import {
  insertWork,
  nameAddress,
  namesOf,
  storeAsset,
  storeWordsOf,
  type PictureFacts,
} from '../works/works.store.ts';

type Parsed<Name extends keyof typeof ownWorkEndpoints> = EndpointParsed<(typeof ownWorkEndpoints)[Name]>;
type StaffCall = Call<Actor>;
type SentPages = Parsed<'create'>['body']['pages'];

/** A page that was looked at, outside of any transaction. */
export interface ReadPage {
  content: Buffer;
  facts: PictureFacts;
}

/** @throws Problem `ownworks.not_found` */
async function readOwn(id: string, { transaction, actor }: StaffCall): Promise<OwnWork> {
  const work = await repository.findOwn(transaction, actor.tenant_id, id);
  if (!work) throw new Problem(ownWorkProblems.not_found);
  const { source, licence, credit, state, ...said } = work;
  return {
    ...said,
    source: source ?? '',
    licence: licence ?? '',
    credit: credit ?? '',
    // What nobody wrote here is not handed in.
    state: state === 'published' || state === 'withdrawn' ? state : 'draft',
  };
}

/** @throws Problem `ownworks.not_found`, `ownworks.changed_since` */
async function lockSeen(id: string, revision: number, call: StaffCall): Promise<OwnWork> {
  if (!(await repository.lockOwn(call.transaction, call.actor.tenant_id, id)))
    throw new Problem(ownWorkProblems.not_found);
  const work = await readOwn(id, call);
  if (work.revision !== revision) throw new Problem(ownWorkProblems.changed_since);
  return work;
}

async function note(
  { id, title }: Pick<OwnWork, 'id' | 'title'>,
  action: AuditAction<'own_works'>,
  { transaction, actor }: StaffCall,
): Promise<void> {
  const { tenant_id, id: actor_id } = actor;
  await audit(transaction, { tenant_id, actor_id, action, subject_id: id, details: { name: title } });
}

/** @throws Problem `catalogue.no_shelf`, `ownworks.no_mode` */
async function refuseUnknown(
  { categories, mode }: Pick<OwnWorkForm, 'categories' | 'mode'>,
  { transaction, actor }: StaffCall,
): Promise<void> {
  const shelves = await findShelves(transaction, actor.tenant_id, categories);
  if (categories.some((id) => !shelves.has(id))) throw new Problem(catalogueProblems.no_shelf);
  if (mode !== null && !(await repository.hasMode(transaction, mode)))
    throw new Problem(ownWorkProblems.no_mode, { errors: { mode: [ownWorkProblems.no_mode.error] } });
}

/** The pages of a book, and what shape it has by its first. @throws Problem `ownworks.pages_missing` */
async function pagesOf(sent: SentPages, { transaction, actor }: StaffCall) {
  const hashes = sent.map(({ sha256 }) => sha256);
  const sizes = await repository.findSizes(transaction, actor.tenant_id, hashes);
  const known = new Map(sizes.map((size) => [size.sha256, size]));
  const [first] = sent;
  const cover = first && known.get(first.sha256);
  if (!cover || hashes.some((hash) => !known.has(hash))) throw new Problem(ownWorkProblems.pages_missing);
  const [width, height] = [cover.width ?? 1, cover.height ?? 1];
  const orientation = width === height ? 'square' : width > height ? 'landscape' : 'portrait';
  return {
    cover: first,
    orientation,
    pages: sent.map(({ sha256, alt }) => ({
      id: uuidv7(),
      layout: 'picture' as const,
      document: {
        type: 'doc',
        content: [{ type: 'picture', attrs: { sha256, alt, width: 'full' } }],
      } satisfies WorkDocument,
    })),
  } as const;
}

export type OwnWorkService = ReturnType<typeof createOwnWorkService>;

/** Books of the platform that nobody here wrote, with whose they are and on what terms they are shown. */
export function createOwnWorkService({ workers }: { workers: PictureWorkers }) {
  return {
    listUnpublished: async ({ transaction, actor }: StaffCall) => ({
      results: await repository.listUnpublished(transaction, actor.tenant_id),
    }),

    read: ({ params }: Parsed<'read'>, call: StaffCall) => readOwn(params.workId, call),

    /** @throws Problem `ownworks.unreadable` */
    async lookAtPage(
      { params, body }: Parsed<'sendPage'>,
      { tenant, signal }: Pick<OpenCall, 'tenant' | 'signal'>,
    ): Promise<ReadPage> {
      const content = Buffer.from(await body.picture.arrayBuffer());
      // A name that is another's would be taken for theirs.
      if (hashOf(content).toString('hex') !== params.sha256) throw new Problem(ownWorkProblems.unreadable);
      const drawing = { workers, sender: { tenantId: tenant.id, signal } };
      return { content, facts: await readPicture(content, ownWorkProblems.unreadable, drawing) };
    },

    async keepPage({ content, facts }: ReadPage, { transaction, actor, now }: StaffCall) {
      const sha256 = await storeAsset(transaction, actor.tenant_id, {
        ...facts,
        content,
        created_by: actor.id,
        now,
      });
      return { sha256 };
    },

    /** @throws Problem `catalogue.no_shelf`, `ownworks.no_mode`, `ownworks.pages_missing` */
    async create({ body }: Parsed<'create'>, call: StaffCall): Promise<OwnWork> {
      const { transaction, actor, now } = call;
      const { id, byline, pages: sent, ...said } = body;
      // The first answer was lost.
      if (await repository.findOwn(transaction, actor.tenant_id, id)) return await readOwn(id, call);
      await refuseUnknown(said, call);
      const { cover, orientation, pages } = await pagesOf(sent, call);
      await insertWork(transaction, actor.tenant_id, {
        ...said,
        id,
        kind: 'book',
        author_id: null,
        pen_name: byline,
        editor: 'pages',
        state: 'draft',
        visibility: 'public',
        orientation,
        cover,
        pages,
        created_at: now,
      });
      await note(body, 'own_works.made', call);
      return await readOwn(id, call);
    },

    /** @throws Problem as `create`; `ownworks.not_found`, `ownworks.changed_since` */
    async change({ params, body }: Parsed<'change'>, call: StaffCall): Promise<OwnWork> {
      const { transaction, actor, now } = call;
      const { tenant_id } = actor;
      const { revision, byline, categories, mode, pages: sent, ...said } = body;
      const before = await lockSeen(params.workId, revision, call);
      await refuseUnknown(body, call);
      const { id } = before;
      const named = { id, title: said.title, pen_name: byline, author_id: null, blurb: said.blurb };
      const made = sent && (await pagesOf(sent, call));
      if (made)
        await repository.replacePages(
          transaction,
          { tenantId: tenant_id, workId: id, now },
          made.pages,
          (sent ?? []).map((page) => ({ ...page, credit: said.credit, licence: said.licence })),
        );
      const cover = made && Buffer.from(made.cover.sha256, 'hex');
      await repository.updateOwn(transaction, tenant_id, id, {
        ...said,
        pen_name: byline,
        mode_id: mode,
        search_text: foldForSearch(await namesOf(transaction, tenant_id, named)),
        ...(made && {
          orientation: made.orientation,
          editor: 'pages',
          cover_sha256: cover,
          chosen_cover: cover,
        }),
        now,
      });
      await changeShelves(transaction, tenant_id, id, {
        on: categories.filter((shelf) => !before.categories.includes(shelf)),
        off: before.categories.filter((shelf) => !categories.includes(shelf)),
      });
      const parts = await repository.listParts(transaction, tenant_id, id);
      await storeWordsOf(transaction, tenant_id, named, parts as { title: string; document: WorkDocument }[]);
      await note(named, 'own_works.changed', call);
      return await readOwn(id, call);
    },

    /** @throws Problem `ownworks.not_found`, `ownworks.changed_since`, `ownworks.taken_down` */
    async publish({ params, body }: Parsed<'publish'>, call: StaffCall): Promise<OwnWork> {
      const work = await lockSeen(params.workId, body.revision, call);
      if (work.is_taken_down) throw new Problem(ownWorkProblems.taken_down);
      if (work.state === 'published') return work;
      const { transaction, actor, now } = call;
      if (work.state === 'draft') await nameAddress(transaction, actor.tenant_id, { ...work, kind: 'book' });
      await repository.updateOwn(transaction, actor.tenant_id, work.id, {
        state: 'published',
        visibility: 'public',
        published_at: now,
        now,
      });
      await note(work, 'own_works.published', call);
      return await readOwn(work.id, call);
    },

    /** @throws Problem `ownworks.not_found`, `ownworks.changed_since` */
    async withdraw({ params, body }: Parsed<'withdraw'>, call: StaffCall): Promise<OwnWork> {
      const work = await lockSeen(params.workId, body.revision, call);
      if (work.state !== 'published') return work;
      const { transaction, actor, now } = call;
      await repository.updateOwn(transaction, actor.tenant_id, work.id, {
        state: 'withdrawn',
        featured_at: null,
        now,
      });
      await note(work, 'own_works.withdrawn', call);
      return await readOwn(work.id, call);
    },
  };
}
