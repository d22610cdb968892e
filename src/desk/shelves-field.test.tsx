import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { ShelvesField } from './shelves-field.tsx';

const ids = [1, 2, 3, 4].map((number) => `018f0000-0000-7000-8000-00000000000${number}`);
const names = ['Animals', 'Friends', 'Night', 'Poems'];

let failure: Error | null;
let chosen: string[][];
const api: ApiClient = {
  call: () =>
    failure
      ? Promise.reject(failure)
      : Promise.resolve({
          count: 4,
          next: null,
          results: ids.map((id, place) => ({ id, name: names[place] })),
        } as never),
};

beforeEach(() => {
  failure = null;
  chosen = [];
});

const open = (categories: readonly (string | undefined)[]) =>
  renderScreen(
    <ShelvesField
      chosen={categories.map((id) => id ?? '')}
      api={api}
      onChange={(each) => chosen.push(each)}
    />,
  );
const shelf = (name: string) =>
  within(screen.getByRole('group', { name: 'On which shelves does it belong?' })).getByRole('button', {
    name,
  });

describe('the shelves of a story', () => {
  it('are chosen and left again', async () => {
    const { user } = open([ids[1]]);
    await screen.findByRole('group', { name: 'On which shelves does it belong?' });
    expect(shelf('Friends').getAttribute('aria-pressed')).toBe('true');
    await user.click(shelf('Animals'));
    await user.click(shelf('Friends'));
    expect(chosen).toEqual([[ids[0], ids[1]], []]);
  });

  it('are a few at most', async () => {
    const { user } = open(ids.slice(0, 3));
    await screen.findByRole('group', { name: 'On which shelves does it belong?' });
    await user.click(shelf('Poems'));
    expect(screen.getByRole('alert').textContent).toMatch(/^3 are chosen\./u);
    expect(chosen).toEqual([]);
    await user.click(shelf('Night'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(chosen).toEqual([[ids[0], ids[1]]]);
  });

  it('are chosen later where this tablet has never heard of them', async () => {
    failure = new NoNetworkError('cut', false);
    open([]);
    expect(
      await screen.findByText('You can choose a shelf as soon as Quillshelf can be reached.'),
    ).toBeTruthy();
  });
});
