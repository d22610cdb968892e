import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { WorkCounts } from './work-counts.tsx';

const states = { all: 19, draft: 4, submitted: 3, returned: 2, approved: 1, published: 9, withdrawn: 0 };
const books = { body: { book_stats: { ...states, draft: 1, submitted: 2, returned: 1, published: 12 } } };
const stories = { body: { blog_stats: states } };
const failed = (error: string) => refusalOf({ code: 'request.internal', status: 500, error });

function show(answers: { books: () => FakeAnswer; stories: () => FakeAnswer }) {
  const server = new FakeSchoolServer({
    'GET /teacher/book-stats/': () => answers.books(),
    'GET /teacher/blog-stats/': () => answers.stories(),
  });
  return { ...renderScreen(<WorkCounts />), server };
}

async function tiles(): Promise<string[]> {
  await screen.findByText('9');
  return screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
}

describe('the numbers of a teacher', () => {
  it('say how far books and stories have got, and lead to those that wait', async () => {
    show({ books: () => books, stories: () => stories });
    await screen.findByText('12');
    expect(await tiles()).toEqual([
      'To review 5',
      'Being written 8',
      'Stories in the library 9',
      'Books in the library 12',
    ]);
    expect(screen.getByRole('link', { name: 'To review' }).getAttribute('href')).toBe(
      '/dashboard?option=Stories',
    );
  });

  it('say what could not be had, in the words of the server where it has some, and try again', async () => {
    const answers: FakeAnswer[] = [failed('The shelf is being dusted.')];
    const { user } = show({ books: () => answers.shift() ?? books, stories: () => stories });
    expect(await screen.findByText('The shelf is being dusted.')).toBeTruthy();
    expect(await tiles()).toEqual(['Stories in the library 9']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Books in the library')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To review' })).toBeTruthy();
    expect(screen.queryByText('The shelf is being dusted.')).toBeNull();
  });

  it('say so in their own words where the server has none, and where there is no network', async () => {
    show({ books: () => failed(''), stories: () => null });
    const status = within(await screen.findByRole('status'));
    expect(await status.findByText('Failed to fetch book stats')).toBeTruthy();
    expect(await status.findByText('Failed to fetch story stats')).toBeTruthy();
    expect(screen.queryByRole('term')).toBeNull();
  });
});
