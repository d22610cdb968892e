import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { UnknownHostScreen } from './unknown-host.screen.tsx';

it('an address that is nobody’s leads to the platform as far as it is known where that is', async () => {
  renderScreen(<UnknownHostScreen />);
  expect(screen.getByRole('heading', { name: 'There is no school at this address.' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  const said = { code: 'tenants.unknown_host', error: 'None', errors: {}, request_id: 'r' };
  useSessionStore.setState({ refusal: { ...said, details: { platform_host: 'books.example' } } });
  expect((await screen.findByRole('link', { name: 'Go to Quillshelf' })).getAttribute('href')).toBe(
    'http://books.example:3000/',
  );
});
