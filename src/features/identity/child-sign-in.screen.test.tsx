import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import { requestProblems } from '#contract/kit/problem.ts';
import { type FakeAnswer, refusalOf } from '#tests/support/fake-school-server.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import {
  address,
  button,
  choose,
  expectBannerAndToast,
  FakeScanner,
  session,
  show,
  type Shown,
  signInScreen,
} from '#tests/support/sign-in-screen.tsx';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';

const { children, pageOf, invalidCode, school } = signInScreen();

/** An answer that comes when the test says so. */
function later() {
  let resolve: (answer: FakeAnswer) => void = () => undefined;
  const promise = new Promise<FakeAnswer>((done) => {
    resolve = done;
  });
  return { promise, resolve };
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

describe('a child', () => {
  it('without a code is told: Please enter a class code.', async () => {
    const shown = show();
    await choose(shown, 'Student');
    await shown.user.click(await button('Find my class'));
    expect(await screen.findByText('Please enter a class code.')).toBeTruthy();
    await untilFocusIsOn(() => screen.getByLabelText('Class code'));
    expect(school.server.asked).toEqual([]);
  });

  it('with a code that no class has is told so at the field and in a toast', async () => {
    await findClass(show(), 'nope');
    await waitFor(() =>
      expect(screen.getAllByText('Invalid class code. Please check and try again.')).toHaveLength(2),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Class code').value).toBe('nope');
    expect(screen.queryByRole('list', { name: 'Children of the class' })).toBeNull();
  });

  it('with a wrong code and a card has no toast over the camera', async () => {
    const shown = show({ Scanner: FakeScanner });
    await findClass(shown, 'nope');
    const text = 'Invalid class code. Please check and try again.';
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    await shown.user.click(await button('Scan my card'));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
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
    expect(school.server.askedFor('/list-student-in-class/MAPXE247/').map(({ query }) => query)).toEqual([
      { limit: '20', offset: '0' },
      { limit: '20', offset: '20' },
    ]);
  });

  it('searches by name, half a second after the last letter', async () => {
    const shown = show();
    await findClass(shown);
    const field = await screen.findByRole('searchbox', { name: 'Search for your name' });
    const asked = () => school.server.askedFor('/list-student-in-class/MAPXE247/').length;
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
    school.onClass = () => invalidCode;
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
    expect(school.server.askedFor('/auth/token/')[0]?.body).toEqual({
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
    expect(school.server.askedFor('/auth/token/')).toEqual([]);
  });

  it('with a wrong password hears what to do about it', async () => {
    const speech = FakeSpeech.install();
    school.onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    const shown = show();
    await shown.user.type(await pickZoe(shown), 'sunny{Enter}');
    await screen.findAllByText('Login failed. Please check your credentials.');
    await shown.user.click(await button('Hear what to do'));
    expect(speech.said).toEqual(['That was not right. Try once more, or ask your teacher.']);
    vi.unstubAllGlobals();
  });

  it('with a wrong password is told so on the page and in a toast, and can type on', async () => {
    school.onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    const shown = show();
    const field = await pickZoe(shown);
    await shown.user.type(field, 'wrong{Enter}');
    await expectBannerAndToast('Login failed. Please check your credentials.');
    await untilFocusIsOn(() => field);
    expect(address()).toBe('/login');
  });

  it('sees the toast of the try before go as the next one begins', async () => {
    school.onSignIn = () => refusalOf(identityProblems.wrong_credentials);
    const shown = show();
    const field = await pickZoe(shown);
    await shown.user.type(field, 'wrong{Enter}');
    const text = 'Login failed. Please check your credentials.';
    await expectBannerAndToast(text);
    const answer = later();
    school.onSignIn = () => answer.promise;
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
    school.onSignIn = () => refusalOf(requestProblems.too_many, { error: words });
    const shown = show();
    await shown.user.type(await pickZoe(shown), 'wrong{Enter}');
    await expectBannerAndToast(words);
  });

  it('without a network is not blamed', async () => {
    school.onClass = () => null;
    await findClass(show());
    expect(await screen.findByText(/^Quillshelf cannot be reached right now\./u)).toBeTruthy();
    expect(screen.queryByText(/Invalid class code/u)).toBeNull();
  });

  it('who goes back while the school still thinks about it is not let in any more', async () => {
    const answer = later();
    school.onSignIn = () => answer.promise;
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
    school.onClass = () => answer.promise;
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
