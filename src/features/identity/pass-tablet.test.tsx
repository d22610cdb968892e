import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastWayIn, noteChildHere } from '#src/session/children-here.ts';
import { passTablet } from '#src/session/redirects.ts';
import { sessionKeys, writeSession } from '#src/session/session-keys.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { zoe } from '#tests/support/pupil-user.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { SignInScreen } from './sign-in.screen.tsx';
import { SignOutScreen } from './sign-out.screen.tsx';
import type { QrScannerProps } from './use-card-sign-in.ts';

/** A camera that sees what a test types. */
function FakeScanner({ onRead, isUnasked }: QrScannerProps) {
  return (
    <>
      <input aria-label="Code" onChange={({ currentTarget }) => onRead(currentTarget.value)} />
      {isUnasked && <p>Nobody asked for the camera</p>}
    </>
  );
}

let server: FakeSchoolServer;

beforeEach(() => {
  const ben = { handle: 'pupil.ben', first_name: 'Ben', last_initial: 'A.', avatar: 'fox' };
  server = new FakeSchoolServer({
    'POST /logout/': () => ({ body: {} }),
    'POST /auth/token/': () => ({ body: { access: 'b', refresh: 'b', user: { ...zoe, first_name: 'Ben' } } }),
    'GET /list-student-in-class/MAPXE247/': () => ({
      body: { count: 1, next: null, results: { students: [ben] } },
    }),
  });
  writeSession(localStorage, { access: 'a', refresh: 'r', user: zoe }, false);
  localStorage.setItem('classCode', 'MAPXE247');
  useSessionStore.setState({ user: zoe });
});

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  act(() => useSessionStore.setState(useSessionStore.getInitialState()));
});

function show(address: string) {
  const replica = new FakeReplica();
  replica.say({ waiting: 2 });
  return renderScreen(
    <Routes>
      <Route path="logout" element={<SignOutScreen />} />
      <Route path="login" element={<SignInScreen Scanner={FakeScanner} />} />
    </Routes>,
    { address, replica },
  );
}

const title = async (name: string) => await screen.findByRole('heading', { level: 1, name });

describe('a child who passes the tablet', () => {
  it('is signed out without a question, though not everything was sent', async () => {
    show(passTablet);
    await title('Who are you?');
    expect(useSessionStore.getState().user).toBeNull();
    expect(localStorage.getItem(sessionKeys.accessToken)).toBeNull();
    expect(server.askedFor('/logout/')[0]?.body).toEqual({ refresh: 'r' });
  });

  it('shows the next one the children of the same class, and the scanner is a tap away', async () => {
    noteChildHere('typed');
    show(passTablet);
    expect(await screen.findByRole('button', { name: 'Ben A., fox' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Scan my card' }));
    await title('Scan your card');
    expect(screen.queryByText('Nobody asked for the camera')).toBeNull();
  });

  it('finds the scanner open who comes after a child with a card', async () => {
    noteChildHere('card');
    show(passTablet);
    await title('Scan your card');
    // So that it leaves the card alone that the last child did not put away.
    expect(await screen.findByText('Nobody asked for the camera')).toBeTruthy();
    const code = '{"username":"ben-fox-7","password":"badge"}';
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } });
    await untilAddressIs('/');
    expect(lastWayIn()).toBe('card');
  });

  it('leaves the field for the class code to whoever comes next where none was used', async () => {
    localStorage.removeItem('classCode');
    show(passTablet);
    await title('Which class are you in?');
    expect(server.askedFor('/list-student-in-class/MAPXE247/')).toEqual([]);
  });
});

describe('who signs out', () => {
  it('is told of what waits, and the next one begins at the beginning', async () => {
    show('/logout');
    await title('Sign out now?');
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await title('Who is signing in?')).toBeTruthy();
    expect(screen.queryByLabelText('Code')).toBeNull();
  });
});
