import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { workProblems } from '#contract/works/works.problems.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { samplePages, sampleWork, sampleWorkCard } from '#tests/support/screen-samples.ts';
import { LibraryScreen } from './library.screen.tsx';
import { WorkScreen } from './work.screen.tsx';

const shelvesCall = 'GET /library-shelves/';
const listCall = 'GET /works/';

const animals = {
  id: '019a0000-0000-7000-8000-0000000000c1',
  name: 'Animals',
  slug: 'animals',
  works: 30,
  archived_at: null,
};

function shelvesOf(...works: WorkCard[]): FakeAnswer {
  const shelves = works.length === 0 ? [] : [{ category: animals, works }];
  return {
    body: {
      count: works.length,
      newest: works,
      featured: works.filter((work) => work.is_featured),
      shelves,
      languages: ['en', 'es'],
    },
  };
}

function listOf(count: number, ...works: WorkCard[]): FakeAnswer {
  return { body: { count, next: null, results: works } };
}

beforeEach(() => useSessionStore.setState({ user: null, ended: null }));

describe('the library', () => {
  function show(answers: ConstructorParameters<typeof FakeSchoolServer>[0], address = '/library') {
    const server = new FakeSchoolServer(answers);
    return { server, ...renderScreen(<LibraryScreen />, { address }) };
  }

  it('shows shelves, with the way to all that stands on one', async () => {
    show({ [shelvesCall]: () => shelvesOf(sampleWorkCard(1), sampleWorkCard(2)) });
    const shelf = await screen.findByRole('region', { name: 'Animals' });
    expect(within(shelf).getAllByRole('link')).toHaveLength(3);
    const book = within(shelf).getByRole('link', { name: /Book 1/u });
    expect(book.getAttribute('href')).toBe('/library/book-1');
    expect(book.textContent).toContain('by Zoë');
    expect(book.textContent).toContain('Book · 3 pages · Early reader');
    expect(within(shelf).getByRole('link', { name: 'All 30 in Animals' }).getAttribute('href')).toBe(
      '/library?category=animals',
    );
  });

  it('has what somebody chose on a shelf of its own, before all others', async () => {
    show({ [shelvesCall]: () => shelvesOf(sampleWorkCard(1), sampleWorkCard(2, { is_featured: true })) });
    const [first] = await screen.findAllByRole('region');
    const shelf = within(screen.getByRole('region', { name: 'Chosen for you' }));
    expect(first).toBe(screen.getByRole('region', { name: 'Chosen for you' }));
    expect(shelf.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/library/book-2']);
  });

  it('says that nothing is there yet', async () => {
    show({ [shelvesCall]: () => shelvesOf() });
    expect(await screen.findByText('The shelf is empty')).toBeDefined();
  });

  it('searches and filters, and the address says what for', async () => {
    const { server, user } = show({
      [shelvesCall]: () => shelvesOf(sampleWorkCard(1)),
      [listCall]: () => listOf(1, sampleWorkCard(7, { title: 'The fox' })),
    });
    await screen.findByRole('region', { name: 'Animals' });
    await user.type(screen.getByRole('searchbox', { name: 'Search the library' }), 'fox{Enter}');
    await untilAddressIs('/library?q=fox');
    await screen.findByRole('link', { name: /The fox/u });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'early');
    await untilAddressIs('/library?q=fox&level=early');
    await waitFor(() =>
      expect(server.askedFor('/works/').at(-1)?.query).toEqual({
        limit: '24',
        offset: '0',
        search: 'fox',
        sort: 'newest',
        level: 'early',
      }),
    );
  });

  it('says what was not found, and shows everything again', async () => {
    const { user } = show(
      { [shelvesCall]: () => shelvesOf(sampleWorkCard(1)), [listCall]: () => listOf(0) },
      '/library?q=xyz&kind=story',
    );
    await screen.findByText('Nothing matches “xyz”');
    await user.click(screen.getByRole('button', { name: 'Show everything' }));
    await untilAddressIs('/library');
    await screen.findByRole('region', { name: 'Animals' });
  });

  it('says when it cannot be reached, and asks again', async () => {
    let isReachable = false;
    const { user } = show({ [shelvesCall]: () => (isReachable ? shelvesOf(sampleWorkCard(1)) : null) });
    await screen.findByText('Quillshelf cannot be reached right now');
    isReachable = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Animals' })).toBeDefined();
  });
});

const work = sampleWork();

describe('the page of a work', () => {
  function show(address: string, answers: ConstructorParameters<typeof FakeSchoolServer>[0] = {}) {
    const server = new FakeSchoolServer({
      'GET /works/the-hen/': () => ({ body: work }),
      [`GET /works/${work.id}/pages/`]: () => ({ body: { count: 3, next: null, results: samplePages } }),
      ...answers,
    });
    const content = (
      <Routes>
        <Route path="/library/:id/:chapterSlug?" element={<WorkScreen />} />
        <Route path="*" element={null} />
      </Routes>
    );
    return { server, ...renderScreen(content, { address }) };
  }

  it('says what it is about, by whom, and where to begin', async () => {
    show('/library/the-hen');
    await screen.findByRole('heading', { level: 1, name: 'The hen' });
    screen.getByText('A hen runs away.');
    screen.getByText('I am eight.');
    expect(screen.getByRole('link', { name: 'Read' }).getAttribute('href')).toBe('/library/the-hen/1');
  });

  it('is not there for whoever may not see it', async () => {
    show('/library/the-hen', { 'GET /works/the-hen/': () => refusalOf(workProblems.not_found) });
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such book or story here');
  });

  it('is read page by page, with buttons and keys, to the end', async () => {
    const { user } = show('/library/the-hen/1');
    await screen.findByText('One.');
    expect(screen.getByRole('status').textContent).toBe('Page 1 of 3');
    await user.click(screen.getByRole('link', { name: 'Next' }));
    await untilAddressIs('/library/the-hen/2');
  });

  it.each([
    ['ArrowRight', '2', '/library/the-hen/3'],
    ['ArrowLeft', '2', '/library/the-hen/1'],
    ['End', '1', '/library/the-hen/3'],
  ])('turns by the key %s on page %s', async (key, page, address) => {
    show(`/library/the-hen/${page}`);
    await screen.findByText(page === '1' ? 'One.' : 'Two.');
    fireEvent.keyDown(document.body, { key });
    await untilAddressIs(address);
  });

  it('ends with more to read', async () => {
    show('/library/the-hen/3');
    await screen.findByText('Three.');
    screen.getByText('The end');
    expect(screen.getByRole('link', { name: 'More to read' }).getAttribute('href')).toBe('/library');
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
  });
});
