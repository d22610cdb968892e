import type { EditedPageRow, EditedPagesQuery } from '#contract/content/editor.schema.ts';
import { contentKinds } from '#contract/content/content.rules.ts';
import { lineWithProductName } from '#contract/content/product-name.rules.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { nextPage } from '#contract/kit/page.ts';
import { namesOf } from '#server/platform/names-of.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { mayDraft } from './editor.service.ts';
import * as repository from './editor.repository.ts';
import { lastOf, liveOf, newerOf, plannedOf, stateOf } from './page-moments.ts';

const grouped = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

const iso = (moment: Date | null | undefined) => moment?.toISOString() ?? null;

/** All pages that are edited at the caller's host, and what has become of each. */
export async function listEditedPages(query: EditedPagesQuery, call: Call<Actor>) {
  const { transaction, tenant, actor, now } = call;
  const pages = (await repository.listPages(transaction, tenant.id)).filter((page) => mayDraft(page, actor));
  const versions = grouped(
    await repository.listVersions(transaction, tenant.id),
    (each) => `${each.tenant_id} ${each.page_id}`,
  );
  const drafts = grouped(await repository.listDrafts(transaction, tenant.id), ({ page_id }) => page_id);
  const choices = new Map(
    (await repository.listChoices(transaction, tenant.id)).map(({ page_id, choice }) => [page_id, choice]),
  );
  const people = new Set(
    [...versions.values(), ...drafts.values()].flatMap((rows) =>
      rows.flatMap((row) => ('made_by' in row ? (row.made_by ?? []) : row.updated_by)),
    ),
  );
  const names = await namesOf(transaction, tenant.id, people);
  const slugs = new Map(pages.map(({ id, slug }) => [id, slug]));

  function show(page: repository.PageRow): EditedPageRow {
    const all = versions.get(`${page.tenant_id} ${page.id}`) ?? [];
    const written = drafts.get(page.id) ?? [];
    const byLanguage = grouped(all, ({ language }) => language);
    const firsts = [...byLanguage.values()].map(
      (each) => liveOf(each, now) ?? plannedOf(each, now)[0] ?? lastOf(each),
    );
    const shown = firsts.find((each) => each?.language === 'en') ?? firsts.find((each) => each !== null);
    const [draft] = written.toSorted((a, b) => b.updated_at.getTime() - a.updated_at.getTime());
    const isDraftNewer = draft && (!shown || draft.updated_at > shown.made_at);
    const by = isDraftNewer ? draft.updated_by : (shown?.made_by ?? null);
    return {
      id: page.id,
      kind: page.kind,
      slug: page.slug,
      parent: page.parent_id === null ? null : (slugs.get(page.parent_id) ?? null),
      title: lineWithProductName(shown?.title ?? draft?.title ?? page.slug),
      is_own: page.tenant_id === tenant.id,
      choice: choices.get(page.id) ?? 'shown',
      languages: [...new Set([...byLanguage.keys(), ...written.map(({ language }) => language)])].toSorted(),
      state: stateOf(all, now),
      has_draft: written.length > 0,
      has_newer:
        page.tenant_id === tenant.id && [...byLanguage.values()].some((each) => newerOf(each) !== null),
      live_from: iso(shown?.live_from),
      live_until: iso(shown?.live_until),
      changed_by: by === null ? null : (names.get(by) ?? null),
      changed_at: iso(isDraftNewer ? draft.updated_at : shown?.made_at),
    };
  }

  const words = foldForSearch(query.search);
  const rows = pages
    .map(show)
    .filter(
      (row) =>
        (query.kind === undefined || row.kind === query.kind) &&
        (query.state === undefined || row.state === query.state) &&
        foldForSearch(`${row.title} ${row.slug}`).includes(words) &&
        // What the platform took down is no business of a school.
        (row.is_own || row.state === 'live'),
    )
    .toSorted(
      (one, other) =>
        Number(other.is_own) - Number(one.is_own) ||
        contentKinds.indexOf(one.kind) - contentKinds.indexOf(other.kind) ||
        one.title.localeCompare(other.title, 'en') ||
        one.id.localeCompare(other.id),
    );
  const { limit, offset, search, kind, state } = query;
  return {
    count: rows.length,
    next: nextPage({ limit, offset, search }, rows.length, { kind, state }),
    results: rows.slice(offset, offset + limit),
  };
}
