import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/kit/roles.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import type { Mode } from '#contract/modes/modes.schema.ts';
import { workProblems } from '#contract/works/works.problems.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import {
  samplePages,
  sampleProfile,
  sampleTenant,
  sampleWork,
  sampleWorkCard,
} from '#tests/support/screen-samples.ts';
import { ReadsToChild } from '#src/ui/reads-to-child.ts';
import { LibraryScreen } from './library.screen.tsx';
import { WorkScreen } from '#src/features/reading/work.screen.tsx';

const shelvesCall = 'GET /library-shelves/';
const listCall = 'GET /works/';

const animals = {
  id: '019a0000-0000-7000-8000-0000000000c1',
  name: 'Animals',
  slug: 'animals',
  works: 30,
  archived_at: null,
};

const maple = { id: '019a0000-0000-7000-8000-0000000000d1', name: 'Maple' };

function shelvesOf(...works: WorkCard[]): FakeAnswer {
  const shelves = works.length === 0 ? [] : [{ category: animals, works }];
  return {
    body: {
      count: works.length,
      newest: works,
      featured: works.filter((work) => work.is_featured),
      shelves,
      languages: ['en', 'es'],
      classes: [maple],
    },
  };
}

function listOf(count: number, ...works: WorkCard[]): FakeAnswer {
  return { body: { count, next: null, results: works } };
}

