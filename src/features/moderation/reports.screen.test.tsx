import { screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportedWork } from '#contract/moderation/moderation.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { ReportsScreen } from './reports.screen.tsx';

const kite: ReportedWork = {
  id: '018f0000-0000-7000-8000-000000000001',
  kind: 'story',
  title: 'The kite',
  slug: 'the-kite',
  author: 'Zoë Fern',
  state: 'published',
  taken_down_at: null,
  taken_down_by: null,
  appealed_at: null,
  appeal_answered_at: null,
  asked: null,
  reports: [
    {
      id: '018f0000-0000-7000-8000-000000000002',
      reason: 'unkind',
      words: 'It laughs at me.',
      by: null,
      reported_at: '2026-05-03T10:00:00.000Z',
    },
  ],
};

let works: ReportedWork[];
let asked: { name: string; body: unknown }[];
let failure: Error | null;
const api: ApiClient = {
  call: (endpoint, input) => {
    if (failure) return Promise.reject(failure);
    const { name } = endpoint as { name: string };
    const { query, body } = input as {
      query?: { after?: string; limit: number };
      body?: { reports?: string[] };
    };
    if (query) {
      const { after = '0', limit } = query;
      const end = Number(after) + limit;
      const results = works.slice(Number(after), end);
      const next = end < works.length ? `?limit=${limit}&after=${end}` : null;
      return Promise.resolve({ count: works.length, next, results } as never);
    }
    asked.push({ name, body });
    if (name === 'moderation.appeal') {
      works = works.map((work) => ({ ...work, appealed_at: '2026-05-04T10:00:00.000Z' }));
      return Promise.resolve({ id: kite.id, state: 'withdrawn' } as never);
    }
    if (name === 'moderation.answer') {
      works = works.map((work) => ({ ...work, asked: null }));
      return Promise.resolve({ id: kite.id, state: 'published' } as never);
    }
    works =
      name === 'moderation.takeDown'
        ? [{ ...kite, state: 'withdrawn', taken_down_at: '2026-05-03T11:00:00.000Z', reports: [] }]
        : works.filter(({ reports }) => !reports.every(({ id }) => body?.reports?.includes(id) ?? true));
    return Promise.resolve({ id: kite.id, state: 'published' } as never);
  },
};

beforeEach(() => {
  works = [kite];
  asked = [];
  failure = null;
  useSessionStore.setState({ user: sampleAdmin() });
});

const open = (localDrafts = new FakeLocalDrafts(), address = '/') =>
  renderScreen(<ReportsScreen api={api} />, {
    localDrafts,
    address,
  });
const card = () => within(screen.getByRole('listitem', { name: 'The kite' }));

