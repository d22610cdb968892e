import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import { usualSettings } from '#contract/works/reading.schema.ts';
import { workProblems } from '#contract/works/works.problems.ts';
import { apiClient } from '#src/session/api.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { FakeKept } from '#tests/support/fake-kept.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { gate } from '#tests/support/gate.ts';
import { zoe as user } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { samplePages, sampleWork } from '#tests/support/screen-samples.ts';
import { ContinueReading } from '#src/features/library/continue-reading.tsx';
// They come later on a page; here nobody waits for that.
import './read-aloud.tsx';
import './reader-settings.panel.tsx';
import { KeptScreen } from './kept.screen.tsx';
import { WorkScreen } from './work.screen.tsx';

const work = sampleWork({ audience: 'community', visibility: 'community' });
const pageId = (number: number) => samplePages[number - 1]?.id ?? '';

const atSchool = {
  'GET /works/the-hen/': () => ({ body: work }),
  [`GET /works/${work.id}/pages/`]: () => ({ body: { count: 3, next: null, results: samplePages } }),
};

function schoolAnswers(answers: ConstructorParameters<typeof FakeSchoolServer>[0]): FakeSchoolServer {
  return new FakeSchoolServer(answers);
}

const routes = (
  <Routes>
    <Route path="/library/:id/:chapterSlug?" element={<WorkScreen />} />
    <Route path="*" element={null} />
  </Routes>
);

function show(address: string, { replica = new FakeReplica(), kept = new FakeKept(), isAway = false } = {}) {
  const server = new FakeSchoolServer(isAway ? {} : atSchool);
  return { server, kept, ...renderScreen(routes, { address, replica, keptBooks: kept }) };
}

const readingOf = (reached: number, round = 1, bookmarks: string[] = []) => ({
  id: work.id,
  round,
  reached,
  bookmarks,
  reaction: null,
  read_at: '2026-11-20T10:00:00.000Z',
});

