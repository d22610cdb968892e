import * as v from 'valibot';
import { uuidv7 } from 'uuidv7';
import { contentProblems } from '#contract/content/content.problems.ts';
import { Slug } from '#contract/content/content.schema.ts';
import type { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage, PageDraft, PageVersion, WholeVersion } from '#contract/content/editor.schema.ts';
import { readinessOf, type Readiness } from '#contract/content/ready.rules.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { audit } from '#server/platform/audit.ts';
import { namesOf } from '#server/platform/names-of.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { hasPlace, isAddress } from './addresses.ts';
import type { Asking, ContentService } from '../content/content.service.ts';
import * as repository from './editor.repository.ts';
import { listReady, shareFilms } from '../films/films.repository.ts';
import type { JoinLinks } from './join-links.ts';
import { insertVersion } from '../content/content.repository.ts';
import { lastOf, liveOf, newerOf, plannedOf } from './page-moments.ts';
import { foundBy, shippedLanguage } from '../content/put-texts.ts';

type Parsed<Name extends keyof typeof editorEndpoints> = EndpointParsed<(typeof editorEndpoints)[Name]>;
type EditorCall = Call<Actor>;

const iso = (moment: Date | null) => moment?.toISOString() ?? null;
const sameMoment = (one: Date | null, other: string | null) =>
  (one?.getTime() ?? null) === (other === null ? null : Date.parse(other));

