import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import type { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import { catalogueProblems } from '#contract/catalogue/catalogue.problems.ts';
import { mayFeature, mayShelve } from '#contract/catalogue/catalogue.rules.ts';
import type {
  CataloguePage,
  CatalogueQuery,
  SchoolWork,
  SchoolWorkQuery,
  SchoolWorksPage,
} from '#contract/catalogue/catalogue.schema.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { reviewProblems } from '#contract/writing/writing.problems.ts';
import { categoriesPerStory } from '#contract/writing/writing.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './catalogue.repository.ts';
import type { ListedWork } from './catalogue.repository.ts';
import { readerOf } from '../works/reader.ts';
import * as reviews from '../reviews/reviews.service.ts';
import type { Reading } from '../works/works.repository.ts';
import { lockStories } from '../works/stories.repository.ts';

type Parsed<Name extends keyof typeof catalogueEndpoints> = EndpointParsed<(typeof catalogueEndpoints)[Name]>;
type StaffCall = Call<Actor>;

/** The schools of an organization, by name; handed in by `server/modules.ts` from whoever knows them. */
export type ListSchools = (
  transaction: TenantTransaction,
  organizationId: string,
) => Promise<SchoolWork['school'][]>;

function readingOf({ transaction, actor }: StaffCall): Reading {
  return { transaction, tenantId: actor.tenant_id, reader: readerOf(actor, false) };
}

export async function list(query: CatalogueQuery, call: StaffCall): Promise<CataloguePage> {
  const reading = readingOf(call);
  const { limit, offset, sort, state, search, ...filter } = query;
  const states = await repository.countListed(reading, { ...filter, search });
  const count =
    state === undefined ? Object.values(states).reduce((sum, each) => sum + each, 0) : states[state];
  const results = count > offset && limit > 0 ? await repository.listWorks(reading, query) : [];
  const next = nextPage({ limit, offset, search }, count, { ...filter, state, sort });
  return { count, next, results, states };
}

/** How many of those that cannot be changed are called by name. */
const namesSaid = 3;

/** What would not be done to which of the works, so that it is done to none. */
class Refusals {
  readonly #found: { work: ListedWork; problem: Problem }[] = [];

  add(work: ListedWork, definition: ProblemDefinition | Problem): void {
    this.#found.push({
      work,
      problem: definition instanceof Problem ? definition : new Problem(definition),
    });
  }

  /** @throws Problem the first of them, with the names of all works that it is about */
  throwAny(): void {
    const problem = this.#found[0]?.problem;
    if (!problem) return;
    const names = this.#found
      .filter((each) => each.problem.code === problem.code)
      .map(({ work }) => `“${titleOf(work)}”`);
    const others = names.length - namesSaid;
    const said = [...names.slice(0, namesSaid), ...(others > 0 ? [`and ${others} more`] : [])].join(', ');
    throw new Problem(problem.definition, {
      error: `${said}: ${problem.message} Nothing was changed.`,
      details: { works: Object.fromEntries(this.#found.map((each) => [each.work.id, each.problem.code])) },
    });
  }
}

/**
 * The works that a call is about, locked until the end of its transaction; all of them, or it is refused.
 * @throws Problem `catalogue.not_found`
 */
async function lockListed(ids: readonly string[], call: StaffCall): Promise<ListedWork[]> {
  const { transaction, actor } = call;
  await lockStories(transaction, actor.tenant_id, ids);
  const works = await repository.findListed(readingOf(call), ids);
  if (works.length < ids.length) throw new Problem(catalogueProblems.not_found);
  return works;
}

/** Does to each what the staff do to one, with all that belongs to it; to none of them where one cannot be changed so. */
async function review(
  ids: readonly string[],
  call: StaffCall,
  change: (work: ListedWork) => Promise<void>,
): Promise<{ ids: string[] }> {
  const works = await lockListed(ids, call);
  const refusals = new Refusals();
  for (const work of works) {
    try {
      await change(work);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // What nobody hands in is not reviewed, and neither is a draft.
      const isUnknown = error.code === reviewProblems.not_found.code;
      refusals.add(work, isUnknown ? reviewProblems.state_changed : error);
    }
  }
  refusals.throwAny();
  return { ids: works.map(({ id }) => id) };
}

/** @throws Problem `catalogue.not_found`, and what publishing one is refused by */
export async function publish({ body }: Parsed<'publish'>, call: StaffCall) {
  return await review(body.ids, call, ({ id }) =>
    reviews.publish({ params: { workId: id }, body: { reason: '', sticker: null, voice: null } }, call),
  );
}

/** @throws Problem `catalogue.not_found`, `reviews.state_changed` */
export async function withdraw({ body: { ids, reason } }: Parsed<'withdraw'>, call: StaffCall) {
  return await review(ids, call, ({ id }) =>
    reviews.withdraw({ params: { workId: id }, body: { reason } }, call),
  );
}

async function note(
  works: readonly ListedWork[],
  action: 'catalogue.shelved' | 'catalogue.featured' | 'catalogue.unfeatured',
  { transaction, actor }: StaffCall,
  detailsOf: (work: ListedWork) => Record<string, unknown> = () => ({}),
): Promise<void> {
  const { tenant_id, id: actor_id } = actor;
  await audit(
    transaction,
    ...works.map((work) => ({
      tenant_id,
      actor_id,
      action,
      subject_id: work.id,
      details: detailsOf(work),
    })),
  );
}

/**
 * Authors see it where they write, as if they had chosen it.
 * @throws Problem `catalogue.not_found`, `catalogue.no_shelf`, `catalogue.still_written`, `catalogue.too_many_shelves`
 */
export async function shelve({ body: { ids, add, remove } }: Parsed<'shelve'>, call: StaffCall) {
  const { transaction, actor, changes } = call;
  const works = await lockListed(ids, call);
  const found = await repository.findShelves(transaction, actor.tenant_id, add);
  if (add.some((id) => !found.has(id))) throw new Problem(catalogueProblems.no_shelf);
  const standing = await repository.listShelvesOf(transaction, actor.tenant_id, ids);
  const refusals = new Refusals();
  const moves = works.map((work) => {
    const before = standing.get(work.id) ?? [];
    const on = [...found].filter((id) => !before.includes(id));
    const off = remove.filter((id) => before.includes(id) && !found.has(id));
    if (!mayShelve(work)) refusals.add(work, catalogueProblems.still_written);
    else if (on.length > 0 && before.length - off.length + on.length > categoriesPerStory)
      refusals.add(work, catalogueProblems.too_many_shelves);
    return { work, on, off };
  });
  refusals.throwAny();
  const moved = moves.filter(({ on, off }) => on.length > 0 || off.length > 0);
  for (const { work, on, off } of moved) {
    await repository.changeShelves(transaction, actor.tenant_id, work.id, { on, off });
    if (work.author_id !== null) changes.put(scopeOf.user(work.author_id), 'works', work.id);
  }
  const byId = new Map(moved.map(({ work, on, off }) => [work.id, { added: on, removed: off }]));
  await note(
    moved.map(({ work }) => work),
    'catalogue.shelved',
    call,
    ({ id }) => byId.get(id) ?? {},
  );
  return { ids: works.map(({ id }) => id) };
}

/** @throws Problem `catalogue.not_found`, `catalogue.not_in_library` */
export async function feature({ body: { ids, is_featured } }: Parsed<'feature'>, call: StaffCall) {
  const { transaction, actor, now } = call;
  const works = await lockListed(ids, call);
  const refusals = new Refusals();
  if (is_featured)
    for (const work of works) if (!mayFeature(work)) refusals.add(work, catalogueProblems.not_in_library);
  refusals.throwAny();
  const changing = works.filter((work) => work.is_featured !== is_featured);
  if (changing.length > 0) {
    const changingIds = changing.map(({ id }) => id);
    await repository.setFeatured(transaction, actor.tenant_id, changingIds, is_featured ? now : null);
    await note(changing, is_featured ? 'catalogue.featured' : 'catalogue.unfeatured', call);
  }
  return { ids: works.map(({ id }) => id) };
}

/**
 * Works of the schools of an organization, as any visitor of a school is shown them: belonging to an organization shows it
 * nothing more. School by school, so that a page is read from one or two of them, however many there are.
 */
export async function listOfSchools(
  { limit, offset, school: schoolId, ...query }: SchoolWorkQuery,
  { transaction, actor }: StaffCall,
  listSchools: ListSchools,
): Promise<SchoolWorksPage> {
  const schools = await listSchools(transaction, actor.tenant_id);
  const asVisitor = (tenantId: string): Reading => ({ transaction, tenantId, reader: { kind: 'visitor' } });
  const counted: { school: SchoolWork['school']; works: number }[] = [];
  for (const school of schools) {
    const works = await elsewhere(transaction, school.id, () =>
      repository.countShown(asVisitor(school.id), query),
    );
    counted.push({ school, works });
  }

  const results: SchoolWork[] = [];
  const asked = counted.filter(({ school }) => schoolId === undefined || school.id === schoolId);
  let passed = 0;
  for (const { school, works } of asked) {
    const skipped = Math.max(0, offset - passed);
    passed += works;
    const room = limit - results.length;
    if (room === 0 || skipped >= works) continue;
    const shown = await elsewhere(transaction, school.id, () =>
      repository.listShown(asVisitor(school.id), { ...query, limit: room, offset: skipped }),
    );
    results.push(...shown.map((work) => ({ ...work, school })));
  }
  const { search, ...filter } = query;
  return {
    count: passed,
    next: nextPage({ limit, offset, search }, passed, { ...filter, school: schoolId }),
    results,
    schools: counted.map(({ school: { id, school_name }, works }) => ({ id, school_name, works })),
  };
}
