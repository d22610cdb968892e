import Papa from 'papaparse';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogueProblems } from '#contract/catalogue/catalogue.problems.ts';
import { listedState } from '#contract/catalogue/catalogue.rules.ts';
import {
  listedStates,
  type CatalogueWork,
  type ListedState,
  type SchoolWork,
} from '#contract/catalogue/catalogue.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleClass } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { catalogueCsv, schoolWorksCsv } from './catalogue-csv.ts';
import { CatalogueScreen } from './catalogue.screen.tsx';
import { SchoolWorksScreen } from './school-works.screen.tsx';

const maple = sampleClass();
const sea = { id: '0192f3a4-0000-7000-8000-00000000c001', name: 'The sea' };
const sky = { id: '0192f3a4-0000-7000-8000-00000000c002', name: 'The sky' };

let made = 0;
function workOf(fields: Partial<CatalogueWork> = {}): CatalogueWork {
  made += 1;
  const number = String(made).padStart(4, '0');
  return {
    id: `0192f3a4-0000-7000-8000-00000000${number}`,
    kind: 'story',
    title: 'The kite',
    slug: `the-kite-${number}`,
    byline: 'Zoë',
    author: { id: '0192f3a4-0000-7000-8000-00000000a001', first_name: 'Zoë', last_name: 'Fern' },
    school_class: { id: maple.id, name: 'Maple' },
    state: 'published',
    is_taken_down: false,
    visibility: 'community',
    audience: 'community',
    is_reviewed: true,
    is_featured: false,
    categories: [sea.id],
    parts: 3,
    reactions: 2,
    published_at: '2026-11-03T10:00:00.000Z',
    updated_at: '2026-11-04T10:00:00.000Z',
    ...fields,
  };
}

type Asked = { name: string; query?: Record<string, unknown>; body?: Record<string, unknown> };

/** The school's side: a list in pages, and what it was asked to change. */
class TestSchool implements ApiClient {
  readonly asked: Asked[] = [];
  failure: Error | null = null;
  /** By the name of the endpoint. */
  readonly failures: Record<string, Error> = {};

  constructor(public works: CatalogueWork[]) {}

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    const { name } = endpoint as { name: string };
    const { query, body } = input as Omit<Asked, 'name'>;
    this.asked.push({ name, ...(query && { query }), ...(body && { body }) });
    if (name === 'categories.list')
      return {
        count: 2,
        next: null,
        results: [sea, sky].map((shelf) => ({ ...shelf, slug: '', works: 1, archived_at: null })),
      } as never;
    const failure = this.failures[name] ?? this.failure;
    if (failure) throw failure;
    if (name !== 'catalogue.list') return { ids: body?.['ids'] } as never;
    const found = this.works.filter((work) => !query?.['state'] || listedState(work) === query['state']);
    const offset = Number(query?.['offset']);
    const states = Object.fromEntries(
      listedStates.map((state) => [state, this.works.filter((work) => listedState(work) === state).length]),
    ) as Record<ListedState, number>;
    return {
      count: found.length,
      next: null,
      results: found.slice(offset, offset + Number(query?.['limit'])),
      states,
    } as never;
  };

  of(name: string): Asked[] {
    return this.asked.filter((each) => each.name === name);
  }
}

const noNetwork = new NoNetworkError('none', false);

beforeEach(() => useSessionStore.setState({ user: sampleAdmin() }));

function show(school: TestSchool, { address = '/', localDrafts = new FakeLocalDrafts() } = {}) {
  const replica = new FakeReplica();
  replica.putClass(maple);
  return renderScreen(<CatalogueScreen kind="story" description="All of the school." api={school} />, {
    replica,
    address,
    localDrafts,
  });
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name, 'u') });
const menuOf = (title: string) => screen.getByRole('button', { name: `Actions for ${title}` });
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