describe('what readers told', () => {
  it('says what, by whom and where to read it; that it may stay ends it', async () => {
    const { user } = open();
    await screen.findByRole('listitem', { name: 'The kite' });
    expect(card().getByText('It is unkind to somebody')).toBeTruthy();
    expect(card().getByText('It laughs at me.')).toBeTruthy();
    expect(card().getByText(/^A visitor/u)).toBeTruthy();
    expect(card().getByRole('link', { name: 'Read it' }).getAttribute('href')).toBe('/library/the-kite');
    await user.click(card().getByRole('button', { name: 'It may stay' }));
    expect(await screen.findByText('Nobody reported anything')).toBeTruthy();
    expect(asked).toEqual([{ name: 'moderation.keep', body: { reports: kite.reports.map(({ id }) => id) } }]);
  });

  it('goes on with the page before where the last one of a page is decided', async () => {
    works = Array.from({ length: 21 }, (_, place) => ({
      ...kite,
      id: uuidv7(),
      title: `Kite ${place + 1}`,
      reports: kite.reports.map((report) => ({ ...report, id: uuidv7() })),
    }));
    const { user } = open();
    await screen.findByText('1–20 of 21 reports');
    await user.click(screen.getByRole('button', { name: 'Later' }));
    const last = within(await screen.findByRole('listitem', { name: 'Kite 21' }));
    await user.click(last.getByRole('button', { name: 'It may stay' }));
    expect(await screen.findByRole('listitem', { name: 'Kite 20' })).toBeTruthy();
    expect(screen.getByRole('listitem', { name: 'Kite 1' })).toBeTruthy();
  });

  it('is taken down with a kind word, and let back', async () => {
    const { user } = open();
    await screen.findByRole('listitem', { name: 'The kite' });
    await user.click(card().getByRole('button', { name: 'Take it down' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take it down' }));
    await user.click(dialog.getByRole('button', { name: 'Take it down' }));
    await dialog.findByText('Please write a kind word that says why');
    expect(asked).toEqual([]);
    await user.type(dialog.getByLabelText('A kind word to the author'), 'Let us talk.');
    await user.click(dialog.getByRole('button', { name: 'Take it down' }));
    await card().findByText(/^Taken down/u);
    expect(card().queryByRole('button', { name: 'It may stay' })).toBeNull();
    await user.click(card().getByRole('button', { name: 'Reinstate' }));
    await screen.findByText('Nobody reported anything');
    expect(asked).toEqual([
      { name: 'moderation.takeDown', body: { reason: 'Let us talk.' } },
      { name: 'moderation.reinstate', body: undefined },
    ]);
  });

  it('is asked for back once, where the platform took it down', async () => {
    works = [
      {
        ...kite,
        state: 'withdrawn',
        taken_down_at: kite.reports[0]?.reported_at ?? '',
        taken_down_by: 'platform',
        reports: [],
      },
    ];
    const { user } = open();
    await screen.findByRole('listitem', { name: 'The kite' });
    expect(card().getByText(/^Taken down .* by Quillshelf$/u)).toBeTruthy();
    expect(card().queryByRole('button', { name: 'Reinstate' })).toBeNull();
    await user.click(card().getByRole('button', { name: 'Ask for it back' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for it back' }));
    await user.type(dialog.getByLabelText('Why it should come back'), 'It is a tale.');
    await user.click(dialog.getByRole('button', { name: 'Ask for it back' }));
    await card().findByText(/^You asked for it back/u);
    expect(card().queryByRole('button', { name: 'Ask for it back' })).toBeNull();
    expect(asked).toEqual([{ name: 'moderation.appeal', body: { reason: 'It is a tale.' } }]);
  });

  it('says that the platform looked again and it stays down', async () => {
    const at = '2026-05-04T10:00:00.000Z';
    works = [
      {
        ...kite,
        state: 'withdrawn',
        taken_down_at: at,
        taken_down_by: 'platform',
        appealed_at: at,
        appeal_answered_at: at,
        reports: [],
      },
    ];
    open();
    await screen.findByRole('listitem', { name: 'The kite' });
    expect(card().getByText(/^Quillshelf looked at it again .*\. It stays down\.$/u)).toBeTruthy();
    expect(card().queryByRole('button', { name: 'Ask for it back' })).toBeNull();
  });

  it('shows what the platform asks, and sends an answer', async () => {
    works = [{ ...kite, asked: 'Is this about a child of yours?' }];
    const { user } = open();
    expect(await screen.findByText('Is this about a child of yours?')).toBeTruthy();
    await user.click(card().getByRole('button', { name: 'Answer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Answer' }));
    await user.click(dialog.getByRole('button', { name: 'Answer' }));
    await dialog.findByText('Please write an answer');
    expect(asked).toEqual([]);
    await user.type(dialog.getByLabelText('Your answer'), 'No, it is a tale.');
    await user.click(dialog.getByRole('button', { name: 'Answer' }));
    await screen.findByText('The platform reads your answer.');
    expect(card().queryByRole('button', { name: 'Answer' })).toBeNull();
    expect(asked).toEqual([{ name: 'moderation.answer', body: { reason: 'No, it is a tale.' } }]);
  });

  it('keeps the kind word where it does not get through', async () => {
    const { user } = open();
    await screen.findByRole('listitem', { name: 'The kite' });
    await user.click(card().getByRole('button', { name: 'Take it down' }));
    await user.type(await screen.findByLabelText('A kind word to the author'), 'Let us talk.');
    failure = new NoNetworkError('cut', false);
    const dialog = within(screen.getByRole('dialog', { name: 'Take it down' }));
    await user.click(dialog.getByRole('button', { name: 'Take it down' }));
    await screen.findByText('Quillshelf cannot be reached right now. Please try again in a moment.');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('A kind word to the author').value).toBe(
      'Let us talk.',
    );
  });

  it('loses no kind word to Escape, to an update or to a reload', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { user, unmount } = open(localDrafts);
    await user.click(await screen.findByRole('button', { name: 'Take it down' }));
    await user.type(await screen.findByLabelText('A kind word to the author'), 'Let us talk.');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(anyFormDirty()).toBe(true);
    await waitFor(() => expect(localDrafts.text).toContain('Let us talk.'));
    unmount();
    open(localDrafts);
    await user.click(await screen.findByRole('button', { name: 'Take it down' }));
    await screen.findByText('What you typed before is still here.');
    const dialog = within(screen.getByRole('dialog', { name: 'Take it down' }));
    await user.click(dialog.getByRole('button', { name: 'Take it down' }));
    await card().findByText(/^Taken down/u);
    expect(asked).toEqual([{ name: 'moderation.takeDown', body: { reason: 'Let us talk.' } }]);
    await waitFor(() => expect(localDrafts.text).toBe(''));
    expect(anyFormDirty()).toBe(false);
  });

  it('says that it comes with a network, and asks again', async () => {
    failure = new NoNetworkError('cut', false);
    const { user } = open();
    await screen.findByText('What readers told shows up here as soon as Quillshelf can be reached.');
    failure = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem', { name: 'The kite' })).toBeTruthy();
  });
});
