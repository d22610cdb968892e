import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { usualSettings } from '#contract/works/reading.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { zoe as user } from '#tests/support/pupil-user.ts';
import { pageId, readingScreens, schoolAnswers } from '#tests/support/reading-screens.tsx';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { ContinueReading } from '#src/features/library/continue-reading.tsx';
import './read-aloud.tsx';
import './reader-settings.panel.tsx';

const { work, atSchool, routes, show } = readingScreens();

const readingOf = (reached: number, round = 1, bookmarks: string[] = []) => ({
  id: work.id,
  round,
  reached,
  bookmarks,
  reaction: null,
  read_at: '2026-11-20T10:00:00.000Z',
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
    expect(within(panel).queryByRole('button', { name: 'As it was at first' })).toBeNull();
    expect(document.activeElement).toBe(panel);
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