describe('the list of stories', () => {
  it('says of each whose it is, how far it got, who may see it and where it stands', async () => {
    show(
      new TestSchool([
        workOf({ title: 'The kite', visibility: 'public', is_featured: true }),
        workOf({ title: 'The tortoise', author: null, byline: 'Aesop', school_class: null, categories: [] }),
        workOf({ title: '', state: 'withdrawn', is_taken_down: true, byline: 'The Owl' }),
      ]),
    );
    const kite = within(await row('The kite'));
    // An Arabic title is read from the right, and stands at the left like what is below it.
    const title = kite.getByRole('link', { name: 'The kite' });
    expect([title.getAttribute('dir'), title.firstElementChild?.tagName]).toEqual([null, 'BDI']);
    expect(kite.getByRole('link', { name: 'Zoë Fern' }).getAttribute('href')).toMatch(
      /^\/admin-school\/studentprofile\/./u,
    );
    for (const text of ['Zoë Fern', 'Maple', 'In the library', 'Community', 'Wished: Public', 'Shown first'])
      expect(kite.getByText(text)).toBeTruthy();
    expect(await kite.findByText('The sea')).toBeTruthy();
    const tortoise = within(await row('The tortoise'));
    for (const text of ['Aesop', 'No class']) expect(tortoise.getByText(text)).toBeTruthy();
    const unnamed = within(await row('A story without a title'));
    expect(unnamed.getByText('Taken down')).toBeTruthy();
    expect(unnamed.getByText('The Owl')).toBeTruthy();
    expect(screen.getByText('3 stories')).toBeTruthy();
  });

  it('is asked for as the address says, and its filters write there and begin on the first page', async () => {
    const school = new TestSchool([workOf({ state: 'submitted' }), workOf({ title: 'The hen' })]);
    const { user } = show(school, { address: '/?q=kite&sort=title&page=2&visibility=public&class=nonsense' });
    await waitFor(() => expect(school.of('catalogue.list')).toHaveLength(1));
    expect(school.of('catalogue.list')[0]?.query).toEqual({
      kind: 'story',
      search: 'kite',
      sort: 'title',
      audience: 'public',
      limit: limits.pageDefault,
      offset: limits.pageDefault,
    });
    // There is one page, and it is shown.
    await untilAddressIs('/?q=kite&sort=title&visibility=public&class=nonsense');
    await user.selectOptions(screen.getByLabelText('State'), 'Handed in (1)');
    await user.selectOptions(screen.getByLabelText('Class'), 'Maple');
    await user.selectOptions(screen.getByLabelText('Shelf'), 'On no shelf');
    await untilAddressIs(
      `/?q=kite&sort=title&visibility=public&class=${maple.id}&state=submitted&shelf=none`,
    );
    expect(school.of('catalogue.list').at(-1)?.query).toMatchObject({
      state: 'submitted',
      school_class: maple.id,
      category: 'none',
      offset: 0,
    });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await untilAddressIs('/?sort=title');
    await user.click(screen.getByRole('button', { name: 'Author' }));
    await untilAddressIs('/?sort=author');
    expect(school.of('catalogue.list').at(-1)?.query).toMatchObject({ sort: 'author' });
  });

  it('says that there are none, and what to do where nothing is like that', async () => {
    const { user } = show(new TestSchool([]), { address: '/?q=xyzzy&state=draft' });
    await screen.findByText('No stories match “xyzzy”');
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await screen.findByText('There are no stories yet');
    await untilAddressIs('/');
  });

  it('stands as it was seen last while the school cannot be reached, and nothing can be changed', async () => {
    const localDrafts = new FakeLocalDrafts();
    const school = new TestSchool([workOf()]);
    const first = show(school, { localDrafts });
    await row('The kite');
    await waitFor(() => expect(localDrafts.text).toContain('The kite'));
    first.unmount();
    school.failure = noNetwork;
    show(school, { localDrafts });
    await screen.findByText(/^Quillshelf cannot be reached right now, so this is how it was/u);
    await row('The kite');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for/u })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export as CSV' })).toHaveProperty('disabled', true);
  });

  it('is saved as a file of which the audit of the school hears, and by no guest of the platform', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:list');
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const school = new TestSchool([workOf(), workOf()]);
    const { user, replica, unmount } = show(school);
    const button = await screen.findByRole('button', { name: 'Export as CSV' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await user.click(button);
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(replica.queued).toEqual([['exports.noteList', { body: { list: 'works', rows: 2 } }]]);
    unmount();
    vi.restoreAllMocks();
    const visiting = { home: 'Quillshelf', host: 'localhost', is_platform: true, may: 'look' } as const;
    useSessionStore.setState({ user: sampleAdmin({ visiting }) });
    show(school);
    await screen.findAllByRole('row');
    expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull();
  });

  it('says what waits for a network, and what went wrong, and asks again', async () => {
    const school = new TestSchool([workOf()]);
    school.failure = noNetwork;
    const { user } = show(school);
    expect(await screen.findByText(/The list is kept at your school/u)).toBeTruthy();
    school.failure = new ApiProblem(
      500,
      { code: 'request.internal', error: 'x', errors: {}, request_id: 'r' },
      null,
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The stories could not be fetched')).toBeTruthy();
    school.failure = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('The kite')).toBeTruthy();
  });
});

