import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestProblems } from '#contract/kit/problem.ts';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { readUser, sessionKeys } from '#src/session/session-keys.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { browserEnvironment } from '#src/sync/browser-environment.ts';
import { rememberPassword, signInOffline } from '#src/sync/offline-sign-in.ts';
import { forgiveTries } from '#src/sync/sign-in-tries.ts';
import { forgetPreparation, keepPack } from '#src/sync/tablet-pack.ts';
import { FakeCameras } from '#tests/support/fake-cameras.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { testKeyRounds } from '#tests/support/sync-environment.ts';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { SignInScreen } from './sign-in.screen.tsx';
import type { QrScannerProps } from './use-card-sign-in.ts';

// The shipped number of rounds takes a large part of a second for each password; src/sync/vault.test.ts holds it.
vi.mock(import('#src/sync/browser-environment.ts'), async (original) => {
  const shipped = await original();
  return {
    ...shipped,
    browserEnvironment: () => ({ ...shipped.browserEnvironment(), keyRounds: testKeyRounds }),
  };
});

const tenantId = '01985b4e-0000-7000-8000-0000000000aa';
const preparation = { tenant_id: tenantId, preparation_id: '01985b4e-0000-7000-8000-0000000000bb' };
const badge = 'Z0e-badge-of-128-bits_';
const zoe: User = {
  id: '01985b4e-0000-7000-8000-000000000001',
  tenant_id: tenantId,
  first_name: 'Zoë',
  last_name: 'Fern',
  email: null,
  username: 'zoe-otter-42',
  role: 'student',
  country: null,
  avatar: 'otter',
};
const idOf = (place: number) => `01985b4e-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`;

/** Twenty-five children, so that there is a second page. */
const students = Array.from({ length: 25 }, (_, place) => ({
  id: place === 0 ? zoe.id : idOf(place),
  handle: `pupil.${String(place).padStart(22, '0')}`,
  first_name: place === 0 ? 'Zoë' : `Child${place}`,
  last_initial: 'F.',
  avatar: 'otter',
  badges: place === 0 ? [createHash('sha256').update(badge).digest('hex')] : [],
}));

beforeEach(() => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  const cameras = new FakeCameras();
  // Somebody has to allow it, so that it does not run by itself.
  cameras.permission = 'prompt';
  Object.defineProperty(navigator, 'mediaDevices', { value: cameras.mediaDevices, configurable: true });
  Object.defineProperty(navigator, 'permissions', { value: cameras.permissions, configurable: true });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const school = { id: tenantId, school_name: 'Greenfield', is_platform: false, is_organization: false };
  useSessionStore.setState({ tenant: school as never, status: 'ready' });
});

afterEach(async () => {
  vi.useRealTimers();
  await forgetPreparation(browserEnvironment(), preparation);
  await forgiveTries(browserEnvironment(), { tenant_id: tenantId, account: zoe.id });
  localStorage.clear();
  sessionStorage.clear();
  act(() => useSessionStore.setState(useSessionStore.getInitialState()));
});

async function prepare(): Promise<void> {
  const maple = {
    id: '01985b4e-0000-7000-8000-0000000000cc',
    class_id: 'MAPXE247',
    name: 'Maple',
    class_theme: '#04abf6',
    students,
  };
  await keepPack(browserEnvironment(), {
    ...preparation,
    token: 't'.repeat(43),
    asked_at: '2026-09-07T08:00:00.000Z',
    pack: { version: '1', classes: [maple], without_class: [] },
  });
}

/** A camera that sees what a test types. */
function FakeScanner({ onRead, refusal }: QrScannerProps) {
  return (
    <>
      <input aria-label="Code" onChange={({ currentTarget }) => onRead(currentTarget.value)} />
      {refusal !== null && <p>{refusal}</p>}
    </>
  );
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const address = () => screen.getByLabelText('Address').textContent;

function show() {
  return renderScreen(<SignInScreen Scanner={FakeScanner} />, { address: '/login' });
}

type Shown = ReturnType<typeof show>;

async function findClass({ user }: Shown, code = 'mapxe 247') {
  await user.click(await button(/^Student/u));
  await user.type(await screen.findByLabelText('Class code'), code);
  await user.click(await button('Find my class'));
}

/** To the steps of everybody else, from the faces. */
async function leaveFaces({ user }: Shown) {
  await user.click(await button('Teacher or parent?'));
}

async function typePassword(shown: Shown, password: string) {
  await shown.user.click(await button('Zoë F., otter'));
  await shown.user.type(await screen.findByLabelText('Your password'), `${password}{Enter}`);
}

async function scan({ user }: Shown, password: string) {
  await user.click(await button('Scan my card'));
  const code = JSON.stringify({ username: 'zoe-otter-42', password });
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } });
}

