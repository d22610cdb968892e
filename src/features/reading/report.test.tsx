import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { ReportDialog } from './report.dialog.tsx';

const work = { id: '018f0000-0000-7000-8000-000000000001', title: 'The kite' };
let told: unknown[];
let failure: Error | null;
const api: ApiClient = {
  call: (_endpoint, input) => {
    if (failure) return Promise.reject(failure);
    told.push(input);
    return Promise.resolve({ id: work.id } as never);
  },
};
const onClose = vi.fn();

beforeEach(() => {
  told = [];
  failure = null;
  onClose.mockClear();
  useSessionStore.setState({ user: null });
});

const open = (localDrafts = new FakeLocalDrafts()) =>
  renderScreen(<ReportDialog work={work} api={api} onClose={onClose} />, { localDrafts });

describe('telling the school that something is not right', () => {
  it('asks what it is, takes more words, and says thank you', async () => {
    const { user } = open();
    const send = await screen.findByRole('button', { name: 'Tell the school' });
    await user.click(send);
    const what = screen.getByRole('group', { name: 'What is it?' });
    expect(within(what).getByRole('alert').textContent).toBe('Choose what it is.');
    expect(what.dataset['wrong']).toBe('true');
    await user.click(screen.getByRole('radio', { name: 'It is unkind to somebody' }));
    expect(screen.queryByText('Choose what it is.')).toBeNull();
    await user.type(screen.getByLabelText('Do you want to say more?'), 'To my friend');
    await user.click(send);
    await screen.findByText('Thank you. The school will look at it.');
    expect(told).toEqual([
      { params: { workId: work.id }, body: { reason: 'unkind', words: 'To my friend' } },
    ]);
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? send);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    [new NoNetworkError('cut', false), /^Quillshelf cannot be reached right now\./u],
    [
      new ApiProblem(
        429,
        { code: 'request.too_many', error: 'Please wait.', errors: {}, request_id: 'r' },
        60,
      ),
      'Please wait.',
    ],
  ])('keeps the words where it does not get through, and says why', async (error, words) => {
    const { user } = open();
    failure = error;
    await user.click(await screen.findByRole('radio', { name: 'Something else' }));
    await user.type(screen.getByLabelText('Do you want to say more?'), 'Look');
    await user.click(screen.getByRole('button', { name: 'Tell the school' }));
    await screen.findByText(words);
    failure = null;
    await user.click(screen.getByRole('button', { name: 'Tell the school' }));
    await screen.findByText('Thank you. The school will look at it.');
    expect(told).toEqual([{ params: { workId: work.id }, body: { reason: 'other', words: 'Look' } }]);
  });

  it('loses no words to Escape, to an update or to a reload, and keeps none that were told', async () => {
    useSessionStore.setState({ user: zoe });
    const localDrafts = new FakeLocalDrafts();
    const { user, unmount } = open(localDrafts);
    await user.click(await screen.findByRole('radio', { name: 'Something else' }));
    await user.type(screen.getByLabelText('Do you want to say more?'), 'Look');
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    expect(anyFormDirty()).toBe(true);
    await waitFor(() => expect(localDrafts.text).toContain('Look'));
    unmount();
    open(localDrafts);
    await screen.findByText('What you typed before is still here.');
    await user.click(screen.getByRole('button', { name: 'Tell the school' }));
    await screen.findByText('Thank you. The school will look at it.');
    expect(told).toEqual([{ params: { workId: work.id }, body: { reason: 'other', words: 'Look' } }]);
    expect(anyFormDirty()).toBe(false);
    expect(localDrafts.text).toBe('');
  });
});