describe('what can be done with one story', () => {
  it.each<[string, Partial<CatalogueWork>, string[]]>([
    ['a draft', { state: 'draft' }, ['Read']],
    ['one to review', { state: 'submitted' }, ['Read', 'Review', 'Shelves']],
    ['an approved one', { state: 'approved' }, ['Read', 'Review', 'Publish', 'Shelves']],
    [
      'an approved one that stays private',
      { state: 'approved', visibility: 'private' },
      ['Read', 'Review', 'Shelves'],
    ],
    ['one in the library', {}, ['Read', 'Shelves', 'Show first', 'Take off the shelf']],
    [
      'one that is shown first',
      { is_featured: true },
      ['Read', 'Shelves', 'Show in turn', 'Take off the shelf'],
    ],
    ['a tale', { author: null, is_reviewed: false }, ['Read', 'Shelves', 'Show first', 'Take it down']],
    [
      'one that was taken down',
      { state: 'withdrawn', is_taken_down: true },
      ['Read', 'Shelves', 'Reinstate'],
    ],
  ])('is offered by what it is: %s', async (_what, fields, expected) => {
    const { user } = show(new TestSchool([workOf(fields)]));
    await row('The kite');
    await user.click(menuOf('The kite'));
    expect(items()).toEqual(expected);
  });

  it('is less for a teacher, who neither says what comes first nor takes down', async () => {
    useSessionStore.setState({ user: sampleAdmin({ role: 'teacher' }) });
    const { user } = show(new TestSchool([workOf()]));
    await row('The kite');
    await user.click(menuOf('The kite'));
    expect(items()).toEqual(['Read', 'Shelves', 'Take off the shelf']);
  });

  it('leads to where it is read and answered', async () => {
    const work = workOf({ state: 'submitted' });
    const { user } = show(new TestSchool([work]));
    await row('The kite');
    expect(screen.getByRole('link', { name: 'The kite' }).getAttribute('href')).toBe(`/library/${work.slug}`);
    await user.click(menuOf('The kite'));
    await user.click(screen.getByRole('menuitem', { name: 'Review' }));
    await untilAddressIs(`/dashboard?option=Stories&story=${work.id}`);
  });

  it.each([
    [
      'the office to Plans',
      sampleAdmin(),
      subscriptionProblems.read_only.error,
      '/admin-school/subscriptions',
    ],
    [
      'an organization to its own Plans',
      sampleAdmin({ role: 'organization_admin' }),
      subscriptionProblems.read_only.error,
      '/admin-organization/subscriptions',
    ],
    [
      'a teacher to the office',
      sampleAdmin({ role: 'teacher' }),
      'Your school’s plan has run out. All work is safe. Your school’s office can renew the plan.',
      null,
    ],
  ])('that is not published because the plan ran out sends %s', async (_whom, user, text, href) => {
    useSessionStore.setState({ user });
    const school = new TestSchool([workOf({ state: 'approved' })]);
    school.failures['catalogue.publish'] = new ApiProblem(
      409,
      { ...subscriptionProblems.read_only, errors: {}, request_id: 'request' },
      null,
    );
    const { user: hand } = show(school);
    await row('The kite');
    await hand.click(menuOf('The kite'));
    await hand.click(screen.getByRole('menuitem', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish “The kite”?' }));
    await hand.click(dialog.getByRole('button', { name: 'Publish' }));
    const toast = (await screen.findByText('Not published')).closest<HTMLElement>('[role="alert"]');
    expect(toast?.textContent).toContain(text);
    const link = toast && within(toast).queryByRole('link', { name: 'Open Plans' });
    expect(link?.getAttribute('href') ?? null).toBe(href);
  });

  it('is taken off the shelf with a word that its author reads, which stays where that failed', async () => {
    const work = workOf();
    const school = new TestSchool([work]);
    const { user } = show(school);
    await row('The kite');
    await user.click(menuOf('The kite'));
    await user.click(screen.getByRole('menuitem', { name: 'Take off the shelf' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take “The kite” off the shelf?' }));
    await user.click(dialog.getByRole('button', { name: 'Take off the shelf' }));
    expect(await dialog.findByText('Please write a kind word that says why')).toBeTruthy();
    await user.type(dialog.getByLabelText('A kind word that says why'), 'One more look.');
    school.failure = noNetwork;
    await user.click(dialog.getByRole('button', { name: 'Take off the shelf' }));
    expect(await screen.findByText(/^Quillshelf cannot be reached right now. Please/u)).toBeTruthy();
    expect(dialog.getByLabelText('A kind word that says why')).toHaveProperty('value', 'One more look.');
    school.failure = null;
    await user.click(dialog.getByRole('button', { name: 'Take off the shelf' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /off the shelf/u })).toBeNull());
    expect(school.of('catalogue.withdraw').at(-1)?.body).toEqual({
      ids: [work.id],
      reason: 'One more look.',
    });
    expect(await screen.findByText('“The kite” is off the shelf')).toBeTruthy();
  });
});

describe('what can be done with several stories', () => {
  it('is done to those that it can be done to, and says what becomes of the others', async () => {
    const ready = [
      workOf({ title: 'Ready', state: 'approved' }),
      workOf({ title: 'Again', state: 'withdrawn' }),
    ];
    const school = new TestSchool([...ready, workOf({ title: 'Draft', state: 'draft' })]);
    const { user } = show(school);
    await row('Ready');
    for (const title of ['Ready', 'Again', 'Draft'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${title}` }));
    expect(screen.getByText('3 selected')).toBeTruthy();
    const bar = within(screen.getByRole('region', { name: 'Selected stories' }));
    expect(bar.queryByRole('button', { name: 'Take off the shelf' })).toBeNull();
    await user.click(bar.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish 2 stories?' }));
    expect(dialog.getByText(/1 story cannot be published/u)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(school.of('catalogue.publish').map(({ body }) => body)).toEqual([
        { ids: ready.map(({ id }) => id) },
      ]),
    );
    expect(await screen.findByText('2 stories are in the library')).toBeTruthy();
    // What was not changed stays picked.
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(screen.getByText('These are still being written.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('puts them on shelves, and leaves the shelves alone that nobody touched', async () => {
    const both = [workOf({ title: 'One', categories: [sea.id] }), workOf({ title: 'Two', categories: [] })];
    const school = new TestSchool(both);
    const { user } = show(school);
    await row('One');
    const [all] = screen.getAllByRole('checkbox', { name: 'Select all 2 shown' });
    await user.click(all ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Shelves' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Shelves of 2 stories' }));
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'The sea' }).indeterminate).toBe(true);
    await user.click(dialog.getByRole('checkbox', { name: 'The sky' }));
    school.failure = new ApiProblem(
      409,
      { ...catalogueProblems.too_many_shelves, error: '“One”: too many.', errors: {}, request_id: 'r' },
      null,
    );
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('“One”: too many.')).toBeTruthy();
    school.failure = null;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Shelves of/u })).toBeNull());
    expect(school.of('catalogue.shelve').at(-1)?.body).toEqual({
      ids: both.map(({ id }) => id),
      add: [sky.id],
      remove: [],
    });
  });

  it('takes those of all pages, a hundred to a call', async () => {
    const many = Array.from({ length: 130 }, (_, place) => workOf({ title: `Story ${place}` }));
    const school = new TestSchool(many);
    const { user } = show(school);
    await row('Story 0');
    await user.click(screen.getByRole('checkbox', { name: 'Select Story 0' }));
    await user.click(screen.getByRole('button', { name: 'Select all 130' }));
    await screen.findByText('130 selected');
    await user.click(screen.getByRole('button', { name: 'Show first' }));
    await waitFor(() => expect(school.of('catalogue.feature')).toHaveLength(2));
    const sent = school.of('catalogue.feature').flatMap(({ body }) => body?.['ids'] as string[]);
    expect(new Set(sent)).toEqual(new Set(many.map(({ id }) => id)));
  });
});

describe('a list for a spreadsheet', () => {
  const cellsOf = (csv: string) => Papa.parse<string[]>(csv.slice(1), { skipEmptyLines: true }).data;
  const around = {
    shelfName: (id: string) => [sea, sky].find((shelf) => shelf.id === id)?.name ?? '',
    addressOf: ({ slug }: { slug: string }) => `https://school.test/library/${slug}`,
  };

  it('has a line for each, and no cell that a spreadsheet would run', () => {
    const work = workOf({ title: '=1+1', byline: '@Zoë', categories: [sea.id, 'gone', sky.id] });
    const [heads, line] = cellsOf(catalogueCsv([work], around));
    expect(heads?.slice(0, 3)).toEqual(['Title', 'First name', 'Last name']);
    expect(line).toEqual([
      "'=1+1",
      'Zoë',
      'Fern',
      "'@Zoë",
      'Maple',
      'In the library',
      'Community',
      'The sea, The sky',
      '3',
      '2',
      '2026-11-03',
      '2026-11-04',
      `https://school.test/library/${work.slug}`,
    ]);
  });

  it('of several schools says which school shows it', () => {
    const [, line] = cellsOf(schoolWorksCsv([shown()], ({ slug }) => slug));
    expect(line).toEqual(['The kite', 'Zoë', "'-Aspen", 'en', '3', '2026-11-03', 'the-kite']);
  });
});

function shown(fields: Partial<SchoolWork> = {}): SchoolWork {
  return {
    id: workOf().id,
    kind: 'book',
    title: 'The kite',
    slug: 'the-kite',
    byline: 'Zoë',
    language: 'en',
    level: null,
    parts: 3,
    published_at: '2026-11-03T10:00:00.000Z',
    school: { id: maple.id, school_name: '-Aspen', host: 'aspen.localhost' },
    ...fields,
  };
}

describe('what the schools of an organization show', () => {
  it('leads to the school where it is read, and is asked for by school', async () => {
    const asked: Asked[] = [];
    const api: ApiClient = {
      call: (endpoint, input) => {
        const { query } = input as Omit<Asked, 'name'>;
        asked.push({ name: (endpoint as { name: string }).name, ...(query && { query }) });
        const results =
          query?.['search'] === 'xyzzy'
            ? []
            : [
                shown(),
                shown({ title: 'No way there', school: { id: sea.id, school_name: 'Birch', host: null } }),
              ];
        const schools = [{ id: maple.id, school_name: 'Aspen', works: 1 }];
        return Promise.resolve({ count: results.length, next: null, results, schools } as never);
      },
    };
    const { user } = renderScreen(<SchoolWorksScreen kind="book" api={api} />, { replica: null });
    const link = await screen.findByRole('link', { name: 'The kite' });
    expect(link.getAttribute('href')).toMatch(/^http:\/\/aspen\.localhost(:\d+)?\/library\/the-kite$/u);
    expect(screen.queryByRole('link', { name: 'No way there' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('School'), 'Aspen (1)');
    await untilAddressIs(`/?school=${maple.id}`);
    await user.selectOptions(screen.getByLabelText('In each school'), 'By title');
    await untilAddressIs(`/?school=${maple.id}&sort=title`);
    await waitFor(() =>
      expect(asked.at(-1)?.query).toMatchObject({ kind: 'book', school: maple.id, sort: 'title', offset: 0 }),
    );
    await user.type(screen.getByRole('searchbox'), 'xyzzy{Enter}');
    await screen.findByText('No books match “xyzzy”');
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await screen.findByRole('link', { name: 'The kite' });
  });
});
