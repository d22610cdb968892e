import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { LibraryNumbers } from './library-numbers.tsx';

const books = { body: { book_stats: { all_book: 1024, featured_book: 3 } } };
const impacts = { body: { total_impacts: 12 } };

function show(answers: { books: () => FakeAnswer | null; impacts: () => FakeAnswer | null }) {
  const server = new FakeSchoolServer({
    'GET /book-stats': () => answers.books(),
    'GET /v1/impacts/count/': () => answers.impacts(),
  });
  return { ...renderScreen(<LibraryNumbers />), server };
}

const tiles = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);

describe('the library in numbers', () => {
  it('says how much stands there, what teachers chose and how often readers were moved', async () => {
    show({ books: () => books, impacts: () => impacts });
    await screen.findByText('1,024');
    await screen.findByText('12');
    expect(tiles()).toEqual([
      'Books on the shelf 1,024',
      'Chosen by our teachers 3',
      'Bought and given for causes 12',
    ]);
    const link = screen.getByRole('link', { name: 'Books on the shelf' });
    expect(link.getAttribute('href')).toBe('/library?kind=book');
  });

  it('waits in the room that the numbers will need', () => {
    show({ books: () => books, impacts: () => impacts });
    expect(screen.getAllByRole('img', { name: 'Loading' })).toHaveLength(3);
  });

  it('says what the server says where it could not count, keeps the rest, and tries again', async () => {
    const dusted = refusalOf({ code: 'request.internal', status: 500, error: 'The shelf is being dusted.' });
    const answers: FakeAnswer[] = [dusted];
    const { user } = show({ books: () => answers.shift() ?? books, impacts: () => impacts });
    expect(await screen.findByText('The shelf is being dusted.')).toBeTruthy();
    await screen.findByText('12');
    expect(tiles()).toEqual(['Bought and given for causes 12']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('1,024');
    expect(screen.queryByText('The shelf is being dusted.')).toBeNull();
  });

  it('says so in its own words where there is no network', async () => {
    show({ books: () => null, impacts: () => null });
    expect(await screen.findByText('Failed to fetch book stats')).toBeTruthy();
    expect(screen.queryByRole('term')).toBeNull();
  });
});
