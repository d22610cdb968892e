import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { UnknownHostScreen } from './unknown-host.screen.tsx';

it('an address that is nobody’s leads to the platform as far as it is known where that is', async () => {
  useSessionStore.setState({ platformHost: null });
  renderScreen(<UnknownHostScreen />);
  expect(screen.getByRole('heading', { name: 'There is no school at this address.' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  useSessionStore.setState({ platformHost: 'books.example' });
  expect((await screen.findByRole('link', { name: 'Go to Quillshelf' })).getAttribute('href')).toBe(
    'http://books.example:3000/',
  );
});
