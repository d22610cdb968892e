import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import type { Session } from '#contract/identity/identity.schema.ts';
import { requestProblems } from '#contract/kit/problem.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import type { PupilTile } from '#contract/students/students.schema.ts';
import { invitationKey } from '#src/session/redirects.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { SignInScreen } from './sign-in.screen.tsx';
import type { QrScannerProps } from './use-card-sign-in.ts';

const session: Session = {
  access: 'access',
  refresh: 'refresh',
  user: zoe,
};

const animals = ['otter', 'fox', 'owl'] as const;

/** Twenty-five children, so that there is a second page. */
const children: PupilTile[] = Array.from({ length: 25 }, (_, place) => ({
  handle: `pupil.${String(place).padStart(22, '0')}`,
  first_name: place === 0 ? 'Zoë' : `Child${place}`,
  last_initial: 'F.',
  avatar: animals[place % 3] ?? 'otter',
}));

function pageOf({ limit = '20', offset = '0', search = '' }: Record<string, string>): FakeAnswer {
  const found = children.filter(({ first_name }) => first_name.toLowerCase().includes(search.toLowerCase()));
  const students = found.slice(Number(offset), Number(offset) + Number(limit));
  return { body: { count: found.length, next: null, results: { students } } };
}

const invalidCode = refusalOf(studentProblems.invalid_class_code);

/** How the school answers to signing in; a test sets another. */
let onSignIn: () => FakeAnswer | Promise<FakeAnswer>;
let onEnter: () => FakeAnswer;
let onClass: (query: Record<string, string>) => FakeAnswer | Promise<FakeAnswer>;
let server: FakeSchoolServer;

/** An answer that comes when the test says so. */
function later() {
  let resolve: (answer: FakeAnswer) => void = () => undefined;
  const promise = new Promise<FakeAnswer>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

beforeEach(() => {
  onSignIn = () => ({ body: session });
  onEnter = () => ({ body: { authenticated: true } });
  onClass = pageOf;
  server = new FakeSchoolServer({
    'POST /auth/token/': () => onSignIn(),
    'POST /generic-password-login': () => onEnter(),
    'GET /list-student-in-class/MAPXE247/': ({ query }) => onClass(query),
    'GET /list-student-in-class/nope/': () => invalidCode,
    'GET /tenant-by-slug/greenfield/': () => ({
      body: { school_name: 'Greenfield', host: window.location.hostname },
    }),
    'GET /tenant-by-slug/used-up/': () =>
      refusalOf({ code: 'tenants.unknown_slug', status: 404, error: 'There is no school with this name.' }),
  });
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  act(() => useSessionStore.setState(useSessionStore.getInitialState()));
});

type Given = { from?: string; Scanner?: (props: QrScannerProps) => React.ReactNode };

function show({ from, Scanner }: Given = {}) {
  return renderScreen(<SignInScreen {...(Scanner && { Scanner })} />, {
    address: '/login',
    ...(from !== undefined && { state: { from } }),
  });
}

type Shown = ReturnType<typeof show>;

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const address = () => screen.getByLabelText('Address').textContent;

async function choose({ user }: Shown, role: string) {
  // What it needs stands in its name too.
  await user.click(await button(new RegExp(`^${role}`, 'u')));
}

async function findClass(shown: Shown, code = 'MAPXE247') {
  await choose(shown, 'Student');
  const field = await screen.findByLabelText('Class code');
  await shown.user.clear(field);
  await shown.user.type(field, code);
  await shown.user.click(await button('Find my class'));
}

async function pickZoe(shown: Shown) {
  await findClass(shown);
  await shown.user.click(await button('Zoë F., otter'));
  return await screen.findByLabelText('Your password');
}

/** The words at the place named, and in a toast as well. */
async function expectBannerAndToast(text: string) {
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThanOrEqual(2));
  const alerts = screen.getAllByRole('alert').filter((alert) => within(alert).queryByText(text));
  expect(alerts.length).toBeGreaterThanOrEqual(1);
}

describe('the first step', () => {
  it('asks who signs in, and says what each needs', async () => {
    show();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Who is signing in?');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'StudentWith your class code',
      'Teacher or administratorFull access',
      'ParentCommunity access',
    ]);
  });

  it('is read out to who cannot read yet', async () => {
    const speech = FakeSpeech.install();
    const shown = show();
    await shown.user.click(await button('Hear what to do'));
    expect(speech.said).toEqual(['Who is signing in? If you are a student, tap the backpack.']);
  });

  it('is left out where nobody but staff signs in', async () => {
    const platform = { is_platform: true, is_organization: false, school_name: 'Quillshelf' };
    useSessionStore.setState({ tenant: platform as never, status: 'ready' });
    show();
    expect(await screen.findByLabelText('Email or username')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  });

  it('is not for somebody who is signed in: that one is home', () => {
    useSessionStore.setState({ user: session.user });
    show();
    expect(address()).toBe('/');
  });
});

