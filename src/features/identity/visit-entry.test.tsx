import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestProblems } from '#contract/kit/problem.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { clearSession, readUser, sessionKeys } from '#src/session/session-keys.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { heldVisitToken, holdVisitToken } from '#src/session/held-visit.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleTenant } from '#tests/support/screen-samples.ts';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';
import { VisitEntry } from './visit-entry.tsx';

const token = `v_${'k'.repeat(43)}`;
const guest = {
  id: '019a0000-0000-7000-8000-0000000000aa',
  tenant_id: '019a0000-0000-7000-8000-0000000000bb',
  first_name: 'Imani',
  last_name: 'Clarke',
  email: null,
  username: null,
  role: 'school_admin',
  country: null,
  avatar: null,
  visiting: { home: 'Bright Futures Trust', host: 'brightfutures.localhost', is_platform: false },
} as const;
const session: FakeAnswer = { body: { access: 'a', refresh: 'r', user: guest } };

beforeEach(() => {
  clearSession(deviceStorage);
  useSessionStore.setState({ user: null, ended: null });
});

const visit: FakeAnswer = {
  body: { first_name: 'Imani', last_name: 'Clarke', home: 'Bright Futures Trust' },
};

function open(answer: () => FakeAnswer, looked: () => FakeAnswer = () => visit) {
  const server = new FakeSchoolServer({
    'POST /auth/visit/check/': looked,
    'POST /auth/visit/': answer,
    'POST /logout/': () => ({ body: {} }),
  });
  window.history.replaceState(null, '', `/login/${token}`);
  holdVisitToken();
  const onLeave = vi.fn();
  const shown = renderScreen(
    <StrictMode>
      <VisitEntry token={token} onLeave={onLeave} />
    </StrictMode>,
    { address: '/login' },
  );
  return { server, onLeave, ...shown };
}

const button = () => screen.findByRole('button', { name: 'Open this school' });

describe('a link into a school', () => {
  it('is taken out of the address before anything else, and held', () => {
    window.history.replaceState(null, '', `/login/${token}/`);
    const { length } = window.history;
    holdVisitToken();
    expect([window.location.pathname, window.history.length, heldVisitToken()]).toEqual([
      '/login',
      length,
      token,
    ]);
  });

  it.each(['/login/greenfield', '/login', `/${token}`, `/login/${token}/more`])(
    'is not what stands at %s',
    (path) => {
      window.history.replaceState(null, '', path);
      holdVisitToken();
      expect(window.location.pathname).toBe(path);
    },
  );

  it('says who enters, from where and into which school, and changes nothing before the button', async () => {
    deviceStorage.setItem(sessionKeys.refreshToken, 'the one before');
    const before = { ...guest, id: guest.tenant_id, first_name: 'Noah', last_name: 'Weiss' };
    deviceStorage.setItem(sessionKeys.user, JSON.stringify(before));
    useSessionStore.setState({ user: before, tenant: sampleTenant() });
    const { server } = open(() => session);
    const heading = await screen.findByRole('heading', { name: 'Open Greenfield Primary?' });
    await untilFocusIsOn(() => heading);
    expect(screen.getByText(/You enter Greenfield Primary as a guest/u).textContent).toBe(
      'You enter Greenfield Primary as a guest: Imani Clarke from Bright Futures Trust.',
    );
    expect(screen.getByText(/is signed in here now/u).textContent).toBe(
      'Noah Weiss is signed in here now and will be signed out.',
    );
    expect(server.asked.map(({ path }) => path)).toEqual(['/auth/visit/check/']);
    expect(deviceStorage.getItem(sessionKeys.refreshToken)).toBe('the one before');
  });

  it('is not used, and the session goes on, where somebody cancels', async () => {
    deviceStorage.setItem(sessionKeys.refreshToken, 'the one before');
    deviceStorage.setItem(sessionKeys.user, JSON.stringify(guest));
    const { server, user, onLeave } = open(() => session);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(onLeave).toHaveBeenCalledOnce();
    expect(heldVisitToken()).toBeNull();
    expect(server.askedFor('/auth/visit/')).toEqual([]);
    expect(readUser(deviceStorage)).toEqual(guest);
  });

  it('lets the guest in, once, and into the school’s pages', async () => {
    const { server, user } = open(() => session);
    await user.click(await button());
    await untilAddressIs('/admin-school');
    expect(server.askedFor('/auth/visit/').map(({ body }) => body)).toEqual([{ token }]);
    expect(useSessionStore.getState().user).toEqual(guest);
    expect(readUser(deviceStorage)).toEqual(guest);
    expect(deviceStorage.getItem(sessionKeys.remember)).toBe('false');
    expect(heldVisitToken()).toBeNull();
  });

  it('ends the session of whoever was signed in here before', async () => {
    deviceStorage.setItem(sessionKeys.refreshToken, 'the one before');
    deviceStorage.setItem(sessionKeys.user, JSON.stringify({ ...guest, id: guest.tenant_id }));
    const { server, user } = open(() => session);
    await user.click(await button());
    await waitFor(() => expect(useSessionStore.getState().user?.id).toBe(guest.id));
    expect(server.askedFor('/logout/').map(({ body }) => body)).toEqual([{ refresh: 'the one before' }]);
    expect(deviceStorage.getItem(sessionKeys.refreshToken)).toBe('r');
  });

  it.each(['when the page looks at it', 'when it is used'])(
    'that is used up or unknown %s is kind about it, in the same words',
    async (when) => {
      const refused = () => refusalOf(visitProblems.link_refused);
      const isAtFirst = when === 'when the page looks at it';
      const { onLeave, user } = open(refused, isAtFirst ? refused : undefined);
      if (!isAtFirst) await user.click(await button());
      const heading = await screen.findByRole('heading', { name: 'This link does not work any more' });
      await untilFocusIsOn(() => heading);
      expect(screen.getByText(/works once, and for a minute/u)).toBeTruthy();
      expect(heldVisitToken()).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Sign in here' }));
      expect(onLeave).toHaveBeenCalledOnce();
    },
  );

  it('is tried again where nobody answered', async () => {
    let answer: FakeAnswer = null;
    const { user } = open(
      () => session,
      () => answer,
    );
    await screen.findByRole('heading', { name: 'Your school cannot be opened right now' });
    expect(useSessionStore.getState().user).toBeNull();
    answer = visit;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await button());
    await waitFor(() => expect(useSessionStore.getState().user).toEqual(guest));
  });

  it('says what the school says where there were too many tries', async () => {
    const { user } = open(() => refusalOf(requestProblems.too_many));
    await user.click(await button());
    expect(await screen.findByText(requestProblems.too_many.error)).toBeTruthy();
  });
});