beforeEach(() => useSessionStore.setState({ user, ended: null }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a kind word', () => {
  it('is said with one tap, changed with another, and taken back', async () => {
    const { replica, user: hand } = show('/library/the-hen');
    replica.putReading([]);
    const word = (name: string) => screen.findByRole('button', { name });
    await hand.click(await word('Wow'));
    expect((await word('Wow')).getAttribute('aria-pressed')).toBe('true');
    await hand.click(await word('Clever'));
    expect((await word('Wow')).getAttribute('aria-pressed')).toBe('false');
    await hand.click(await word('Clever'));
    expect(replica.queued.map(([, input]) => input)).toEqual(
      ['wow', 'clever', null].map((reaction) => ({ params: { workId: work.id }, body: { reaction } })),
    );
  });

  it('leaves a book unread that was never opened, and one that was read as it was', async () => {
    const { replica, user: hand } = show('/library/the-hen');
    replica.putReading([]);
    await hand.click(await screen.findByRole('button', { name: 'Wow' }));
    expect((await screen.findByRole('button', { name: 'Wow' })).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('link', { name: 'Read' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Read again' })).toBeNull();
    act(() => replica.putReading([readingOf(work.parts)]));
    await hand.click(await screen.findByRole('button', { name: 'Wow' }));
    expect(screen.getByRole('link', { name: 'Read again' })).toBeTruthy();
  });

  it.each([
    ['by its author', { author: { id: user.id, first_name: 'Zoë', last_name: 'Fern' } }],
    ['while it is not on the shelf', { state: 'submitted' }],
  ] as const)('is not said of a work %s', async (_who, fields) => {
    const replica = new FakeReplica();
    replica.putReading([]);
    schoolAnswers({ ...atSchool, 'GET /works/the-hen/': () => ({ body: { ...work, ...fields } }) });
    renderScreen(routes, { address: '/library/the-hen', replica });
    await screen.findByRole('heading', { level: 1, name: 'The hen' });
    expect(screen.queryByRole('button', { name: 'Wow' })).toBeNull();
  });

  it('of others is told without how often, to a visitor too, who says none', async () => {
    useSessionStore.setState({ user: null });
    const body = { ...work, said: ['wow', 'love'], reactions: 12 };
    schoolAnswers({ ...atSchool, 'GET /works/the-hen/': () => ({ body }) });
    renderScreen(routes, { address: '/library/the-hen', replica: null });
    const said = await screen.findByText(/^Readers said/u);
    expect(said.textContent).toBe('Readers said: I love it, Wow');
    expect(screen.queryByRole('button', { name: 'Wow' })).toBeNull();
  });
});

describe('reading on', () => {
  it('keeps the page where one stopped, when one has looked at it or leaves', async () => {
    const { replica, unmount } = show('/library/the-hen/2');
    await screen.findByText('Two.');
    unmount();
    expect(replica.queued).toEqual([
      ['reading.reach', { params: { workId: work.id }, body: { round: 1, reached: 2 } }],
    ]);
  });

  it('keeps nothing for pages that one leafs back to', async () => {
    const replica = new FakeReplica();
    replica.putReading([readingOf(3)]);
    const { unmount } = show('/library/the-hen/2', { replica });
    await screen.findByText('Two.');
    unmount();
    expect(replica.queued).toEqual([]);
  });

  it('begins another time where a book that was finished is opened at its beginning', async () => {
    const replica = new FakeReplica();
    replica.putReading([readingOf(3)]);
    const { unmount } = show('/library/the-hen/1', { replica });
    await screen.findByText('One.');
    unmount();
    expect(replica.queued.map(([, input]) => input)).toMatchObject([{ body: { round: 2, reached: 1 } }]);
  });

  it('goes on where one stopped, and from the beginning where one wants to', async () => {
    const replica = new FakeReplica();
    replica.putReading([readingOf(2, 1, [pageId(3)])]);
    show('/library/the-hen', { replica });
    const on = await screen.findByRole('link', { name: 'Go on reading' });
    expect(on.getAttribute('href')).toBe('/library/the-hen/2');
    screen.getByText('Page 2 of 3');
    expect(screen.getByRole('link', { name: 'From the beginning' }).getAttribute('href')).toBe(
      '/library/the-hen/1',
    );
    const bookmarks = screen.getByRole('navigation', { name: 'Bookmarks' });
    expect(within(bookmarks).getByRole('link').getAttribute('href')).toBe('/library/the-hen/3');
  });

  it('lays a bookmark and takes it out', async () => {
    const { replica, user: hand } = show('/library/the-hen/2');
    replica.putReading([]);
    const button = await screen.findByRole('button', { name: 'Bookmark' });
    await hand.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await hand.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('false');
    expect(replica.queued.map(([, input]) => input)).toMatchObject([
      { params: { partId: pageId(2) }, body: { is_set: true } },
      { params: { partId: pageId(2) }, body: { is_set: false } },
    ]);
  });

  it('is turned by a tap at a side of the page and by a swipe, and by none in the middle', async () => {
    show('/library/the-hen/2');
    const sheet = (await screen.findByText('Two.')).closest('[data-kind]');
    if (!sheet) throw new Error('There is no page');
    vi.spyOn(sheet, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 800));
    const tap = (x: number, to = x) => {
      fireEvent.pointerDown(sheet, { clientX: x, clientY: 300, button: 0, pointerType: 'touch' });
      fireEvent.pointerUp(sheet, { clientX: to, clientY: 300, button: 0, pointerType: 'touch' });
    };
    tap(500);
    await untilAddressIs('/library/the-hen/2');
    tap(950);
    await untilAddressIs('/library/the-hen/3');
  });

  it('shows what was begun, as far as the school says that it may be seen', async () => {
    const replica = new FakeReplica();
    replica.putReading([readingOf(2), { ...readingOf(2), id: '019a0000-0000-7000-8000-000000000009' }]);
    const server = new FakeSchoolServer({
      'GET /works/': () => ({ body: { count: 1, next: null, results: [work] } }),
    });
    renderScreen(<ContinueReading />, { replica });
    const shelf = await screen.findByRole('region', { name: 'Go on reading' });
    const [only, ...others] = within(shelf).getAllByRole('link');
    expect(others).toEqual([]);
    expect(only?.getAttribute('href')).toBe('/library/the-hen/2');
    expect(only?.textContent).toContain('Page 2 of 3');
    expect(server.askedFor('/works/')[0]?.query['ids']?.split(',')).toHaveLength(2);
  });

  it('keeps what a visitor reads in the tab alone', async () => {
    useSessionStore.setState({ user: null });
    schoolAnswers(atSchool);
    const { unmount } = renderScreen(routes, { address: '/library/the-hen/2', replica: null });
    await screen.findByText('Two.');
    unmount();
    renderScreen(routes, { address: '/library/the-hen', replica: null });
    await screen.findByRole('link', { name: 'Go on reading' });
    expect(sessionStorage.getItem('reading of a visitor')).toContain('"reached":2');
  });
});

describe('how pages look', () => {
  async function open() {
    const shown = show('/library/the-hen/1');
    await shown.user.click(await screen.findByRole('button', { name: 'How pages look' }));
    const panel = await screen.findByRole('dialog', { name: 'How pages look' });
    const sheet = screen.getByText('One.').closest<HTMLElement>('[data-kind]');
    return { ...shown, panel, variable: (name: string) => sheet?.style.getPropertyValue(name) };
  }

  it('is there at once, and kept when one has found what one likes', async () => {
    const { user: hand, panel, variable, replica, unmount } = await open();
    expect(variable('--reader-scale')).toBe('1');
    const larger = within(panel).getByRole('button', { name: 'Larger letters' });
    await hand.click(larger);
    await hand.click(larger);
    expect(variable('--reader-scale')).toBe('1.45');
    await hand.click(within(panel).getByRole('radio', { name: 'Dark' }));
    expect(variable('--reader-paper')).toBe('#1d1a18');
    await hand.click(within(panel).getByRole('button', { name: 'More space between letters and words' }));
    // Both, or words would run into each other.
    expect([variable('--reader-letters'), variable('--reader-words')]).toEqual(['0.04em', '0.1em']);
    unmount();
    const chosen = replica.queued.filter(([name]) => name === 'reading.choose');
    expect(chosen.at(-1)?.[1]).toEqual({
      body: { ...usualSettings, size: 4, spacing: 1, tint: 'dark' },
    });
  });

  it('has an end at both sides, and goes back to how it was', async () => {
    const { user: hand, panel, variable } = await open();
    const shorter = within(panel).getByRole('button', { name: 'Shorter lines' });
    for (let press = 0; press < 5; press += 1) await hand.click(shorter);
    expect(shorter.getAttribute('aria-disabled')).toBe('true');
    expect(variable('--reader-width')).toBe('28ch');
    await hand.click(within(panel).getByRole('button', { name: 'As it was at first' }));
    expect(variable('--reader-width')).toBe('62ch');
  });

  it('is closed by Escape, and arrow keys in it turn no page', async () => {
    const { user: hand, panel } = await open();
    within(panel).getByRole('button', { name: 'Larger letters' }).focus();
    await hand.keyboard('{ArrowRight}');
    await untilAddressIs('/library/the-hen/1');
    await hand.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'How pages look' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'How pages look' }));
  });

  it('offers OpenDyslexic, and says honestly what is known of it', async () => {
    const { panel } = await open();
    expect(within(panel).getByRole('radio', { name: 'OpenDyslexic' })).toBeDefined();
    within(panel).getByText(/Studies did not find that it makes reading easier/u);
  });

  it('is as usual where a later version chose what this one does not know', async () => {
    const replica = new FakeReplica();
    replica.putReading([], { ...usualSettings, size: 5, tint: 'violet' as never });
    show('/library/the-hen/1', { replica });
    const sheet = (await screen.findByText('One.')).closest<HTMLElement>('[data-kind]');
    expect(sheet?.style.getPropertyValue('--reader-scale')).toBe('1.75');
    expect(sheet?.style.getPropertyValue('--reader-paper')).toBe('#fffdf7');
  });
});

