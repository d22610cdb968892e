import { act, screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import type { Combined } from '#contract/works/library.schema.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { clearSession, sessionKeys } from '#src/session/session-keys.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';
import { SearchPanel, type SearchPlaces } from './search.panel.tsx';

const work = (title: string, fields: Partial<WorkCard> = {}): WorkCard => ({
  id: uuidv7(),
  kind: 'book',
  title,
  slug: title.toLowerCase().replaceAll(' ', '-'),
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
  audience: 'public',
  is_featured: false,
  published_at: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  ...fields,
});

const nothing = { count: 0, results: [] };
const none: Combined = {
  books: nothing,
  stories: nothing,
  causes: nothing,
  people: nothing,
  resources: nothing,
  pages: nothing,
};
const zoe = {
  id: uuidv7(),
  first_name: 'Zoë',
  last_name: 'Fern',
  role: 'student' as const,
  school_class: { id: uuidv7(), name: 'Maple' },
};
const sheet = { id: uuidv7(), title: 'Foxes to colour in' };
const hub: Combined['pages']['results'][number] = {
  id: uuidv7(),
  kind: 'hub',
  slug: 'animals-and-plants',
  parent: null,
  place: null,
  language: 'en',
  title: 'Foxes and their neighbours',
  summary: 'About the forest',
  for: 'everyone',
  goals: [15],
  ages: [],
};
const some: Combined = {
  books: { count: 7, results: [work('The Fox'), work('Fox and Hen', { byline: '' })] },
  stories: { count: 1, results: [work('A Fox Tale', { kind: 'story' })] },
  causes: { count: 1, results: [{ id: uuidv7(), name: 'Friends of the Fox', slug: 'friends-of-the-fox' }] },
  people: { count: 1, results: [zoe] },
  resources: { count: 1, results: [sheet] },
  pages: { count: 1, results: [hub] },
};

const places: SearchPlaces = {
  cause: (slug) => `/charities/${slug}`,
  work: (slug) => `/library/${slug}`,
  person: ({ id }) => `/people/${id}`,
  resource: (id) => `/library?resource=${id}`,
};

function open(answer: () => FakeAnswer | Promise<FakeAnswer> = () => ({ body: some }), early = '') {
  const server = new FakeSchoolServer({ 'GET /combined/': answer });
  let closed = 0;
  const typedEarly = [early];
  const rendered = renderScreen(
    <SearchPanel
      opened
      onClose={() => (closed += 1)}
      takeEarly={() => typedEarly.pop() ?? ''}
      what="books and stories"
      places={places}
    />,
  );
  return { ...rendered, server, closed: () => closed };
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search books and stories' });

beforeEach(() => clearSession(deviceStorage));

describe('the search of the navbar', () => {
  it('begins at its box, and asks nobody before something is typed', async () => {
    const { server } = open();
    await untilFocusIsOn(box);
    expect(screen.getByText('Type a title or a name. Half a word is enough.')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });

  it('goes on with what was typed before it had the keyboard, and with it once', async () => {
    deviceStorage.setItem(sessionKeys.search, 'red ');
    const { user } = open(undefined, 'fo');
    await untilFocusIsOn(box);
    await user.keyboard('x');
    expect(box().value).toBe('red fox');
    await user.tab();
    await user.click(box());
    expect(box().value).toBe('red fox');
    expect(await screen.findByRole('link', { name: /The Fox/u })).toBeTruthy();
  });

  it('asks once for what was typed, and lists it in groups with a way to each', async () => {
    const { server, user } = open();
    await user.type(box(), 'fox');
    const books = within(await screen.findByRole('region', { name: 'Books' }));
    expect(server.askedFor('/combined/').map(({ query }) => query)).toEqual([{ search: 'fox' }]);
    expect(books.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/library/the-fox',
      '/library/fox-and-hen',
    ]);
    expect(books.getByText('by Zoë')).toBeTruthy();
    expect(books.getByText('and 5 more; type more of the name to find them')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Stories' })).getByRole('link')).toBeTruthy();
    const people = within(screen.getByRole('region', { name: 'People' }));
    expect(people.getByRole('link', { name: /Zoë Fern/u }).getAttribute('href')).toBe(`/people/${zoe.id}`);
    expect(people.getByText('Maple')).toBeTruthy();
    const resources = within(screen.getByRole('region', { name: 'Shared resources' }));
    expect(resources.getByRole('link', { name: sheet.title }).getAttribute('href')).toBe(
      `/library?resource=${sheet.id}`,
    );
    const causes = within(screen.getByRole('region', { name: 'Causes' }));
    expect(causes.getByRole('link', { name: 'Friends of the Fox' }).getAttribute('href')).toBe(
      '/charities/friends-of-the-fox',
    );
    const pages = within(screen.getByRole('region', { name: 'Pages' }));
    expect(pages.getByRole('link', { name: /Foxes and their/u }).getAttribute('href')).toBe(
      '/hubs/animals-and-plants',
    );
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Books', 'Stories', 'People', 'Causes']),
    );
    expect(screen.getByText('12 results')).toBeTruthy();
  });

  it('is walked through with the arrow keys, and closes where one goes on', async () => {
    const { user, closed } = open();
    await user.type(box(), 'fox{Enter}');
    const fox = await screen.findByRole('link', { name: /The Fox/u });
    await user.keyboard('{ArrowDown}');
    await untilFocusIsOn(() => fox);
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
    await untilFocusIsOn(box);
    await user.keyboard('{ArrowDown}{Enter}');
    await untilAddressIs('/library/the-fox');
    expect(closed()).toBe(1);
  });

  it('closes by Escape from a result, with a text in the box', async () => {
    const { user, closed } = open();
    await user.type(box(), 'fox');
    const [first] = await screen.findAllByRole('link');
    act(() => first?.focus());
    await user.keyboard('{Escape}');
    expect(closed()).toBe(1);
    expect(box().value).toBe('fox');
  });

  it('says that nothing was found', async () => {
    const { user } = open(() => ({ body: none }));
    await user.type(box(), 'xyz{Enter}');
    expect(await screen.findByText('Nothing was found for “xyz”')).toBeTruthy();
  });

  it('says that there is no network, keeps what was typed, and tries again', async () => {
    const answers: FakeAnswer[] = [null, refusalOf({ code: 'request.internal', status: 500, error: 'x' })];
    const { user } = open(() => (answers.length > 0 ? (answers.shift() ?? null) : { body: some }));
    await user.type(box(), 'fox{Enter}');
    expect(await screen.findByText('Quillshelf cannot be reached right now')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing could be looked up')).toBeTruthy();
    expect(box().value).toBe('fox');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /The Fox/u })).toBeTruthy();
  });

  it('keeps what was typed after a second of quiet, for as long as the session lasts', async () => {
    expect(limits.statePersistDelay).toBe(1000);
    const first = open();
    await first.user.type(box(), 'fox');
    await waitFor(() => expect(deviceStorage.getItem(sessionKeys.search)).toBe('fox'));
    first.unmount();
    const second = open();
    expect(box().value).toBe('fox');
    expect(await screen.findByRole('link', { name: /The Fox/u })).toBeTruthy();
    second.unmount();
    clearSession(deviceStorage);
    open();
    expect(box().value).toBe('');
  });

  it('forgets it where the box is emptied, by Escape first of all', async () => {
    deviceStorage.setItem(sessionKeys.search, 'fox');
    const { user, closed } = open();
    await user.click(box());
    await user.keyboard('{Escape}');
    expect(box().value).toBe('');
    expect(closed()).toBe(0);
    await waitFor(() => expect(deviceStorage.getItem(sessionKeys.search)).toBeNull());
    await user.keyboard('{Escape}');
    expect(closed()).toBe(1);
  });
});