/** Writes and publishes the pages of the tenant whose host was asked. */
export function createEditorService({
  content,
  joinLinks,
}: {
  content: Pick<ContentService, 'listWithMoments'>;
  joinLinks: Pick<JoinLinks, 'hostOf'>;
}) {
  async function show(
    page: repository.PageRow,
    call: EditorCall,
    language = shippedLanguage,
  ): Promise<EditedPage> {
    const { transaction, tenant, now } = call;
    const all = await repository.listVersions(transaction, tenant.id, page.id);
    const versions = all.filter((each) => each.language === language);
    const draft = await repository.findDraft(transaction, tenant.id, { page_id: page.id, language });
    const others = (await repository.listDrafts(transaction, tenant.id)).filter(
      ({ page_id }) => page_id === page.id,
    );
    const parent =
      page.parent_id === null ? undefined : await repository.findPage(transaction, tenant.id, page.parent_id);
    const live = liveOf(versions, now);
    const people = [
      ...versions.flatMap(({ made_by }) => made_by ?? []),
      ...(draft ? [draft.updated_by] : []),
    ];
    const names = await namesOf(transaction, tenant.id, people);
    const withWords = async (row: repository.VersionRow | null): Promise<WholeVersion | null> => {
      const words = row && (await repository.findWords(transaction, tenant.id, row));
      if (!row || !words) return null;
      return {
        ...versionOf(row, live, names),
        head: words.head as WholeVersion['head'],
        blocks: words.blocks as WholeVersion['blocks'],
      };
    };
    return {
      id: page.id,
      kind: page.kind,
      slug: page.slug,
      parent: parent?.slug ?? null,
      language,
      languages: [...new Set([...all, ...others].map((each) => each.language))].toSorted(),
      live: await withWords(live),
      last: await withWords(lastOf(versions)),
      planned: plannedOf(versions, now).map((each) => versionOf(each, live, names)),
      draft: draft ? draftOf(draft, names.get(draft.updated_by) ?? '') : null,
      newer: await withWords(newerOf(versions)),
      join_host: await joinLinks.hostOf(transaction, page),
    };
  }

  /** @throws Problem `content.not_found` */
  async function lock(id: string, { transaction, tenant, actor }: EditorCall): Promise<repository.PageRow> {
    const page = await repository.lockPage(transaction, tenant.id, id);
    if (!page || !mayDraft(page, actor)) throw new Problem(contentProblems.not_found);
    return page;
  }

  /** Says what is there now. */
  async function changedSince(
    page: repository.PageRow,
    call: EditorCall,
    language: string,
  ): Promise<Problem> {
    const { draft, live } = await show(page, call, language);
    return new Problem(contentProblems.changed_since, { details: { draft, live } });
  }

  async function keepDraft(
    page: repository.PageRow,
    draft: { language: string; base: number | null; seen: string | null; head: unknown; blocks: unknown },
    call: EditorCall,
  ): Promise<void> {
    const { transaction, tenant, actor, now } = call;
    const { language, base, seen, head, blocks } = draft;
    const found = await repository.findDraft(transaction, tenant.id, { page_id: page.id, language });
    if (!sameMoment(found?.updated_at ?? null, seen)) throw await changedSince(page, call, language);
    // Later than the one before in any case: drafts are told apart by it.
    const updated_at = new Date(Math.max(now.getTime(), (found?.updated_at.getTime() ?? 0) + 1));
    await repository.putDraft(transaction, {
      tenant_id: tenant.id,
      page_id: page.id,
      language,
      base_n: base,
      head: JSON.stringify(head),
      blocks: JSON.stringify(blocks),
      updated_by: actor.id,
      updated_at,
    });
  }

  async function note(action: AuditAction<'content'>, page: { id: string; name: string }, call: EditorCall) {
    await audit(call.transaction, {
      tenant_id: call.tenant.id,
      actor_id: call.actor.id,
      action,
      subject_id: page.id,
      details: { name: page.name },
    });
  }

  return {
    readiness: (
      page: repository.PageRow,
      draft: { head: unknown; blocks: unknown },
      asking: Pick<Asking, 'transaction' | 'tenantId' | 'now'>,
    ) => readiness(content, page, draft, asking),

    /** @throws Problem `content.not_found` */
    async edit({ params, query }: Parsed<'edit'>, call: EditorCall): Promise<EditedPage> {
      const page = await repository.findPage(call.transaction, call.tenant.id, params.id);
      if (!page || !mayDraft(page, call.actor)) throw new Problem(contentProblems.not_found);
      return await show(page, call, query.language);
    },

    /** @throws Problem `content.not_found` */
    async listVersions({ params, query }: Parsed<'listVersions'>, call: EditorCall): Promise<PageVersion[]> {
      const { transaction, tenant, now } = call;
      const page = await repository.findPage(transaction, tenant.id, params.id);
      if (!page) throw new Problem(contentProblems.not_found);
      const language = query.language ?? shippedLanguage;
      const versions = (await repository.listVersions(transaction, tenant.id, page.id)).filter(
        (each) => each.language === language,
      );
      const people = new Set(versions.flatMap(({ made_by }) => made_by ?? []));
      const names = await namesOf(transaction, tenant.id, people);
      const live = liveOf(versions, now);
      return versions.map((each) => versionOf(each, live, names));
    },

    /** @throws Problem `content.slug_taken`, `content.legal_stays`, `content.no_address`, `content.not_found` */
    async create({ body }: Parsed<'create'>, call: EditorCall): Promise<EditedPage> {
      const { transaction, tenant, actor, now } = call;
      const { kind, slug, language, title, parent_id = null } = body;
      const isLesson = kind === 'lesson';
      if (isLesson !== (parent_id !== null)) {
        const said = isLesson ? 'A lesson needs its course' : 'Only a lesson has a course';
        throw new Problem(requestProblems.invalid, { errors: { parent_id: [said] } });
      }
      const known = await repository.listPages(transaction, tenant.id);
      const isLegal = known.some((page) => page.kind === 'legal' && page.slug === slug && kind === 'page');
      const isStaff = tenant.is_platform && actor.champion === undefined;
      if (!isStaff && (kind === 'legal' || isLegal)) throw new Problem(contentProblems.legal_stays);
      if (!hasPlace({ kind, slug })) throw new Problem(contentProblems.no_address);
      const parent = parent_id === null ? null : await repository.findPage(transaction, tenant.id, parent_id);
      const isTheirs = parent && mayDraft(parent, actor);
      if (isLesson && (parent?.kind !== 'course' || !isTheirs)) throw new Problem(contentProblems.not_found);
      const page = {
        tenant_id: tenant.id,
        id: uuidv7(),
        kind,
        slug,
        parent_id,
        place: parent_id === null ? null : await repository.nextPlace(transaction, tenant.id, parent_id),
        shared: tenant.is_platform,
        owner_id: actor.id,
      };
      const isNew = await repository.addPage(transaction, { ...page, created_at: now });
      if (!isNew) throw new Problem(contentProblems.slug_taken);
      const number = kind === 'goal' ? { number: Number(slug) } : {};
      const head = { kind, title, summary: '', for: 'everyone', goals: [], ages: [], ...number };
      await keepDraft(page, { language, base: null, seen: null, head, blocks: [] }, call);
      return await show(page, call, language);
    },

    /** @throws Problem `content.not_found`, `content.changed_since` */
    async writeDraft({ params, body }: Parsed<'writeDraft'>, call: EditorCall): Promise<PageDraft> {
      const page = await lock(params.id, call);
      const { language } = params;
      await keepDraft(page, { language, ...body }, call);
      const { draft } = await show(page, call, language);
      if (!draft) throw new Problem(contentProblems.not_found);
      return draft;
    },

    /** @throws Problem `content.not_found`, `content.changed_since`, `content.not_ready` */
    async publish({ params, body }: Parsed<'publish'>, call: EditorCall): Promise<EditedPage> {
      const { transaction, tenant, actor, now } = call;
      const { language, draft_updated_at, live_n } = body;
      const page = await lock(params.id, call);
      const key = { page_id: page.id, language };
      const draft = await repository.findDraft(transaction, tenant.id, key);
      const versions = (await repository.listVersions(transaction, tenant.id, page.id)).filter(
        (each) => each.language === language,
      );
      const isSeen = draft && sameMoment(draft.updated_at, draft_updated_at);
      if (!isSeen || (liveOf(versions, now)?.n ?? null) !== live_n)
        throw await changedSince(page, call, language);
      const live_from =
        body.from === undefined ? now : new Date(Math.max(Date.parse(body.from), now.getTime()));
      const live_until = body.until === undefined ? null : new Date(body.until);
      if (live_until !== null && live_until <= live_from)
        throw new Problem(requestProblems.invalid, {
          errors: { until: ['The end has to come after the beginning'] },
        });
      const { head, blocks, lacks } = await readiness(content, page, draft, {
        transaction,
        tenantId: tenant.id,
        now,
      });
      if (head === null || lacks.length > 0)
        throw new Problem(contentProblems.not_ready, { details: { lacks } });
      await insertVersion(transaction, {
        tenant_id: tenant.id,
        ...key,
        n: Math.max(0, ...versions.map(({ n }) => n)) + 1,
        shared: page.shared,
        head: JSON.stringify(head),
        blocks: JSON.stringify(blocks),
        words: foundBy(head, blocks),
        made_by: actor.id,
        made_at: now,
        live_from,
        live_until,
        shipped: null,
      });
      const films = blocks.flatMap((block) =>
        block.kind === 'film' && block.video ? [block.video.film] : [],
      );
      if (page.shared) await shareFilms(transaction, tenant.id, films);
      await repository.endDraft(transaction, tenant.id, key);
      await note('content.published', { id: page.id, name: head.title }, call);
      return await show(page, call, language);
    },

    /** @throws Problem `content.not_found`, `content.changed_since`, `content.legal_stays` */
    async unpublish({ params, body }: Parsed<'unpublish'>, call: EditorCall): Promise<EditedPage> {
      const { transaction, tenant, now } = call;
      const { language, live_n } = body;
      const page = await lock(params.id, call);
      if (page.kind === 'legal') throw new Problem(contentProblems.legal_stays);
      const { live, planned } = await show(page, call, language);
      if ((live?.n ?? null) !== live_n) throw await changedSince(page, call, language);
      await repository.endVersions(transaction, tenant.id, { page_id: page.id, language, now });
      const title = live?.title ?? planned[0]?.title;
      if (title !== undefined) await note('content.unpublished', { id: page.id, name: title }, call);
      return await show(page, call, language);
    },

    /** @throws Problem `content.not_found`, `content.changed_since` */
    async restore({ params, body }: Parsed<'restore'>, call: EditorCall): Promise<EditedPage> {
      const { transaction, tenant, now } = call;
      const { language, n, seen } = body;
      const page = await lock(params.id, call);
      const key = { page_id: page.id, language };
      const words = await repository.findWords(transaction, tenant.id, { ...key, n });
      if (!words) throw new Problem(contentProblems.not_found);
      const { live } = await show(page, call, language);
      // It begins from what is live: what it says is older, and that is meant.
      await keepDraft(page, { language, base: live?.n ?? null, seen, ...words }, call);
      await repository.settle(transaction, tenant.id, { ...key, n, now });
      const shown = await show(page, call, language);
      const title = shown.draft?.head.title;
      await note(
        'content.restored',
        { id: page.id, name: typeof title === 'string' ? title : page.slug },
        call,
      );
      return shown;
    },

    /** @throws Problem `content.not_found` */
    async leave({ params, body }: Parsed<'leave'>, call: EditorCall): Promise<EditedPage> {
      const { transaction, tenant, now } = call;
      const { language, n } = body;
      const page = await lock(params.id, call);
      const isSettled = await repository.settle(transaction, tenant.id, {
        page_id: page.id,
        language,
        n,
        now,
      });
      if (!isSettled) throw new Problem(contentProblems.not_found);
      return await show(page, call, language);
    },

    /** @throws Problem `content.not_found`, `content.legal_stays` */
    async choose({ params, body }: Parsed<'choose'>, call: EditorCall) {
      const { transaction, tenant } = call;
      const page = await repository.findShared(transaction, tenant.id, params.id);
      if (!page) throw new Problem(contentProblems.not_found);
      if (page.kind === 'legal') throw new Problem(contentProblems.legal_stays);
      const { choice, by_page_id } = body;
      const by =
        choice === 'replaced' && by_page_id !== undefined
          ? await repository.findPage(transaction, tenant.id, by_page_id)
          : null;
      if (choice === 'replaced' && (by?.kind !== page.kind || by.slug !== page.slug))
        throw new Problem(requestProblems.invalid, {
          errors: { by_page_id: ['Choose a page of the school with the same address'] },
        });
      const key = { tenant_id: tenant.id, page_id: page.id };
      await repository.putChoice(
        transaction,
        key,
        choice === 'shown' ? null : { choice, by_page_id: by?.id ?? null },
      );
      await note(`content.${choice}`, { id: page.id, name: page.slug }, call);
      return { id: page.id, choice };
    },
  };
}

