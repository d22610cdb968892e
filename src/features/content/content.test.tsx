import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { outlineOf, textsOf } from '#contract/content/outline.rules.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { shippedPages } from '#tests/support/content-samples.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { Article } from './article.tsx';
import type { ContentSlots } from './blocks/block.tsx';
import { ContentListScreen } from './content-list.screen.tsx';
import { ContentScreen } from './content.screen.tsx';
import { MorePages } from './more-pages.tsx';

const pages = await shippedPages();
const pageAt = (kind: string, slug: string) => {
  const page = pages.find(({ card }) => card.kind === kind && card.slug === slug);
  if (!page) throw new Error(`There is no ${kind}/${slug}`);
  return page;
};

const slots: ContentSlots = {
  shelf: ({ title }) => <p>{title}</p>,
  form: ({ form }) => <p>The form {form}</p>,
  startAt: (work) => (work === 'message' ? null : `/start/${work}`),
  learning: null,
  forStaff: () => null,
  above: () => null,
  below: () => null,
};

const letters = (text: string) => text.replaceAll(/\s+/gu, '');

/** The texts that do not come after the one before. */
function outOfOrder(shown: string, texts: readonly string[]): string[] {
  let from = 0;
  return texts.filter((text) => {
    const at = shown.indexOf(letters(text), from);
    if (at >= 0) from = at + letters(text).length;
    return at < 0;
  });
}

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

