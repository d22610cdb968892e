import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeSchoolServer, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { CategoryWords } from './category-words.tsx';

const category = (number: number, name: string, reactions: number) => ({
  id: `019a0000-0000-7000-8000-00000000000${number}`,
  name,
  reactions,
});

function show(answer: () => FakeAnswer) {
  const server = new FakeSchoolServer({ 'GET /categories/reaction-contributions/': answer });
  return { server, ...renderScreen(<CategoryWords />) };
}

describe('what readers liked', () => {
  it('is told by category, and nothing of those that nobody spoke of', async () => {
    const categories = [category(1, 'Animals', 12), category(2, 'Sea', 1), category(3, 'Space', 0)];
    show(() => ({ body: { categories } }));
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Animals 12 kind words', 'Sea 1 kind word']);
  });

  it('is nothing at all while nobody said anything', async () => {
    const { server } = show(() => ({ body: { categories: [category(1, 'Animals', 0)] } }));
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('says that it waits for the network, and tries again', async () => {
    const answers: FakeAnswer[] = [null];
    const { user } = show(() =>
      answers.length > 0 ? (answers.shift() ?? null) : { body: { categories: [category(1, 'Animals', 2)] } },
    );
    await screen.findByText('It shows up here as soon as Quillshelf can be reached.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole('listitem')).textContent).toBe('Animals 2 kind words');
  });
});
