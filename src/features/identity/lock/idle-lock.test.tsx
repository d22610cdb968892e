import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { requestProblems } from '#contract/kit/problem.ts';
import { isPassing } from '#src/session/redirects.ts';
import { readUser, sessionKeys, writeSession } from '#src/session/session-keys.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { startSession } from '#src/session/use-session.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { zoe } from '#tests/support/pupil-user.ts';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';
import { SignOutScreen } from '../sign-out.screen.tsx';
import { IdleLock } from './idle-lock.tsx';

/** A camera that sees what a test types. */
function FakeScanner({ onRead, refusal }: { onRead: (text: string) => void; refusal: string | null }) {
  return (
    <>
      <input aria-label="Code" onChange={({ currentTarget }) => onRead(currentTarget.value)} />
      {refusal !== null && <p>{refusal}</p>}
    </>
  );
}

const ben: User = { ...zoe, id: '01985b4e-0000-7000-8000-000000000002', username: 'ben-fox-7' };

let onSignIn: () => FakeAnswer;
let server: FakeSchoolServer;

const sessionOf = (user: User) => ({ body: { access: 'new access', refresh: 'new refresh', user } });

beforeEach(() => {
  onSignIn = () => sessionOf(zoe);
  server = new FakeSchoolServer({
    'POST /auth/token/': () => onSignIn(),
    'POST /logout/': () => ({ body: {} }),
  });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  writeSession(localStorage, { access: 'old access', refresh: 'old refresh', user: zoe }, true);
  startSession();
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  act(() => useSessionStore.setState(useSessionStore.getInitialState()));
});

