import { act, screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { RequireRole } from './require-role.tsx';
import { useSessionStore } from './session.store.ts';

beforeEach(() => useSessionStore.setState(useSessionStore.getInitialState()));

function Carried() {
  const { state } = useLocation() as { state: unknown };
  return <output aria-label="Carried">{JSON.stringify(state)}</output>;
}

function open(address: string) {
  return renderScreen(
    <Routes>
      <Route element={<RequireRole roles={['student', 'teacher']} families="/" />}>
        <Route path="dashboard" element={<p>A dashboard</p>} />
      </Route>
      <Route element={<RequireRole roles={['school_admin']} />}>
        <Route path="admin-school" element={<p>An office</p>} />
      </Route>
      <Route path="*" element={<Carried />} />
    </Routes>,
    { address },
  );
}

describe('a page for some', () => {
  it('is shown to them, and leads others home', async () => {
    useSessionStore.setState({ user: sampleProfile({ role: 'teacher' }) });
    const first = open('/dashboard');
    expect(screen.getByText('A dashboard')).toBeTruthy();
    first.unmount();
    open('/admin-school');
    await untilAddressIs('/');
  });

  it('asks whoever is nobody yet who they are', async () => {
    open('/dashboard');
    await untilAddressIs('/login');
  });

  it('says whose page it was after a reload, when nothing else is left of the session', async () => {
    const zoe = sampleProfile({ role: 'student' });
    useSessionStore.setState({ user: zoe });
    const first = open('/dashboard?option=My%20Stories');
    act(() => useSessionStore.setState({ user: null, ended: 'signed_out' }));
    await untilAddressIs('/login');
    expect(screen.getByLabelText('Carried').textContent).toBe('null');
    first.unmount();
    useSessionStore.setState(useSessionStore.getInitialState());
    open('/dashboard?option=My%20Stories');
    await untilAddressIs('/login');
    expect(JSON.parse(screen.getByLabelText('Carried').textContent)).toEqual({
      from: '/dashboard?option=My%20Stories',
      of: zoe.id,
    });
  });

  it('leads families to what the school shares with them, and to no office', async () => {
    useSessionStore.setState({ isInCommunity: true });
    const first = open('/dashboard?option=Teacher%20Dashboard');
    await untilAddressIs('/');
    first.unmount();
    open('/admin-school');
    await untilAddressIs('/login');
  });

  it('is a teacher’s own also where their family came in before', () => {
    useSessionStore.setState({ isInCommunity: true, user: sampleProfile({ role: 'teacher' }) });
    open('/dashboard');
    expect(screen.getByText('A dashboard')).toBeTruthy();
  });
});