describe('each page that comes with the program', () => {
  it.each(pages.map((page) => [`${page.card.kind}/${page.card.slug}`, page] as const))(
    'says on the screen what it says without one, in the same order: %s',
    (_name, page) => {
      const { container } = renderScreen(<Article page={page} slots={slots} />);
      expect(outOfOrder(letters(container.textContent), textsOf(outlineOf(page)))).toEqual([]);
      for (const picture of container.querySelectorAll('img'))
        expect(picture.getAttribute('src')).toMatch(/^\//u);
    },
  );
});

describe('a page', () => {
  const show = (page: ContentPage) => renderScreen(<Article page={page} slots={slots} />);

  it('leads to where somebody writes, and to the lessons before and after', () => {
    show(pageAt('lesson', 'first-draft'));
    const lessons = within(screen.getByRole('navigation', { name: 'Lessons' }));
    expect(lessons.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/courses/write-a-book-to-change-the-world/plan-your-book',
      '/courses/write-a-book-to-change-the-world/read-aloud-and-mend',
    ]);
  });

  it('in Arabic is laid out from the right, words of the app in it from the left, and leads to its other languages', () => {
    const page = pageAt('hub', 'water');
    const arabic: ContentPage = {
      ...page,
      card: { ...page.card, language: 'ar', title: 'الماء' },
      head: { ...page.head, title: 'الماء' },
      languages: ['ar', 'en'],
    };
    const note = <p>These words are of the app.</p>;
    renderScreen(<Article page={arabic} slots={slots} note={note} />);
    const around = (words: string) => screen.getByText(words).closest('[dir][lang]');
    expect(screen.getByRole('heading', { level: 1 }).closest('[lang]')?.getAttribute('dir')).toBe('rtl');
    expect(around('These words are of the app.')?.getAttribute('dir')).toBe('ltr');
    const languages = within(screen.getByRole('navigation', { name: 'Languages' }));
    expect(
      languages.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['العربية', '/hubs/water?language=ar'],
      ['English', '/hubs/water?language=en'],
    ]);
  });

  it('is asked for in the language that the address names', async () => {
    const page = pageAt('page', 'about');
    const body = { ...page, card: { ...page.card, id: '0192f3a4-0000-7000-8000-000000000001' } };
    const server = new FakeSchoolServer({ 'GET /content/page/about/': () => ({ body }) });
    renderScreen(<ContentScreen kind="page" slug="about" slots={slots} notFound={null} />, {
      address: '/about?language=ar',
    });
    await screen.findByRole('heading', { level: 1 });
    expect(server.askedFor('/content/page/about/')[0]?.query).toEqual({ language: 'ar' });
  });

  it('that is part of another leaves that its title', () => {
    const page = pageAt('lesson', 'first-draft');
    document.title = 'Edit page';
    renderScreen(<Article page={page} slots={slots} isPart />);
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect(screen.getByRole('heading', { level: 2, name: page.head.title })).toBeTruthy();
    expect(document.title).toBe('Edit page');
  });

  it('has questions that say at once what is right, as often as somebody tries', async () => {
    const { user } = show(pageAt('lesson', 'find-an-idea'));
    const question = within(screen.getByText('Can a book about a lost glove be a good book?').closest('li')!);
    await user.click(question.getByRole('button', { name: 'Check' }));
    expect(question.getByRole('status').textContent).toBe('Choose your answer first.');
    await user.click(question.getByRole('radio', { name: 'Only if it is long' }));
    await user.click(question.getByRole('button', { name: 'Check' }));
    expect(question.getByRole('status').textContent).toMatch(/^Not yet/u);
    await user.click(question.getByRole('radio', { name: 'Yes, if you care about it' }));
    expect(question.getByRole('status').textContent).toBe('');
    await user.click(question.getByRole('button', { name: 'Check' }));
    expect(question.getByRole('status').textContent).toMatch(/^Yes, that is right\.Small things/u);
  });

  it('has a film that is turned by hand, and ends where it ends', async () => {
    const page = pageAt('film', 'an-idea-becomes-a-book');
    const { user } = show(page);
    const film = within(screen.getByRole('region', { name: 'Film' }));
    expect(film.queryByRole('button', { name: 'Back' })).toBeNull();
    await user.click(film.getByRole('button', { name: 'Next' }));
    expect(film.getByText('Picture 2 of 12')).toBeTruthy();
    for (let turned = 2; turned < 12; turned += 1)
      await user.click(film.getByRole('button', { name: 'Next' }));
    expect(film.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  describe('with a film to watch', () => {
    const at = '/api/content/film/water/films/0192f3a4-0000-7000-8000-000000000001?language=en';
    const filmed = (address: string | null): ContentPage => {
      const page = pageAt('film', 'where-our-water-goes');
      const video = { address, language: 'en', transcript: ['Rain falls.', 'It comes back.'] };
      return { ...page, blocks: [{ id: 'film', kind: 'film', for: 'everyone', frames: [], video }] };
    };
    const withAnswer = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));
    function play() {
      const video = document.querySelector('video');
      if (video) fireEvent.error(video);
    }

    it('plays it with captions, fetches nothing before, and has its words to read', () => {
      const { container } = show(filmed(at));
      const video = container.querySelector('video');
      expect(['src', 'preload', 'poster'].map((name) => video?.getAttribute(name))).toEqual([
        at,
        'none',
        '/pictures/kinds/film.svg',
      ]);
      const track = container.querySelector('track');
      expect(['kind', 'src', 'srclang'].map((name) => track?.getAttribute(name))).toEqual([
        'captions',
        at.replace('?', '/captions?'),
        'en',
      ]);
      expect(screen.getByText('It comes back.')).toBeTruthy();
    });

    it('says that it needs the internet, and tries again', async () => {
      withAnswer(() => Promise.reject(new TypeError('Failed to fetch')));
      const { user, container } = show(filmed(at));
      play();
      expect(await screen.findByText(/This film needs the internet/u)).toBeTruthy();
      expect(container.querySelector('details')?.open).toBe(true);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(container.querySelector('video')).not.toBeNull();
    });

    it('says what became of one that was taken down, and of one that does not play', async () => {
      withAnswer(() => Promise.resolve(new Response(null, { status: 404 })));
      const { unmount } = show(filmed(at));
      play();
      expect(await screen.findByText(/cannot be watched here/u)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      unmount();
      withAnswer(() => Promise.resolve(new Response(null, { status: 200 })));
      show(filmed(at));
      play();
      expect(await screen.findByText(/could not be played/u)).toBeTruthy();
    });

    it('shows its words where it cannot be watched', () => {
      const { container } = show(filmed(null));
      expect(screen.getByText(/cannot be watched here/u)).toBeTruthy();
      expect(screen.getByText('Rain falls.')).toBeTruthy();
      expect(container.querySelector('video')).toBeNull();
    });
  });

  it('of a day gives a file for calendars', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const { user } = show(pageAt('event', 'book-day'));
    await user.click(screen.getByRole('button', { name: 'Put it into my calendar' }));
    const file = made.mock.calls.at(-1)?.[0] as Blob;
    expect(await file.text()).toMatch(/^BEGIN:VCALENDAR[^]*DTSTART;VALUE=DATE:\d{4}0423[^]*END:VCALENDAR/u);
  });
});