describe('a child at a prepared tablet without a network', () => {
  it('comes in by its card', async () => {
    await prepare();
    await scan(show(), badge);
    expect(await screen.findByText('Logged in successfully')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(readUser(localStorage)).toMatchObject({ id: zoe.id, first_name: 'Zoë', role: 'student' });
    expect(localStorage.getItem(sessionKeys.accessToken)).toBeNull();
    expect(useSessionStore.getState().user?.id).toBe(zoe.id);
    const kept = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '');
    expect(kept).not.toEqual([]);
    for (const key of kept) expect(localStorage.getItem(key)).not.toContain(badge);
  });

  it('is not let in by a void card, in the school’s words', async () => {
    await prepare();
    await scan(show(), 'old-badge-that-is-void');
    const words = identityProblems.wrong_credentials.error;
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
    expect(useSessionStore.getState().user).toBeNull();
  });

  it('finds itself among the faces of its class at once, all on one page, or by a letter', async () => {
    await prepare();
    const shown = show();
    expect(await button('Zoë F., otter')).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'Children of the class' })).getAllByRole('button'),
    ).toHaveLength(25);
    await shown.user.click(await button('C'));
    await untilFocusIsOn(() => screen.getByRole('button', { name: 'Child1 F., otter' }));
  });

  it('sees the letters of the password, and loses them when it leaves them lying for a minute', async () => {
    await prepare();
    const shown = show();
    await shown.user.click(await button('Zoë F., otter'));
    vi.useFakeTimers();
    const field = screen.getByLabelText<HTMLInputElement>('Your password');
    expect(field.type).toBe('text');
    fireEvent.change(field, { target: { value: 'sunny' } });
    fireEvent.keyDown(field);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.queryByLabelText('Your password')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Zoë F., otter' }));
    vi.useRealTimers();
    expect((await screen.findByLabelText<HTMLInputElement>('Your password')).value).toBe('');
  });

  it('comes in by a password that it typed here before', async () => {
    await prepare();
    await rememberPassword(browserEnvironment(), zoe, 'sunny-otter-42');
    await typePassword(show(), 'sunny-otter-42');
    expect(await screen.findByText('Logged in successfully')).toBeTruthy();
    expect(readUser(localStorage)).toMatchObject({ id: zoe.id, last_name: 'Fern' });
  });

  it('reads what it can do where it types its password here for the first time', async () => {
    await prepare();
    await typePassword(show(), 'sunny-otter-42');
    expect(await screen.findByText(/Your login card works: go back and scan it/u)).toBeTruthy();
    expect(screen.queryByText(identityProblems.wrong_credentials.error)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Your password').value).toBe('sunny-otter-42');
  });

  it('waits after five wrong passwords, in the school’s words', async () => {
    await prepare();
    await rememberPassword(browserEnvironment(), zoe, 'sunny-otter-42');
    for (let made = 0; made < 5; made += 1)
      await signInOffline(browserEnvironment(), tenantId, { username: 'zoe-otter-42', password: 'wrong' });
    await typePassword(show(), 'sunny-otter-42');
    await waitFor(() => expect(screen.getAllByText(requestProblems.too_many.error)).toHaveLength(2));
  });

  it('is told where the tablet is not prepared for its class', async () => {
    await prepare();
    const shown = show();
    await leaveFaces(shown);
    await findClass(shown, 'CEDAR111');
    expect(await screen.findByText(/not prepared for a class with this code/u)).toBeTruthy();
  });
});

describe('a child at a tablet that is not prepared, without a network', () => {
  it('is told so for a class code', async () => {
    await findClass(show());
    expect(
      await screen.findByText(/^Quillshelf cannot be reached right now\. This tablet is not prepared/u),
    ).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Class code').value).toBe('mapxe 247');
  });

  it('is told so for a card', async () => {
    const shown = show();
    await shown.user.click(await button(/^Student/u));
    await scan(shown, badge);
    expect(
      await screen.findByText(/^Quillshelf cannot be reached right now\. This tablet is not prepared/u),
    ).toBeTruthy();
    expect(useSessionStore.getState().user).toBeNull();
  });
});

describe('a grown-up without a network', () => {
  it('reads that the school cannot be reached, and nothing about children’s tablets', async () => {
    await prepare();
    const shown = show();
    const { user } = shown;
    await leaveFaces(shown);
    await user.click(await button(/^Teacher or administrator/u));
    await user.type(await screen.findByLabelText('Email or username'), 'teacher@greenfield.test');
    await user.type(screen.getByLabelText('Password'), 'Quill-demo-1');
    await user.click(await button('Sign in'));
    const text = await screen.findByText(/^Quillshelf cannot be reached right now\./u);
    expect(text.textContent).not.toContain('tablet');
  });
});
