import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { NothingMatches } from './nothing-matches.tsx';

it.each([
  { search: 'owl', isFiltered: false, title: 'No books match “owl”', button: 'Clear search' },
  { search: '', isFiltered: true, title: 'No books match these filters', button: 'Clear filters' },
  { search: 'owl', isFiltered: true, title: 'No books match “owl”', button: 'Clear search and filters' },
])('says “$title” and takes it off by “$button”', async ({ search, isFiltered, title, button }) => {
  const clear = vi.fn();
  const { user } = renderScreen(
    <NothingMatches noun="books" search={search} isFiltered={isFiltered} onClear={clear} />,
  );
  expect(screen.getByText(title)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: button }));
  expect(clear).toHaveBeenCalledOnce();
});