export type EditorService = ReturnType<typeof createEditorService>;

/** A superpower teacher drafts what they began; whoever else edits here edits all of it. */
export const mayDraft = ({ owner_id }: repository.PageRow, { id, champion }: Actor): boolean =>
  champion === undefined || owner_id === id;

async function readiness(
  content: Pick<ContentService, 'listWithMoments'>,
  page: repository.PageRow,
  draft: { head: unknown; blocks: unknown },
  asking: Pick<Asking, 'transaction' | 'tenantId' | 'now'>,
): Promise<Readiness> {
  const shown = await content.listWithMoments({ ...asking, reader: 'staff' });
  const own = { kind: page.kind, slug: v.parse(Slug, page.slug), parent: null };
  const pages = [...shown.map(({ card }) => card), own];
  const films = await listReady(asking.transaction, { tenantId: page.tenant_id, pageId: page.id });
  return readinessOf(
    page,
    { head: draft.head as WholeVersion['head'], blocks: draft.blocks as WholeVersion['blocks'] },
    {
      isThere: (address) => isAddress(address, pages),
      hasFilm: (id) => films.has(id),
      hasPage: (name) => pages.some(({ kind, slug }) => `${kind}/${slug}` === name),
      earlierSteps: await repository.listSteps(asking.transaction, page.tenant_id, page.id),
    },
  );
}

function versionOf(
  row: repository.VersionRow,
  live: repository.VersionRow | null,
  names: ReadonlyMap<string, string>,
): PageVersion {
  return {
    n: row.n,
    title: row.title ?? '',
    made_at: row.made_at.toISOString(),
    made_by: row.made_by === null ? null : (names.get(row.made_by) ?? ''),
    live_from: iso(row.live_from),
    live_until: iso(row.live_until),
    is_live: row.n === live?.n,
  };
}

function draftOf(row: repository.DraftRow, name: string): PageDraft {
  return {
    base_n: row.base_n,
    head: row.head as PageDraft['head'],
    blocks: row.blocks as PageDraft['blocks'],
    updated_by: name,
    updated_at: row.updated_at.toISOString(),
  };
}