describe('the screen of a page', () => {
  const about = pageAt('page', 'about');
  const path = 'GET /content/page/about/';
  const open = (answer: () => ReturnType<typeof refusalOf> | null, localDrafts = new FakeLocalDrafts()) => {
    const server = new FakeSchoolServer({ [path]: answer });
    const content = <ContentScreen kind="page" slug="about" slots={slots} notFound={<p>No such page</p>} />;
    return { server, ...renderScreen(content, { localDrafts }) };
  };
  const served = () => ({
    body: { ...about, card: { ...about.card, id: '0192f3a4-0000-7000-8000-000000000001' } },
  });

  it('shows it, and without a network as it was seen last', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { unmount } = open(served, localDrafts);
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    await waitFor(() => expect(localDrafts.text).toContain('about'));
    unmount();
    open(() => null, localDrafts);
    expect(await screen.findByText(/this is how it was at/u)).toBeTruthy();
  });

  it('says that there is none', async () => {
    open(() => refusalOf(contentProblems.not_found));
    expect(await screen.findByText('No such page')).toBeTruthy();
  });

  it('is asked for again where it could not be had', async () => {
    let isAway = true;
    const { user } = open(() => (isAway ? null : served()));
    const again = await screen.findByRole('button', { name: 'Try again' });
    isAway = false;
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });
});

it('calls each list of pages as its page is called', () => {
  renderScreen(<MorePages />);
  for (const slug of ['courses', 'hubs', 'challenges', 'live', 'sdgs', 'impact-films']) {
    const { title } = pageAt('page', slug).head;
    expect(screen.getByRole('link', { name: title }).getAttribute('href')).toBe(`/${slug}`);
  }
});

describe('a list of pages', () => {
  const id = (place: number) => `0192f3a4-0000-7000-8000-00000000000${place}`;
  const top = pageAt('page', 'courses');
  const courses = pages
    .filter(({ card }) => card.kind === 'course')
    .map(({ card }, place) => ({ ...card, id: id(place + 1) }));
  const open = (results: readonly unknown[], address = '/courses') => {
    const server = new FakeSchoolServer({
      'GET /content/page/courses/': () => ({ body: { ...top, card: { ...top.card, id: id(0) } } }),
      'GET /content/': () => ({ body: { count: results.length, next: null, results } }),
    });
    const content = (
      <ContentListScreen kind="course" slug="courses" label="Courses" filters empty="Soon." slots={slots} />
    );
    return { server, ...renderScreen(content, { address }) };
  };

  it('has a card for each, with what it takes', async () => {
    open(courses);
    const list = within(await screen.findByRole('list', { name: 'Courses' }));
    expect(list.getByRole('link', { name: 'Be the change' }).getAttribute('href')).toBe(
      '/courses/be-the-change',
    );
    expect(list.getByText(/^240 minutes/u)).toBeTruthy();
  });

  it('is narrowed down by what stands in the address', async () => {
    const { user, server } = open([], '/courses?goal=6&age=12');
    expect(await screen.findByText('Nothing fits all of this')).toBeTruthy();
    expect(server.askedFor('/content/').at(-1)?.query).toEqual({ kind: 'course', goal: '6' });
    await user.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByText('Soon.')).toBeTruthy();
    expect(server.askedFor('/content/').at(-1)?.query).toEqual({ kind: 'course' });
  });
});