describe('keeping a book on this tablet', () => {
  it('fetches all of it, says how large it is, and opens it where there is no network', async () => {
    const { user: hand, kept, unmount } = show('/library/the-hen');
    await hand.click(await screen.findByRole('button', { name: 'Keep on this tablet' }));
    await screen.findByText(/^On this tablet, 240/u);
    unmount();
    show('/library/the-hen/3', { kept, isAway: true });
    expect(await screen.findByText('Three.')).toBeDefined();
  });

  it('says why it was not kept', async () => {
    const { user: hand, kept } = show('/library/the-hen');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    kept.broken = new DeviceFullError(null);
    await hand.click(await screen.findByRole('button', { name: 'Keep on this tablet' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This tablet is full');
    kept.broken = new NoNetworkError('gone', false);
    await hand.click(screen.getByRole('button', { name: 'Keep on this tablet' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('Not all of it came through'),
    );
  });

  const pictured = {
    ...work,
    pictures: [
      { sha256: 'a'.repeat(64), media_type: 'image/webp' as const, width: 40, height: 30, alt: 'A hen' },
    ],
  };

  it('goes on while one reads it', async () => {
    const picture = gate();
    schoolAnswers({ ...atSchool, 'GET /works/the-hen/': () => ({ body: pictured }) });
    vi.spyOn(apiClient, 'picture').mockImplementation(async () => {
      await picture.passed;
      return new Blob(['a hen']);
    });
    const kept = new FakeKept();
    const { user: hand } = renderScreen(routes, { address: '/library/the-hen', keptBooks: kept });
    await hand.click(await screen.findByRole('button', { name: 'Keep on this tablet' }));
    await screen.findByText(/^Keeping it: 0 of 1/u);
    await hand.click(screen.getByRole('link', { name: 'Read' }));
    await screen.findByText('One.');
    picture.open();
    const owner = { tenant_id: user.tenant_id, user_id: user.id };
    await waitFor(async () => expect(await kept.list(owner)).toHaveLength(1));
  });

  it('ends with the session of whoever asked for it', async () => {
    const picture = gate();
    schoolAnswers({ ...atSchool, 'GET /works/the-hen/': () => ({ body: pictured }) });
    const answered = vi.spyOn(apiClient, 'picture').mockImplementation(async () => {
      await picture.passed;
      return new Blob(['a hen']);
    });
    const kept = new FakeKept();
    const keep = vi.spyOn(kept, 'keep');
    const { user: hand } = renderScreen(routes, { address: '/library/the-hen', keptBooks: kept });
    await hand.click(await screen.findByRole('button', { name: 'Keep on this tablet' }));
    await screen.findByText(/^Keeping it: 0 of 1/u);
    act(() => useSessionStore.setState({ user: { ...user, id: 'another child' } }));
    picture.open();
    await screen.findByRole('button', { name: 'Keep on this tablet' });
    act(() => useSessionStore.setState({ user }));
    await screen.findByRole('button', { name: 'Keep on this tablet' });
    expect(answered).toHaveBeenCalledOnce();
    expect(keep).not.toHaveBeenCalled();
  });

  it('is not offered for what stands on no shelf, nor to visitors', async () => {
    const draft = { ...work, state: 'draft' };
    schoolAnswers({ ...atSchool, 'GET /works/the-hen/': () => ({ body: draft }) });
    const { unmount } = renderScreen(routes, { address: '/library/the-hen', keptBooks: new FakeKept() });
    await screen.findByRole('link', { name: 'Read' });
    expect(screen.queryByRole('button', { name: 'Keep on this tablet' })).toBeNull();
    unmount();
    useSessionStore.setState({ user: null });
    show('/library/the-hen');
    await screen.findByRole('link', { name: 'Read' });
    expect(screen.queryByRole('button', { name: 'Keep on this tablet' })).toBeNull();
  });

  it('is kept anew where the school changed it, and only there', async () => {
    const kept = new FakeKept();
    const owner = { tenant_id: user.tenant_id, user_id: user.id };
    const words = samplePages.map(({ id, layout, document }) => ({ id, title: '', layout, document }));
    await kept.keep(owner, { id: work.id, card: work, words, pictures: [] });
    const keep = vi.spyOn(kept, 'keep');
    const { unmount } = show('/library/the-hen/1', { kept });
    await screen.findByText('One.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Bookmark' })).toBeDefined());
    unmount();
    expect(keep).not.toHaveBeenCalled();

    const changed = [{ ...samplePages[0], document: documentOf('Uno.') }];
    schoolAnswers({
      ...atSchool,
      [`GET /works/${work.id}/pages/`]: () => ({ body: { count: 1, next: null, results: changed } }),
    });
    renderScreen(routes, { address: '/library/the-hen/1', keptBooks: kept });
    await screen.findByText('Uno.');
    await waitFor(async () => expect(await kept.read(owner, work.id)).toMatchObject([{ id: pageId(1) }]));
    expect(keep).toHaveBeenCalledOnce();
  });

  it('ends when the school says that there is no such book', async () => {
    const { user: hand, kept, unmount } = show('/library/the-hen');
    await hand.click(await screen.findByRole('button', { name: 'Keep on this tablet' }));
    await screen.findByText(/^On this tablet/u);
    unmount();
    schoolAnswers({ 'GET /works/the-hen/': () => refusalOf(workProblems.not_found) });
    renderScreen(routes, { address: '/library/the-hen', keptBooks: kept });
    await screen.findByText('There is no such book or story here');
    const owner = { tenant_id: user.tenant_id, user_id: user.id };
    await waitFor(async () => expect(await kept.list(owner)).toEqual([]));
  });

  it('goes while it is open, where the pull takes it away', async () => {
    const { user: hand, kept, unmount } = show('/library/the-hen');
    await hand.click(await screen.findByRole('button', { name: 'Keep on this tablet' }));
    await screen.findByText(/^On this tablet/u);
    unmount();
    show('/library/the-hen/3', { kept, isAway: true });
    await screen.findByText('Three.');
    await act(() => kept.drop({ tenant_id: user.tenant_id, user_id: user.id }, work.id));
    await screen.findByText('Quillshelf cannot be reached right now');
    expect(screen.queryByText('Three.')).toBeNull();
  });

  it('is listed with its size, and taken off after a question', async () => {
    const kept = new FakeKept();
    const owner = { tenant_id: user.tenant_id, user_id: user.id };
    await kept.keep(owner, { id: work.id, card: work, words: samplePages, pictures: [] });
    await kept.keep({ ...owner, user_id: 'other' }, { id: work.id, card: work, words: [], pictures: [] });
    const { user: hand } = renderScreen(<KeptScreen />, { keptBooks: kept });
    const list = await screen.findByRole('list', { name: 'Kept on this tablet' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    within(list).getByText(/240/u);
    await screen.findByText(/^Others keep 240/u);
    await hand.click(screen.getByRole('button', { name: 'Take The hen off this tablet' }));
    await hand.click(await screen.findByRole('button', { name: 'Keep it' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    await hand.click(screen.getByRole('button', { name: 'Take The hen off this tablet' }));
    await hand.click(await screen.findByRole('button', { name: 'Take off' }));
    await screen.findByText('You keep nothing here yet');
  });

  it('says what to do where nothing is kept, and to visitors how to begin', async () => {
    const { unmount } = renderScreen(<KeptScreen />, { keptBooks: new FakeKept() });
    await screen.findByText('You keep nothing here yet');
    unmount();
    useSessionStore.setState({ user: null });
    renderScreen(<KeptScreen />, { keptBooks: new FakeKept() });
    expect(await screen.findByText('Sign in to keep books here')).toBeDefined();
  });
});
