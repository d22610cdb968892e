import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import { workProblems } from '#contract/works/works.problems.ts';
import { apiClient } from '#src/session/api.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { FakeKept } from '#tests/support/fake-kept.ts';
import { refusalOf } from '#tests/support/fake-school-server.ts';
import { gate } from '#tests/support/gate.ts';
import { zoe as user } from '#tests/support/pupil-user.ts';
import { pageId, readingScreens, schoolAnswers } from '#tests/support/reading-screens.tsx';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { samplePages } from '#tests/support/screen-samples.ts';
import { KeptScreen } from '#src/features/reading/kept.screen.tsx';
import '#src/features/reading/read-aloud.tsx';
import '#src/features/reading/reader-settings.panel.tsx';

const { work, atSchool, routes, show } = readingScreens();

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
