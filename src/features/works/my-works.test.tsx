import { act, screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import {
  beginStory,
  beginStoryInput,
  changeStory,
  changeStoryInput,
  discardStory,
  storyInput,
} from '#src/desk/writing.mutations.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork, sampleProfile } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { MyWorks } from './my-works.tsx';
import type { WorkList } from './my-works.rules.ts';
import { NewWorks } from '#src/features/library/new-works.tsx';

let made = 0;
function work(fields: Partial<WorkCard> = {}): WorkCard {
  made += 1;
  return {
    id: uuidv7(),
    kind: 'book',
    title: `Work ${made}`,
    slug: `work-${made}`,
    byline: 'Zoë',
    author: null,
    language: 'en',
    level: null,
    orientation: 'portrait',
    cover: null,
    categories: [],
    sdgs: [],
    parts: 4,
    state: 'published',
    audience: 'private',
    is_featured: false,
    published_at: null,
    updated_at: '2026-11-20T10:00:00.000Z',
    ...fields,
  };
}

const page = (works: readonly WorkCard[]): FakeAnswer => ({
  body: { count: works.length, next: null, results: works },
});

function show(
  list: WorkList | null = null,
  { localDrafts = new FakeLocalDrafts(), replica = new FakeReplica() } = {},
) {
  return renderScreen(<MyWorks list={list} />, { localDrafts, replica });
}

const shelf = async (name: string) => within(await screen.findByRole('region', { name }));
const shelves = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

const serve = (answers: ConstructorParameters<typeof FakeSchoolServer>[0]) => new FakeSchoolServer(answers);

beforeEach(() => useSessionStore.setState({ user: sampleProfile({ id: uuidv7() }) }));

describe('what a child has made', () => {
  it('stands on its page in one list: what is written first, then what waits, with its state', async () => {
    const server = new FakeSchoolServer({
      'GET /works/': () =>
        page([
          work({ title: 'The Fox' }),
          work({ title: 'The Hen', state: 'draft' }),
          work({ title: 'The Cow', kind: 'story', state: 'returned' }),
        ]),
    });
    show();
    const rows = (await shelf('Mine')).getAllByRole('link').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/The Hen.*You are writing it/u),
      expect.stringMatching(/The Cow.*To fix/u),
      expect.stringMatching(/The Fox.*In the library/u),
    ]);
    expect(shelves()[0]).toBe('Mine');
    expect(server.askedFor('/works/').map(({ query }) => query)).toEqual([
      { author: 'me', state: 'any', limit: '100' },
    ]);
  });

  it('tells what readers said of it, and nothing of what nobody said', async () => {
    const told = (counts: Record<string, number>) => () => ({
      body: {
        results: ['love', 'funny', 'wow', 'clever', 'thanks'].map((reaction) => ({
          reaction,
          count: counts[reaction] ?? 0,
        })),
      },
    });
    const atSchool = { 'GET /works/': () => page([work({ title: 'The Fox' })]) };
    const server = new FakeSchoolServer({
      ...atSchool,
      'GET /reactions/stats/': told({ wow: 1, thanks: 3 }),
    });
    const first = show();
    const words = await shelf('Readers said');
    expect(words.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Wow',
      'Thank you, 3 times',
    ]);
    expect(server.askedFor('/reactions/stats/').map(({ query }) => query)).toEqual([{ author: 'me' }]);
    first.unmount();
    serve({ ...atSchool, 'GET /reactions/stats/': told({}) });
    const second = show();
    await shelf('Mine');
    expect(screen.queryByRole('region', { name: 'Readers said' })).toBeNull();
    second.unmount();
    serve(atSchool);
    show();
    expect(
      await screen.findByText('Kind words show up here as soon as Quillshelf can be reached.'),
    ).toBeTruthy();
  });

  it('says where it will stand while there is none, and keeps that place', async () => {
    serve({ 'GET /works/': () => page([]) });
    show();
    expect(shelves()).toEqual(['Mine']);
    await screen.findByText('Your first book goes here');
    expect(shelves()).toEqual(['Mine']);
  });

  it('has a list of its own where there is more than the page has room for', async () => {
    const books = Array.from({ length: 14 }, () => work());
    serve({ 'GET /works/': () => page(books) });
    const first = show();
    const onPage = await shelf('Mine');
    expect(onPage.getAllByRole('listitem')).toHaveLength(12);
    expect(onPage.getByRole('link', { name: 'All 14 in My Books' }).getAttribute('href')).toBe(
      '/dashboard?option=My%20Books',
    );
    first.unmount();
    const second = show('My Books');
    const list = within(await screen.findByRole('list', { name: 'My Books' }));
    expect(list.getAllByRole('listitem')).toHaveLength(14);
    second.unmount();
    show('My Stories');
    expect(await screen.findByText('You have no stories yet')).toBeTruthy();
    const begin = screen.getByRole('link', { name: 'Write a story' });
    expect(begin.getAttribute('href')).toBe('/uploadblogsteps');
  });

  it('says how far each has got, and shows those alone that are in one stage', async () => {
    serve({
      'GET /works/': () =>
        page([
          work({ title: 'The Fox' }),
          work({ title: '', state: 'draft' }),
          work({ title: 'The Cow', state: 'approved' }),
          work({ title: 'The Hen', state: 'submitted' }),
        ]),
    });
    const { user } = show('My Books');
    const list = within(await screen.findByRole('list', { name: 'My Books' }));
    const cards = () => list.getAllByRole('link').map(({ textContent }) => textContent);
    expect(cards()[1]).toContain('A book without a title');
    expect(cards()[1]).toContain('You are writing it');
    const stages = within(screen.getByRole('group', { name: 'How far they are' }));
    expect(stages.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All',
      'I am writing',
      'My teacher has it',
      'In the library',
    ]);
    await user.click(stages.getByRole('button', { name: 'My teacher has it' }));
    await untilAddressIs('/?stage=teacher');
    expect(cards().map((text) => text.includes('The Cow') || text.includes('The Hen'))).toEqual([true, true]);
    await user.click(stages.getByRole('button', { name: 'All' }));
    expect(cards()).toHaveLength(4);
  });

  it('leads to where one goes on writing, for what this device knows to be still written', async () => {
    const mine = work({ title: 'The Fox', state: 'draft' });
    const other = work({ title: 'The Hen', state: 'draft' });
    serve({ 'GET /works/': () => page([mine, other]) });
    const replica = new FakeReplica();
    replica.putStory(sampleOwnWork({ id: mine.id, kind: 'book', state: 'draft' }));
    show('My Books', { replica });
    const list = within(await screen.findByRole('list', { name: 'My Books' }));
    // The school's list comes after the works on the device.
    await waitFor(() =>
      expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
        `/uploadbook/${mine.slug}`,
        `/library/${other.slug}`,
      ]),
    );
  });

  it('leads to the desk before the device has its works, as it does afterwards', async () => {
    const mine = ['draft', 'returned', 'published'] as const;
    const works = mine.map((state) => work({ title: state, state }));
    serve({ 'GET /works/': () => page(works) });
    const replica = new FakeReplica();
    replica.setPopulated(false);
    show(null, { replica });
    const links = (await shelf('Mine')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/uploadbook/${works[0]?.slug}?step=write`,
      `/uploadbook/${works[1]?.slug}`,
      `/library/${works[2]?.slug}`,
    ]);
  });

  it('shows who wrote to the child about what is to be mended, and no words that were answered', async () => {
    const mine = ['returned', 'submitted'] as const;
    const works = mine.map((state) => work({ title: state, state }));
    serve({ 'GET /works/': () => page(works) });
    const replica = new FakeReplica();
    for (const { id, state } of works)
      replica.putStory(
        sampleOwnWork({
          id,
          kind: 'book',
          title: state,
          state,
          review: {
            id: uuidv7(),
            action: 'returned',
            reason: 'What a fox!',
            by: 'Ms Weiss',
            made_at: '2026-11-25T09:00:00.000Z',
            comments: [],
          },
        }),
      );
    const first = show(null, { replica });
    const list = await shelf('Mine');
    const [returned, submitted] = ['returned', 'submitted'].map((name) =>
      list.getByRole('link', { name: new RegExp(name, 'u') }),
    );
    await waitFor(() => expect(returned?.textContent).toContain('Ms Weiss wrote to you'));
    expect(submitted?.textContent).not.toContain('wrote to you');
    first.unmount();
    show('My Books', { replica });
    const books = within(await screen.findByRole('list', { name: 'My Books' }));
    expect(books.getAllByText('Ms Weiss')).toHaveLength(1);
  });

  it('leads to where a child can take back what the teacher has', async () => {
    const mine = work({ title: 'The Fox', state: 'submitted' });
    serve({ 'GET /works/': () => page([mine]) });
    const replica = new FakeReplica();
    replica.putStory(sampleOwnWork({ id: mine.id, kind: 'book', state: 'submitted' }));
    show(null, { replica });
    const list = await shelf('Mine');
    await waitFor(() => expect(list.getByRole('link').getAttribute('href')).toBe(`/uploadbook/${mine.slug}`));
  });

  it('has what was written without a network, before and after it was sent', async () => {
    const localDrafts = new FakeLocalDrafts();
    serve({});
    const replica = new FakeReplica();
    const first = show(null, { localDrafts, replica });
    await screen.findByText('Your books show up here as soon as Quillshelf can be reached.');
    const begun = beginStoryInput('The Kite', 'en');
    await act(async () => {
      replica.say({ waiting: 1, reachable: false });
      replica.putProfile(sampleProfile({ id: replica.user_id }));
      await replica.enqueue(beginStory, begun);
    });
    const unsent = await shelf('Mine');
    expect(unsent.getByRole('link', { name: /The Kite/u }).getAttribute('href')).toBe(
      `/uploadblogsteps/${begun.body.id}?step=write`,
    );
    first.unmount();

    let isSent = false;
    const server = serve({
      'GET /works/': () =>
        page(isSent ? [work({ id: begun.body.id, title: 'The Kite', kind: 'story', state: 'draft' })] : []),
    });
    show('My Stories', { localDrafts, replica });
    const list = within(await screen.findByRole('list', { name: 'My Stories' }));
    expect(list.getAllByRole('link')).toHaveLength(1);
    isSent = true;
    const asked = server.askedFor('/works/').length;
    act(() => replica.say({ waiting: 0, reachable: true }));
    await waitFor(() => expect(server.askedFor('/works/')).toHaveLength(asked + 1));
    await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(1));
  });

  it('leaves out what was discarded without a network, and has the new title of what was renamed', async () => {
    const gone = work({ title: 'The Fox', kind: 'story', state: 'draft' });
    const renamed = work({ title: 'The Hen', kind: 'story', state: 'draft' });
    serve({ 'GET /works/': () => page([gone, renamed]) });
    const replica = new FakeReplica();
    replica.putStory(sampleOwnWork({ id: gone.id, title: 'The Fox' }));
    replica.putStory(sampleOwnWork({ id: renamed.id, title: 'The Hen' }));
    show('My Stories', { replica });
    const list = within(await screen.findByRole('list', { name: 'My Stories' }));
    expect(list.getAllByRole('link')).toHaveLength(2);
    await act(async () => {
      replica.say({ waiting: 2, reachable: false });
      await replica.enqueue(discardStory, storyInput(gone.id));
      await replica.enqueue(changeStory, changeStoryInput(renamed.id, { title: 'The Heron' }));
    });
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('The Heron'),
    ]);
  });

  it('is asked for page by page until all of it is there', async () => {
    const books = Array.from({ length: 130 }, () => work());
    const server = serve({
      'GET /works/': ({ query }) => {
        const from = Number(query['after'] ?? 0);
        const next = from === 0 ? '?limit=100&after=100' : null;
        return { body: { count: 130, next, results: books.slice(from, from + 100) } };
      },
    });
    show('My Books');
    const list = within(await screen.findByRole('list', { name: 'My Books' }));
    expect(list.getAllByRole('listitem')).toHaveLength(130);
    expect(server.askedFor('/works/').map(({ query }) => query['after'])).toEqual([undefined, '100']);
  });

  it('is there without a network as its author saw it last, and for nobody else', async () => {
    const localDrafts = new FakeLocalDrafts();
    serve({ 'GET /works/': () => page([work({ title: 'The Fox' })]) });
    const first = show(null, { localDrafts });
    await shelf('Mine');
    first.unmount();
    serve({});
    const second = show(null, { localDrafts });
    expect((await shelf('Mine')).getAllByText('The Fox')).not.toEqual([]);
    second.unmount();
    useSessionStore.setState({ user: sampleProfile({ id: uuidv7() }) });
    show(null, { localDrafts });
    expect(
      await screen.findByText('Your books show up here as soon as Quillshelf can be reached.'),
    ).toBeTruthy();
  });

  it('can be asked for again where something went wrong', async () => {
    const answers = [refusalOf({ code: 'request.internal', status: 500, error: 'x' })];
    serve({ 'GET /works/': () => answers.shift() ?? page([work({ title: 'The Fox' })]) });
    const { user } = show();
    await screen.findByText('Your books could not be fetched.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await shelf('Mine')).getAllByText('The Fox')).not.toEqual([]);
  });
});

describe('the shelf of a home page', () => {
  it('has the newest, and the way to all of them', async () => {
    const server = new FakeSchoolServer({
      'GET /works/': () => ({ body: { count: 40, next: '?x', results: [work({ title: 'The Fox' })] } }),
    });
    renderScreen(<NewWorks />);
    const row = await shelf('New on the shelf');
    expect(row.getByRole('link', { name: 'All 40 in New on the shelf' }).getAttribute('href')).toBe(
      '/library',
    );
    expect(server.askedFor('/works/').map(({ query }) => query)).toEqual([{ limit: '12' }]);
  });

  it('says where nothing is on it yet', async () => {
    serve({ 'GET /works/': () => page([]) });
    renderScreen(<NewWorks />);
    expect(await screen.findByText('There are no books here yet')).toBeTruthy();
  });

  it('says in one line that it could not be fetched', async () => {
    serve({});
    renderScreen(<NewWorks />);
    expect(
      await screen.findByText('The newest books show up here as soon as Quillshelf can be reached.'),
    ).toBeTruthy();
  });
});