/** A page of the child with something typed, and the way out. */
function Page() {
  const [text, setText] = useState('I like owls');
  const { search } = useLocation();
  return isPassing(search) ? (
    <SignOutScreen />
  ) : (
    <input
      aria-label="About me"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

function show(hasUnsaved = false) {
  return renderScreen(
    <>
      <Page />
      <IdleLock hasUnsaved={async () => hasUnsaved} Scanner={FakeScanner} />
    </>,
    { address: '/dashboard' },
  );
}

type Shown = ReturnType<typeof show>;

async function leaveAlone(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function showLocked(hasUnsaved = false): Promise<Shown> {
  const shown = show(hasUnsaved);
  await leaveAlone(6 * 60_000);
  await screen.findByRole('heading', { level: 1, name: 'Are you back, Zoë?' });
  return shown;
}

const typePassword = async (password: string) => {
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Go on' }));
};
const isLocked = () => useSessionStore.getState().isLocked;

describe('a tablet that nobody touches', () => {
  it('asks whether somebody is there, and any key says yes', async () => {
    show();
    await leaveAlone(5 * 60_000 + 1000);
    expect(await screen.findByText('Are you still there?')).toBeTruthy();
    expect(screen.getByText('59 seconds')).toBeTruthy();
    fireEvent.keyDown(window, { key: 'a' });
    await waitFor(() => expect(screen.queryByText('Are you still there?')).toBeNull());
    await leaveAlone(60_000);
    expect(isLocked()).toBe(false);
  });

  it('locks after a minute without an answer, and shows nothing but whose turn it is', async () => {
    await showLocked();
    expect(document.querySelector('[aria-label="About me"]')).toBeNull();
    await untilFocusIsOn(() => screen.getByLabelText('Your password'));
    expect(Array.from(document.body.children, ({ tagName }) => tagName)).toEqual(['MAIN']);
    expect(document.title).toBe('Locked');
  });

  it('is not opened by keys: not by Escape, nor by touching', async () => {
    await showLocked();
    fireEvent.keyDown(window, { key: 'Escape' });
    fireEvent.pointerDown(window);
    await leaveAlone(5000);
    expect(isLocked()).toBe(true);
  });

  it('locks at the touch that wakes it, where the time is long over', async () => {
    show();
    vi.setSystemTime(Date.now() + 60 * 60_000);
    fireEvent.pointerDown(window);
    expect(isLocked()).toBe(true);
    expect(await screen.findByText('This tablet is locked. What you made is safe.')).toBeTruthy();
  });
});

describe('a locked session', () => {
  it('is opened by the password of its child, with what was typed; it goes on as it was', async () => {
    await showLocked();
    await typePassword('sunny-otter-42');
    expect((await screen.findByLabelText<HTMLInputElement>('About me')).value).toBe('I like owls');
    expect(server.askedFor('/auth/token/')[0]?.body).toEqual({
      username: 'zoe-otter-42',
      password: 'sunny-otter-42',
    });
    expect(localStorage.getItem(sessionKeys.refreshToken)).toBe('old refresh');
    // What the school gave to see who it is, it has back.
    await waitFor(() =>
      expect(server.asked.map(({ body }) => body)).toContainEqual({ refresh: 'new refresh' }),
    );
    expect(screen.queryByText('Are you still there?')).toBeNull();
  });

  it('is opened by the card of its child', async () => {
    await showLocked();
    fireEvent.click(screen.getByRole('button', { name: 'Scan my card' }));
    const code = '{"username":"zoe-otter-42","password":"badge"}';
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } });
    expect(await screen.findByLabelText('About me')).toBeTruthy();
    expect(isLocked()).toBe(false);
  });

  it('is not opened by the card of another child, who is told what everybody is told', async () => {
    onSignIn = () => sessionOf(ben);
    await showLocked();
    fireEvent.click(screen.getByRole('button', { name: 'Scan my card' }));
    const code = '{"username":"ben-fox-7","password":"badge"}';
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } });
    expect(await screen.findByText(identityProblems.wrong_credentials.error)).toBeTruthy();
    expect(isLocked()).toBe(true);
    expect(readUser(localStorage)?.id).toBe(zoe.id);
    await waitFor(() =>
      expect(server.asked.map(({ body }) => body)).toContainEqual({ refresh: 'new refresh' }),
    );
  });

  it('says of what is no card that it is none', async () => {
    await showLocked();
    fireEvent.click(screen.getByRole('button', { name: 'Scan my card' }));
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: 'https://example.org' } });
    expect(await screen.findByText('Invalid QR code format.')).toBeTruthy();
    expect(server.askedFor('/auth/token/')).toEqual([]);
  });

  it('refuses in the school’s words a wrong password, and after too many of them', async () => {
    onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    await showLocked();
    await typePassword('wrong');
    expect(await screen.findByText('Login failed. Please check your credentials.')).toBeTruthy();
    const words = 'Too many tries. Please wait 10 minutes, or ask somebody at your school for help.';
    onSignIn = () => refusalOf(requestProblems.too_many, { error: words });
    await typePassword('wrong again');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(isLocked()).toBe(true);
    await untilFocusIsOn(() => screen.getByLabelText('Your password'));
  });

  it('reads out each step to a child who cannot read, and what is refused', async () => {
    const speech = FakeSpeech.install();
    onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    await showLocked(true);
    const hear = async () => fireEvent.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    await hear();
    await typePassword('wrong');
    await screen.findByText('Login failed. Please check your credentials.');
    await hear();
    fireEvent.click(screen.getByRole('button', { name: 'Scan my card' }));
    await screen.findByRole('heading', { level: 1, name: 'Scan your card' });
    await hear();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Not Zoë? Next child' }));
    await screen.findByRole('heading', { level: 1, name: 'Pass the tablet?' });
    await hear();
    expect(speech.said).toEqual([
      'Are you back, Zoë? Type your password, or scan your card. Somebody else? Tap the last button.',
      'That was not right. Try once more, or ask your teacher.',
      'Hold your card up in front of the tablet, so that it sees the square.',
      'Pass the tablet? Zoë typed something that is not saved. It will be lost. What is saved is kept safe, and your school gets it.',
    ]);
    vi.unstubAllGlobals();
  });

  it('blames nobody where the school cannot be reached', async () => {
    onSignIn = () => null;
    await showLocked();
    await typePassword('sunny-otter-42');
    expect(await screen.findByText(/^Quillshelf cannot be reached right now\./u)).toBeTruthy();
    expect(isLocked()).toBe(true);
  });

  it('is left at once by the next child where everything is saved', async () => {
    await showLocked();
    fireEvent.click(screen.getByRole('button', { name: 'Not Zoë? Next child' }));
    await untilAddressIs('/login');
    expect(useSessionStore.getState()).toMatchObject({ user: null, isLocked: false });
    expect(localStorage.getItem(sessionKeys.refreshToken)).toBeNull();
  });

  it('asks the next child first where something typed would be lost', async () => {
    await showLocked(true);
    fireEvent.click(screen.getByRole('button', { name: 'Not Zoë? Next child' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Pass the tablet?' })).toBeTruthy();
    expect(document.body.textContent).toContain('What is saved is kept safe, and your school gets it.');
    fireEvent.click(screen.getByRole('button', { name: 'Wait for Zoë' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Are you back, Zoë?' })).toBeTruthy();
    expect(isLocked()).toBe(true);
  });
});
