import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile, sampleTenant } from '#tests/support/screen-samples.ts';
import { Navbar } from './navbar.tsx';

beforeEach(() => useSessionStore.setState({ tenant: sampleTenant(), user: null, isInCommunity: true }));
afterEach(() => {
  cleanup();
  act(() => useSessionStore.setState(useSessionStore.getInitialState()));
});

const bar = () => screen.queryByRole('region', { name: 'Community view' });

describe('a parent in the community view', () => {
  it('sees of which school it is, and leaves by the bar', async () => {
    const server = new FakeSchoolServer({
      'POST /generic-password-logout': () => ({ body: { authenticated: false } }),
    });
    const { user } = renderScreen(<Navbar />, { address: '/library' });
    await waitFor(() => expect(bar()?.textContent).toContain('Community view of Greenfield Primary'));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(bar()).toBeNull());
    expect(server.askedFor('/generic-password-logout')).toHaveLength(1);
  });

  it('is told without a network that they are still in', async () => {
    const server = new FakeSchoolServer({});
    const { user } = renderScreen(<Navbar />, { address: '/library' });
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect((await screen.findByRole('alert')).textContent).toContain('You are still in.');
    expect(server.asked).not.toEqual([]);
    expect(bar()).toBeTruthy();
  });
});

describe('nobody else', () => {
  it.each([
    ['a visitor', { isInCommunity: false }],
    ['a teacher who signed in after a parent', { user: sampleProfile({ role: 'teacher' }) }],
  ])('has the bar: %s', (_who, state) => {
    useSessionStore.setState(state);
    renderScreen(<Navbar />, { address: '/library' });
    expect(bar()).toBeNull();
  });
});