describe('a child', () => {
  it('without a code is told: Please enter a class code.', async () => {
    const shown = show();
    await choose(shown, 'Student');
    await shown.user.click(await button('Find my class'));
    expect(await screen.findByText('Please enter a class code.')).toBeTruthy();
    await untilFocusIsOn(() => screen.getByLabelText('Class code'));
    expect(server.asked).toEqual([]);
  });

  it('with a code that no class has is told so at the field and in a toast', async () => {
    await findClass(show(), 'nope');
    await waitFor(() =>
      expect(screen.getAllByText('Invalid class code. Please check and try again.')).toHaveLength(2),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Class code').value).toBe('nope');
    expect(screen.queryByRole('list', { name: 'Children of the class' })).toBeNull();
  });

  it('finds itself by picture and name, twenty on a page', async () => {
    const shown = show();
    await findClass(shown);
    const list = await screen.findByRole('list', { name: 'Children of the class' });
    expect(within(list).getAllByRole('button')).toHaveLength(20);
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    await shown.user.click(await button('Back a page'));
    await shown.user.click(await button('More names'));
    expect(await screen.findByText('Page 2 of 2')).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'Children of the class' })).getAllByRole('button'),
    ).toHaveLength(5);
    expect(server.askedFor('/list-student-in-class/MAPXE247/').map(({ query }) => query)).toEqual([
      { limit: '20', offset: '0' },
      { limit: '20', offset: '20' },
    ]);
  });

  it('searches by name, half a second after the last letter', async () => {
    const shown = show();
    await findClass(shown);
    const field = await screen.findByRole('searchbox', { name: 'Search for your name' });
    const asked = () => server.askedFor('/list-student-in-class/MAPXE247/').length;
    vi.useFakeTimers();
    fireEvent.change(field, { target: { value: 'zo' } });
    act(() => void vi.advanceTimersByTime(499));
    expect(asked()).toBe(1);
    act(() => void vi.advanceTimersByTime(1));
    vi.useRealTimers();
    await waitFor(() => expect(screen.getAllByRole('button', { name: /F\., / })).toHaveLength(1));
    expect(await button('Zoë F., otter')).toBeTruthy();
    expect(asked()).toBe(2);
  });

  it('that finds nobody is offered everybody', async () => {
    const shown = show();
    await findClass(shown);
    await shown.user.type(await screen.findByRole('searchbox'), 'xyz{Enter}');
    expect(await screen.findByText('Nobody here has a name like that.')).toBeTruthy();
    await shown.user.click(await button('Show everybody'));
    expect(await button('Zoë F., otter')).toBeTruthy();
  });

  it('loses the list where the code is none any more', async () => {
    const shown = show();
    await findClass(shown);
    onClass = () => invalidCode;
    await shown.user.click(await button('More names'));
    expect(await screen.findByLabelText('Class code')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getAllByText('Invalid class code. Please check and try again.')).toHaveLength(2),
    );
    expect(screen.queryByRole('list', { name: 'Children of the class' })).toBeNull();
  });

  it('signs in by its handle and the typed password', async () => {
    const shown = show();
    await shown.user.type(await pickZoe(shown), 'sunny-otter-42');
    await shown.user.click(await button('Sign in'));
    expect(await screen.findByText('Logged in successfully')).toBeTruthy();
    expect(server.askedFor('/auth/token/')[0]?.body).toEqual({
      username: children[0]?.handle,
      password: 'sunny-otter-42',
    });
    await waitFor(() => expect(address()).toBe('/'));
    expect(localStorage.getItem('remember')).toBe('false');
  });

  it('without a password is told: Please enter your password.', async () => {
    const shown = show();
    await pickZoe(shown);
    await shown.user.click(await button('Sign in'));
    expect(await screen.findByText('Please enter your password.')).toBeTruthy();
    expect(server.askedFor('/auth/token/')).toEqual([]);
  });

  it('with a wrong password hears what to do about it', async () => {
    const speech = FakeSpeech.install();
    onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    const shown = show();
    await shown.user.type(await pickZoe(shown), 'sunny{Enter}');
    await screen.findAllByText('Login failed. Please check your credentials.');
    await shown.user.click(await button('Hear what to do'));
    expect(speech.said).toEqual(['That was not right. Try once more, or ask your teacher.']);
    vi.unstubAllGlobals();
  });

  it('with a wrong password is told so on the page and in a toast, and can type on', async () => {
    onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    const shown = show();
    const field = await pickZoe(shown);
    await shown.user.type(field, 'wrong{Enter}');
    await expectBannerAndToast('Login failed. Please check your credentials.');
    await untilFocusIsOn(() => field);
    expect(address()).toBe('/login');
  });

  it('sees the toast of the try before go as the next one begins', async () => {
    onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    const shown = show();
    const field = await pickZoe(shown);
    await shown.user.type(field, 'wrong{Enter}');
    const text = 'Login failed. Please check your credentials.';
    await expectBannerAndToast(text);
    const answer = later();
    onSignIn = () => answer.promise;
    await shown.user.type(field, 'sunny-otter-42{Enter}');
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    await act(async () => answer.resolve({ body: session }));
    expect(await screen.findByText('Logged in successfully')).toBeTruthy();
  });

  it('begins each step at the top of the page', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo');
    const shown = show();
    await findClass(shown);
    await button('Zoë F., otter');
    scrolled.mockClear();
    await shown.user.click(await button('Zoë F., otter'));
    await screen.findByLabelText('Your password');
    expect(scrolled).toHaveBeenCalledWith(0, 0);
  });

  it('after too many tries reads the school’s own words', async () => {
    const words = 'Too many tries. Please wait 10 minutes, or ask somebody at your school for help.';
    onSignIn = () => refusalOf(requestProblems.too_many, { error: words });
    const shown = show();
    await shown.user.type(await pickZoe(shown), 'wrong{Enter}');
    await expectBannerAndToast(words);
  });

  it('without a network is not blamed', async () => {
    onClass = () => null;
    await findClass(show());
    expect(await screen.findByText(/^Quillshelf cannot be reached right now\./u)).toBeTruthy();
    expect(screen.queryByText(/Invalid class code/u)).toBeNull();
  });

  it('who goes back while the school still thinks about it is not let in any more', async () => {
    const answer = later();
    onSignIn = () => answer.promise;
    const shown = show();
    await shown.user.type(await pickZoe(shown), 'sunny-otter-42{Enter}');
    await shown.user.click(await button('Back'));
    await act(async () => answer.resolve({ body: session }));
    await shown.user.click(await button(/^Child1 /u));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Child1!' })).toBeTruthy();
    expect(localStorage.getItem('user')).toBeNull();
    expect(screen.queryByText('Logged in successfully')).toBeNull();
  });

  it('who takes the card instead is not taken out of the scanner by the list that comes late', async () => {
    const answer = later();
    onClass = () => answer.promise;
    const shown = show({ Scanner: FakeScanner });
    await findClass(shown);
    await shown.user.click(await button('Scan my card'));
    await screen.findByLabelText('Code');
    await act(async () => answer.resolve(pageOf({})));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scan your card');
    await untilFocusIsOn(() => screen.getByRole('heading', { level: 1 }));
    expect(localStorage.getItem('classCode')).toBeNull();
  });

  it('steps back: from the password to the list, to the code, to the first step', async () => {
    const shown = show();
    await pickZoe(shown);
    await shown.user.click(await button('Back'));
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Who are you?');
    await untilFocusIsOn(() => screen.getByRole('heading', { level: 1 }));
    await shown.user.click(await button('Back'));
    expect((await screen.findByLabelText<HTMLInputElement>('Class code')).value).toBe('MAPXE247');
    await shown.user.click(await button('Back'));
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Who is signing in?');
    await untilFocusIsOn(() => screen.getByRole('heading', { level: 1 }));
  });

  it('of the same class comes next, and its code is there already', async () => {
    const shown = show();
    await findClass(shown);
    await button('Zoë F., otter');
    shown.unmount();
    await choose(show(), 'Student');
    expect((await screen.findByLabelText<HTMLInputElement>('Class code')).value).toBe('MAPXE247');
  });
});

