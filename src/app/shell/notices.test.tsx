import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleTenant } from '#tests/support/screen-samples.ts';
import { Notices } from './notices.tsx';

afterEach(() => act(() => useSessionStore.setState(useSessionStore.getInitialState())));

it('says that a school is gone, and what tablets keep of it goes, of no other school', async () => {
  const forget = vi.fn<(tenantId: string) => Promise<void>>(async () => undefined);
  useSessionStore.setState({ tenant: sampleTenant() });
  renderScreen(<Notices forget={forget} />);
  expect(forget).not.toHaveBeenCalled();
  const gone = { ...sampleTenant(), is_gone: true };
  act(() => useSessionStore.setState({ tenant: gone }));
  await screen.findByText(`${gone.school_name} has closed. Its data was deleted, and nobody can sign in.`);
  await waitFor(() => expect(forget.mock.calls).toEqual([[gone.id]]));
});
