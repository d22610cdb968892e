import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { DearWorld, Message } from '#contract/dear-world/dear-world.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { DearWorldBook } from './dear-world-book.tsx';

const message = (number: number, changed: Partial<Message> = {}): Message => ({
  id: `019a0000-0000-7000-8000-00000000000${number}`,
  words: `Dear World, this is ${number}.`,
  language: 'en',
  byline: 'Zoë',
  country: 'CH',
  goal: 15,
  drawing: { url: `/api/dear-world/${number}/`, width: 4, height: 3, alt: 'A tree' },
  ...changed,
});

const edition = (changed: Partial<DearWorld> = {}): DearWorld => ({
  years: [2026, 2025],
  year: 2026,
  results: [message(1), message(2)],
  next: null,
  ...changed,
});

function open(answers: (query: Record<string, string>) => DearWorld, address = '/dear-world-book') {
  const server = new FakeSchoolServer({ 'GET /dear-world/': ({ query }) => ({ body: answers(query) }) });
  const asked = () =>
    server.askedFor('/dear-world/').map(({ query }) => new URLSearchParams(query).toString());
  const readAloud = vi.fn<(words: HTMLElement, language: string, onEnd: () => void) => string>(
    (words) => `Reading ${words.textContent}`,
  );
  return { asked, ...renderScreen(<DearWorldBook api={apiClient} readAloud={readAloud} />, { address }) };
}

describe('the Dear World book', () => {
  it('shows words, drawing, name, country and goal, and turns by buttons and keys', async () => {
    const { user } = open(() => edition());
    expect(await screen.findByRole('article', { name: 'A message by Zoë' })).toBeDefined();
    expect(screen.getByText('Dear World, this is 1.')).toBeDefined();
    expect(screen.getByText('Zoë, Switzerland')).toBeDefined();
    expect(screen.getByRole('img', { name: 'A tree' }).getAttribute('src')).toBe('/api/dear-world/1/');
    expect(screen.getByRole('link', { name: 'Goal 15: Life on land' }).getAttribute('href')).toBe('/sdgs/15');
    expect(screen.getByRole('button', { name: 'The message before' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await user.click(screen.getByRole('button', { name: 'The next message' }));
    expect(screen.getByText('Dear World, this is 2.')).toBeDefined();
    expect(screen.getByText('Message 2 of 2')).toBeDefined();
    expect(screen.getByRole('button', { name: 'The next message' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await user.keyboard('{ArrowLeft}');
    expect(await screen.findByText('Dear World, this is 1.')).toBeDefined();
  });

  it('fetches more as one flips, also over pages of which nothing is shown', async () => {
    const { user, asked } = open((query) => {
      const { after } = query;
      if (after === 'a') return edition({ results: [], next: '?year=2026&after=b' });
      if (after === 'b') return edition({ results: [message(2)] });
      return edition({ results: [message(1)], next: '?year=2026&after=a' });
    });
    expect(await screen.findByText('Message 1 of 1 and more')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'The next message' }));
    expect(await screen.findByText('Message 2 of 2')).toBeDefined();
    expect(asked()).toEqual(['', 'year=2026&after=a', 'year=2026&after=b']);
  });

  it('is narrowed down to a year and a goal by its address', async () => {
    const { user, asked } = open(() => edition({ results: [] }), '/dear-world-book?year=2025&goal=4');
    expect(await screen.findByText('No message is about this goal yet')).toBeDefined();
    expect(asked()).toEqual(['year=2025&goal=4']);
    await user.click(screen.getByRole('button', { name: 'Show all messages' }));
    await waitFor(() => expect(asked().at(-1)).toBe(''));
  });

  it('leads to a form that knows which message it is about', async () => {
    open(() => edition());
    const link = await screen.findByRole('link', { name: 'Tell us about this message' });
    expect(link.getAttribute('href')).toBe(`/contact?about=book&message=${message(1).id}`);
  });

  it('shows one message by its address, or says that it is gone, and leads to all', async () => {
    const { user, asked } = open(
      ({ message: wanted }) => edition({ results: wanted === undefined ? [message(1)] : [] }),
      `/dear-world-book?message=${message(2).id}`,
    );
    expect(await screen.findByText('This message is not in the book')).toBeDefined();
    expect(asked()).toEqual([`message=${message(2).id}`]);
    await user.click(screen.getByRole('button', { name: 'Show all messages' }));
    expect(await screen.findByText('Dear World, this is 1.')).toBeDefined();
  });

  it('reads the open page aloud until one turns it', async () => {
    const { user } = open(() => edition());
    await user.click(await screen.findByRole('button', { name: 'Read aloud' }));
    expect(screen.getByText('Reading Dear World, this is 1.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'The next message' }));
    await waitFor(() => expect(screen.queryByText(/^Reading/u)).toBeNull());
  });

  it('says what comes where there is no edition', async () => {
    open(() => edition({ years: [], year: null, results: [] }));
    expect(await screen.findByText('The first edition is not here yet')).toBeDefined();
  });

  it('says that it could not be fetched, and tries again', async () => {
    let isBroken = true;
    const server = new FakeSchoolServer({
      'GET /dear-world/': () =>
        isBroken ? { status: 500, body: { code: 'server.failed', error: 'No' } } : { body: edition() },
    });
    const { user } = renderScreen(<DearWorldBook api={apiClient} readAloud={() => null} />, {
      address: '/dear-world-book',
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isBroken = false;
    await user.click(again);
    await waitFor(() => expect(server.askedFor('/dear-world/')).toHaveLength(2));
    expect(await screen.findByText('Dear World, this is 1.')).toBeDefined();
  });
});