/** A camera that sees what a test types. */
function FakeScanner({ onRead, onCancel, refusal }: QrScannerProps) {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="Code" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <button type="button" onClick={() => onRead(text)}>
        Read
      </button>
      <button type="button" onClick={onCancel}>
        Stop
      </button>
      {refusal !== null && <p>{refusal}</p>}
    </>
  );
}

async function scan(shown: Shown, text: string) {
  await choose(shown, 'Student');
  await shown.user.click(await button('Scan my card'));
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: text } });
  await shown.user.click(await button('Read'));
}

describe('a login card', () => {
  it('signs in with what its code holds', async () => {
    await scan(show({ Scanner: FakeScanner }), '{"username":"zoe-otter-42","password":"badge"}');
    expect(await screen.findByText('Logged in successfully')).toBeTruthy();
    expect(server.askedFor('/auth/token/')[0]?.body).toEqual({ username: 'zoe-otter-42', password: 'badge' });
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('that is none is refused: Invalid QR code format.', async () => {
    await scan(show({ Scanner: FakeScanner }), 'https://example.org');
    expect(await screen.findByText('Invalid QR code format.')).toBeTruthy();
    expect(server.askedFor('/auth/token/')).toEqual([]);
  });

  it('that was voided is refused in the school’s words', async () => {
    onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    await scan(show({ Scanner: FakeScanner }), '{"username":"zoe-otter-42","password":"old"}');
    await expect(screen.findAllByText('Login failed. Please check your credentials.')).resolves.toBeTruthy();
  });

  it('is put away by Back and by the scanner itself', async () => {
    const shown = show({ Scanner: FakeScanner });
    await choose(shown, 'Student');
    for (const way of ['Back', 'Stop']) {
      await shown.user.click(await button('Scan my card'));
      await screen.findByLabelText('Code');
      await shown.user.click(await button(way));
      expect(await screen.findByLabelText('Class code')).toBeTruthy();
    }
  });

  it('is not spoken of where nothing can read one', async () => {
    await choose(show(), 'Student');
    await screen.findByLabelText('Class code');
    expect(screen.queryByRole('button', { name: 'Scan my card' })).toBeNull();
  });
});

describe('a teacher', () => {
  it('is told what is missing', async () => {
    const shown = show();
    await choose(shown, 'Teacher or administrator');
    await shown.user.click(await button('Sign in'));
    expect(await screen.findByText('Please enter your email/username.')).toBeTruthy();
    expect(screen.getByText('Please enter your password.')).toBeTruthy();
  });

  it('sees the password when asking for it, and hides it again', async () => {
    const shown = show();
    await choose(shown, 'Teacher or administrator');
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(field.type).toBe('password');
    await shown.user.click(await button('Show password'));
    expect(field.type).toBe('text');
    await shown.user.click(await button('Hide password'));
    expect(field.type).toBe('password');
  });

  it('goes back to where they came from, half a second after it worked', async () => {
    const shown = show({ from: '/dashboard?id=1' });
    await choose(shown, 'Teacher or administrator');
    await shown.user.type(await screen.findByLabelText('Email or username'), ' teacher@greenfield.test ');
    await shown.user.type(screen.getByLabelText('Password'), 'Quill-demo-1{Enter}');
    expect(await screen.findByText('Logged in successfully')).toBeTruthy();
    expect(address()).toBe('/login');
    await waitFor(() => expect(address()).toBe('/dashboard?id=1'));
    expect(server.askedFor('/auth/token/')[0]?.body).toEqual({
      username: 'teacher@greenfield.test',
      password: 'Quill-demo-1',
    });
  });

  it('who was invited goes to the invitation, wherever they came from', async () => {
    sessionStorage.setItem(invitationKey, 'abc');
    const shown = show({ from: '/dashboard' });
    await choose(shown, 'Teacher or administrator');
    await shown.user.type(await screen.findByLabelText('Email or username'), 'teacher@greenfield.test');
    await shown.user.type(screen.getByLabelText('Password'), 'Quill-demo-1{Enter}');
    await waitFor(() => expect(address()).toBe('/accept-invitation/abc/'));
    expect(sessionStorage.getItem(invitationKey)).toBeNull();
  });

  it('with a wrong password is told so on the page and in a toast, and finds the name again after a reload', async () => {
    onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    const shown = show();
    await choose(shown, 'Teacher or administrator');
    await shown.user.type(await screen.findByLabelText('Email or username'), 'teacher@greenfield.test');
    await shown.user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    await expectBannerAndToast('Login failed. Please check your credentials.');
    shown.unmount();
    show();
    expect((await screen.findByLabelText<HTMLInputElement>('Email or username')).value).toBe(
      'teacher@greenfield.test',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });
});

describe('a parent', () => {
  async function type(shown: Shown, text: string) {
    await choose(shown, 'Parent');
    const field = await screen.findByLabelText('Community password');
    if (text !== '') await shown.user.type(field, text);
    await shown.user.click(await button('Sign in'));
  }

  it('without a password is told: Please enter a password.', async () => {
    await type(show(), '');
    expect(await screen.findByText('Please enter a password.')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });

  it('with a wrong one is told: Invalid password. Please try again.', async () => {
    onEnter = () => refusalOf(identityProblems.wrong_community_password);
    await type(show(), 'wrong');
    await expectBannerAndToast('Invalid password. Please try again.');
    expect(localStorage.getItem('generic_access')).toBeNull();
  });

  it('is welcomed, and comes to the page they came from', async () => {
    await type(show({ from: '/library' }), 'welcome-parents');
    expect(await screen.findByText('Community login successful! Welcome back.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/library'));
    expect(localStorage.getItem('generic_access')).toBe('true');
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('is not sent to a page for staff', async () => {
    await type(show({ from: '/dashboard' }), 'welcome-parents');
    await waitFor(() => expect(address()).toBe('/'));
  });
});
