import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import { invitationKey } from '#src/session/redirects.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { refusalOf } from '#tests/support/fake-school-server.ts';
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

const { school } = signInScreen();

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
    expect(school.server.askedFor('/auth/token/')[0]?.body).toEqual({
      username: 'zoe-otter-42',
      password: 'badge',
    });
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('that is none is refused: Invalid QR code format.', async () => {
    await scan(show({ Scanner: FakeScanner }), 'https://example.org');
    expect(await screen.findByText('Invalid QR code format.')).toBeTruthy();
    expect(school.server.askedFor('/auth/token/')).toEqual([]);
  });

  it('that was voided is refused in the school’s words', async () => {
    school.onSignIn = () => refusalOf(identityProblems.wrong_credentials);
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
    expect(school.server.askedFor('/auth/token/')[0]?.body).toEqual({
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
    school.onSignIn = () => refusalOf(identityProblems.wrong_credentials);
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
    expect(school.server.asked).toEqual([]);
  });

  it('with a wrong one is told: Invalid password. Please try again.', async () => {
    school.onEnter = () => refusalOf(identityProblems.wrong_community_password);
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
