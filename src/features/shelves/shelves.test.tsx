import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenShelf, OwnShelf } from '#contract/shelves/shelves.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { OpenShelves } from './open-shelves.tsx';
import { ShelfSection } from './shelf.section.tsx';

const hillside: OpenShelf = {
  id: uuidv7(),
  school_name: 'Hillside School',
  logo: null,
  country: 'NZ',
  works: 12,
  subdomain: 'hillside',
  verified_host: null,
};

/** Answers with these one after the other; an error is thrown. */
function answering(...answers: unknown[]) {
  const asked: unknown[] = [];
  const api: ApiClient = {
    call: async (_endpoint, input) => {
      asked.push(input);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer as never;
    },
  };
  return { api, asked };
}

beforeEach(() => useSessionStore.setState({ ...useSessionStore.getInitialState(), status: 'ready' }));

describe('the list of libraries', () => {
  it('leads to the library of each school', async () => {
    const { api } = answering({ count: 1, next: null, results: [hillside], countries: ['NZ'] });
    renderScreen(<OpenShelves api={api} />);
    const link = await screen.findByRole('link', { name: 'Hillside School' });
    expect(link.getAttribute('href')).toMatch(/^http:\/\/hillside\.localhost(?::\d+)?\/library$/u);
    expect(screen.getByText('New Zealand · 12 books and stories')).toBeTruthy();
  });

  it('asks for the country that is chosen, and shows all again where none matches', async () => {
    const none = { count: 0, next: null, results: [], countries: ['NZ'] };
    const { api, asked } = answering(none);
    renderScreen(<OpenShelves api={api} />);
    expect(await screen.findByText('No open shelves yet')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'NZ');
    expect(await screen.findByText('No schools match these filters')).toBeTruthy();
    expect(asked.at(-1)).toMatchObject({ query: { country: 'NZ', offset: 0 } });
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No open shelves yet')).toBeTruthy();
  });

  it('says why it is missing, and fetches it again', async () => {
    const full = { count: 1, next: null, results: [hillside], countries: ['NZ'] };
    const { api } = answering(new NoNetworkError('none', false), full);
    renderScreen(<OpenShelves api={api} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Hillside School' })).toBeTruthy();
  });
});

describe('the shelf of a school', () => {
  const closed: OwnShelf = { is_open: false, country: null };

  it('is opened with its country, and sent once', async () => {
    const { api, asked } = answering(closed, { is_open: true, country: 'NZ' });
    renderScreen(<ShelfSection api={api} />);
    await userEvent.click(await screen.findByLabelText('Show our public books to visitors'));
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'NZ');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await userEvent.click(save);
    expect(await screen.findByText('Visitors find your library under Libraries.')).toBeTruthy();
    expect(asked.slice(1)).toEqual([{ body: { is_open: true, country: 'NZ' } }]);
    await waitFor(() => expect(save.disabled).toBe(true));
  });

  it('keeps what was chosen where the network is gone', async () => {
    const { api } = answering(closed, new NoNetworkError('none', false));
    renderScreen(<ShelfSection api={api} />);
    const choice = await screen.findByLabelText<HTMLInputElement>('Show our public books to visitors');
    await userEvent.click(choice);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This was not saved')).toBeTruthy();
    expect(choice.checked).toBe(true);
  });
});
