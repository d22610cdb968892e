import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { deviceStorage } from '#src/session/device-storage.ts';
import { sessionKeys } from '#src/session/session-keys.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { HelpButton } from './help-button.tsx';
import { SearchButton } from './search-button.tsx';

const { missing } = vi.hoisted(() => ({
  missing: (): never => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/late.js');
  },
}));

vi.mock('#src/areas/search/site-search.tsx', () => ({
  get SiteSearch() {
    return missing();
  },
}));
vi.mock('#src/features/help/help.drawer.tsx', () => ({
  get HelpDrawer() {
    return missing();
  },
}));

it('says that the search needs the network, and keeps what was typed for the next time', async () => {
  deviceStorage.setItem(sessionKeys.search, 'red ');
  const { user } = renderScreen(<SearchButton />);
  const button = screen.getByRole('button', { name: 'Search' });
  await user.click(button);
  expect(await screen.findByText('The search could not be opened')).toBeTruthy();
  expect(screen.getByText('Quillshelf cannot be reached right now. Please try again later.')).toBeTruthy();
  expect(document.activeElement).toBe(button);
  expect(deviceStorage.getItem(sessionKeys.search)).toBe('red ');
});

it('says that the help could not be fetched', async () => {
  const { user } = renderScreen(<HelpButton />);
  await user.click(screen.getByRole('button', { name: 'Help' }));
  expect(await screen.findByText('Failed to load help content. Please try again later.')).toBeTruthy();
  expect(screen.getByText('It has to be fetched once before it opens without a network.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