beforeEach(() => useSessionStore.setState({ user: null, tenant: null, ended: null }));

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

  it.each([
    ['student', 'There are no books here yet', /^Write a story/u],
    ['teacher', 'Nothing is published yet', /^Publish what your students hand in/u],
    ['school_admin', 'Nothing is published yet', /as soon as a teacher has published them/u],
    [null, 'There are no books here yet', /once they are published/u],
  ] satisfies [Role | null, string, RegExp][])(
    'tells its reader (%s) that nothing is there yet',
    async (role, title, text) => {
      useSessionStore.setState({ user: role && sampleProfile({ role }) });
      show({ [shelvesCall]: () => shelvesOf() });
      expect(await screen.findByText(title)).toBeDefined();
      expect(screen.getByText(text)).toBeDefined();
      act(() => useSessionStore.setState(useSessionStore.getInitialState()));
    },
  );

  it('tells a child who cannot read yet what to tap, and says it to nobody else', async () => {
    const speech = FakeSpeech.install();
    useSessionStore.setState({ user: sampleProfile({ role: 'teacher' }) });
    const { unmount } = show({ [shelvesCall]: () => shelvesOf(sampleWorkCard(1)) });
    await screen.findByRole('heading', { level: 1, name: 'Library' });
    expect(screen.queryByRole('button', { name: 'Hear what to do' })).toBeNull();
    unmount();
    useSessionStore.setState({ user: sampleProfile({ role: 'student' }) });
    const { user } = show({ [shelvesCall]: () => shelvesOf(sampleWorkCard(1)) });
    await user.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    expect(speech.said).toEqual(['Here are the books. Tap the one that you like.']);
    vi.unstubAllGlobals();
    act(() => useSessionStore.setState(useSessionStore.getInitialState()));
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

  it('shows what was made in one’s class alone', async () => {
    const { server, user } = show({
      [shelvesCall]: () => shelvesOf(sampleWorkCard(1)),
      [listCall]: () => listOf(1, sampleWorkCard(7, { title: 'The fox' })),
    });
    await screen.findByRole('region', { name: 'Animals' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Class' }), 'Maple');
    await screen.findByRole('link', { name: /The fox/u });
    expect(server.askedFor('/works/').at(-1)?.query['school_class']).toBe(maple.id);
    await untilAddressIs(`/library?class=${maple.id}`);
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

  it('looks beyond one’s mode where nothing in it matches', async () => {
    const tales: Mode = {
      id: '019a0000-0000-7000-8000-0000000000e1',
      name: 'Tales',
      image: '',
      locked: false,
      active: true,
      status: 'ACTIVE',
    };
    useSessionStore.setState({ user: zoe, tenant: sampleTenant({ switchboard: true }) });
    const { server, user } = show(
      {
        'GET /modes/': () => ({ body: { count: 1, next: null, results: [tales] } }),
        [shelvesCall]: () => shelvesOf(),
        [listCall]: ({ query }) =>
          'mode' in query ? listOf(0) : listOf(1, sampleWorkCard(7, { title: 'The lion' })),
      },
      '/library?q=lion',
    );
    await screen.findByText('Only “Tales” was looked through. Perhaps it stands in another mode.');
    expect(server.askedFor('/works/').at(-1)?.query['mode']).toBe(tales.id);
    await user.click(screen.getByRole('button', { name: 'Look in all modes' }));
    await screen.findByRole('link', { name: /The lion/u });
    await untilAddressIs('/library?q=lion&modes=all');
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
  function show(
    address: string,
    answers: ConstructorParameters<typeof FakeSchoolServer>[0] = {},
    isForChild = false,
  ) {
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
    return {
      server,
      ...renderScreen(<ReadsToChild value={isForChild}>{content}</ReadsToChild>, { address }),
    };
  }

  it('says what it is about, by whom, and where to begin', async () => {
    show('/library/the-hen');
    await screen.findByRole('heading', { level: 1, name: 'The hen' });
    screen.getByText('A hen runs away.');
    screen.getByText('I am eight.');
    expect(screen.getByRole('link', { name: 'Read' }).getAttribute('href')).toBe('/library/the-hen/1');
  });

  it.each([
    ['en', ['The hen. A hen runs away.']],
    // The device has no voice for it.
    ['es', []],
  ])('reads to a child what it is about, in the language of the work (%s)', async (language, said) => {
    const speech = Object.assign(FakeSpeech.install(), {
      getVoices: () => [{ lang: 'en-GB', localService: true }],
    });
    const { user } = show(
      '/library/the-hen',
      { 'GET /works/the-hen/': () => ({ body: { ...work, language } }) },
      true,
    );
    await screen.findByText('A hen runs away.');
    for (const ear of screen.queryAllByRole('button', { name: 'Hear what it is about' }))
      await user.click(ear);
    expect(speech.said).toEqual(said);
    vi.unstubAllGlobals();
  });

  it('names its mode, also one that schools are not offered any more', async () => {
    const gone: Mode = {
      id: '019a0000-0000-7000-8000-0000000000e9',
      name: 'Farm life',
      image: '/pictures/modes/farm-life.svg',
      locked: false,
      active: false,
      status: 'INACTIVE',
    };
    const tenant = sampleTenant({ switchboard: true });
    useSessionStore.setState({ user: sampleProfile({ id: '019a0000-0000-7000-8000-0000000000e8' }), tenant });
    show('/library/the-hen', {
      'GET /works/the-hen/': () => ({ body: { ...work, mode: gone.id } }),
      'GET /modes/': () => ({ body: { count: 1, next: null, results: [gone] } }),
    });
    expect((await screen.findByText('Farm life')).previousElementSibling?.textContent).toBe('Mode');
    act(() => useSessionStore.setState({ tenant: { ...tenant, switchboard: false } }));
    expect(screen.queryByText('Farm life')).toBeNull();
  });

  it('is looked at with its pictures by whoever may, when it was taken off the shelf', async () => {
    useSessionStore.setState({ user: zoe });
    const picture = vi.spyOn(apiClient, 'picture').mockResolvedValue(new Blob(['a hen']));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:hen');
    const hen = { sha256: 'a'.repeat(64), media_type: 'image/webp', width: 30, height: 40, alt: 'A hen' };
    const taken = { ...work, audience: 'public', state: 'withdrawn', cover: hen, pictures: [hen] };
    show('/library/the-hen', { 'GET /works/the-hen/': () => ({ body: taken }) });
    const cover = await screen.findByRole('img', { name: 'A hen' });
    expect(cover.getAttribute('src')).toBe('blob:hen');
    expect(picture).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  it('is not there for whoever may not see it', async () => {
    show('/library/the-hen', { 'GET /works/the-hen/': () => refusalOf(workProblems.not_found) });
    await screen.findByRole('heading', { level: 1, name: 'There is no such book or story here' });
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(document.title).toBe('There is no such book or story here');
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

  it.each([
    ['in Arabic', { language: 'ar', title: 'الأرنب والسلحفاة' }],
    ['whose language nobody chose', { language: 'en', title: 'الأرنب والسلحفاة' }],
  ])('a book %s is turned the same way on a page that has none of its letters', async (_which, fields) => {
    show('/library/the-hen/2', { 'GET /works/the-hen/': () => ({ body: { ...work, ...fields } }) });
    await screen.findByText('Two.');
    expect(screen.getByRole('navigation', { name: 'Turn the page' }).getAttribute('dir')).toBe('rtl');
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
    await untilAddressIs('/library/the-hen/3');
  });

  it('has each paragraph in the direction of its script, and one of two scripts in that of the book', async () => {
    const words = ['قال الأرنب.', 'Said the hare.', 'OK! قال الأرنب.'];
    const [first] = samplePages;
    const results = [{ ...first, document: documentOf(words.join('\n\n')) }];
    show('/library/the-hen/1', {
      'GET /works/the-hen/': () => ({ body: { ...work, language: 'ar' } }),
      [`GET /works/${work.id}/pages/`]: () => ({ body: { count: 1, next: null, results } }),
    });
    await screen.findByText('Said the hare.');
    const directions = words.map((text) => screen.getByText(text).getAttribute('dir'));
    expect(directions).toEqual(['auto', 'auto', null]);
  });

  it('ends with more to read', async () => {
    show('/library/the-hen/3');
    await screen.findByText('Three.');
    screen.getByText('The end');
    expect(screen.getByRole('link', { name: 'More to read' }).getAttribute('href')).toBe('/library');
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
  });
});
