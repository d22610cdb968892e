import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/identity/identity.schema.ts';
import { passwordProblems } from '#contract/passwords/passwords.problems.ts';
import type { ProblemDefinition } from '#contract/kit/problem.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ForgotPasswordScreen } from './forgot-password.screen.tsx';
import { NewPasswordScreen } from './new-password.screen.tsx';

/** The school's side. What is named in `failures` fails, once for each that stands there. */
class TestSchool implements ApiClient {
  readonly asked: [string, unknown][] = [];
  readonly failures: Record<string, Error[]> = {};
  readonly answers: Record<string, unknown> = {};
  is_first = false;

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    this.asked.push([endpoint.name, (input as { body: unknown }).body]);
    const failure = this.failures[endpoint.name]?.shift();
    if (failure) throw failure;
    const { is_first } = this;
    if (endpoint.name === 'passwords.checkReset') return { email: 'zoe@greenfield.test', is_first } as never;
    return (this.answers[endpoint.name] ?? {}) as never;
  };
}

const noNetwork = new NoNetworkError('none', false);

function refusal(
  { code, status, error }: ProblemDefinition,
  errors: Record<string, string[]> = {},
): ApiProblem {
  return new ApiProblem(status, { code, error, errors, request_id: 'request' }, null);
}

beforeEach(() => {
  tabStorage.removeItem('resetEmail');
  useSessionStore.setState({ user: null, ended: null });
});

describe('the page for a forgotten password', () => {
  function show() {
    const school = new TestSchool();
    const shown = renderScreen(<ForgotPasswordScreen api={school} />, { address: '/resetpasswordemail' });
    const send = () => shown.user.click(screen.getByRole('button', { name: 'Send me a link' }));
    return { school, ...shown, send };
  }

  it('sends the address, and then says the same whoever’s it is', async () => {
    const { school, user, send } = show();
    await user.type(screen.getByLabelText('Email'), ' Zoe@Greenfield.test ');
    await send();
    const heading = await screen.findByRole('heading', { name: 'Look at your email' });
    expect(school.asked).toHaveLength(1);
    expect(school.asked[0]?.[0]).toBe('passwords.askReset');
    expect(screen.getByText('Zoe@Greenfield.test').parentElement?.textContent).toBe(
      'If Zoe@Greenfield.test belongs to somebody here, a link is on its way. It works once, and for one hour.',
    );
    await untilFocusIsOn(() => heading);
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/login');
  });

  it('lets one try another address, with the first one still there', async () => {
    const { user, send } = show();
    await user.type(screen.getByLabelText('Email'), 'zoe@greenfield.test');
    await send();
    await user.click(await screen.findByRole('button', { name: 'Try another address' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('zoe@greenfield.test');
    await untilFocusIsOn(() => screen.getByRole('heading', { name: 'Forgot Password' }));
  });

  it.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['zoe', 'Invalid email'],
    ['a@school.test, b@school.test', 'Invalid email'],
  ])('says at the field what is wrong with %j, and sends nothing', async (typed, text) => {
    const { school, user, send } = show();
    if (typed !== '') await user.type(screen.getByLabelText('Email'), typed);
    await send();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(school.asked).toEqual([]);
  });

  it.each([
    ['without a network', noNetwork, 'Quillshelf cannot be reached right now. Please try again in a moment.'],
    [
      'where it was asked for too often',
      refusal(passwordProblems.asked_too_often),
      'That was asked for a few times already. Please look for the email, or try again later.',
    ],
    ['where something is broken', new Error('broken'), 'Something went wrong on the way. Please try again.'],
  ])('keeps what was typed %s, says so, and works the next time', async (_when, failure, text) => {
    vi.stubGlobal('reportError', vi.fn());
    const { school, user, send } = show();
    school.failures['passwords.askReset'] = [failure];
    await user.type(screen.getByLabelText('Email'), 'zoe@greenfield.test');
    await send();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('zoe@greenfield.test');
    await send();
    expect(await screen.findByText('Look at your email')).toBeTruthy();
  });

  it('keeps what was typed over a reload', async () => {
    const { user, unmount } = show();
    await user.type(screen.getByLabelText('Email'), 'zoe@green');
    unmount();
    show();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('zoe@green');
  });

  it('sends children to their teacher', () => {
    show();
    expect(screen.getByText(/Do you sign in with a class code\? Then ask your teacher/u)).toBeTruthy();
  });
});

describe('the page that a link opens', () => {
  function show(address = '/password-reset-confirm/#token=the-token', school = new TestSchool()) {
    return { school, ...renderScreen(<NewPasswordScreen api={school} />, { address }) };
  }

  async function choose(user: ReturnType<typeof show>['user'], password: string) {
    await user.type(await screen.findByLabelText('New password'), password);
    await user.click(screen.getByRole('button', { name: 'Change my password' }));
  }

  it('says whose password it is, changes it, and leads to the sign-in page', async () => {
    const { school, user } = show();
    await choose(user, 'correct horse battery');
    const heading = await screen.findByRole('heading', { name: 'Your password was changed' });
    await untilFocusIsOn(() => heading);
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(school.asked).toEqual([
      ['passwords.checkReset', { token: 'the-token' }],
      ['passwords.reset', { token: 'the-token', new_password: 'correct horse battery' }],
    ]);
    expect(anyFormDirty()).toBe(false);
  });

  describe('for a first password', () => {
    const head: User = {
      id: '0192f3a4-0000-7000-8000-000000000001',
      tenant_id: '0192f3a4-0000-7000-8000-000000000002',
      first_name: 'Zoe',
      last_name: 'Head',
      email: 'zoe@greenfield.test',
      username: null,
      role: 'school_admin',
      country: null,
      avatar: null,
    };

    async function setFirst(failure?: Error) {
      const school = new TestSchool();
      school.is_first = true;
      school.answers['identity.signIn'] = { access: 'a', refresh: 'r', user: head };
      if (failure) school.failures['identity.signIn'] = [failure];
      const shown = show('/password-reset-confirm/#token=first', school);
      expect(await screen.findByRole('heading', { name: 'Choose a password' })).toBeTruthy();
      await shown.user.type(screen.getByLabelText('Password'), 'correct horse battery');
      await shown.user.click(screen.getByRole('button', { name: 'Set my password' }));
      return school;
    }

    it('signs in with it and comes to the dashboard with the first steps', async () => {
      const school = await setFirst();
      await untilAddressIs('/admin-school');
      expect(useSessionStore.getState().user).toEqual(head);
      expect(school.asked.at(-1)).toEqual([
        'identity.signIn',
        { username: 'zoe@greenfield.test', password: 'correct horse battery' },
      ]);
      expect(anyFormDirty()).toBe(false);
    });

    it('leads to the sign-in page where the network went away in between', async () => {
      await setFirst(noNetwork);
      expect(await screen.findByText('You can sign in with it now.')).toBeTruthy();
      expect(screen.queryByText(/new one/u)).toBeNull();
      expect(useSessionStore.getState().user).toBeNull();
    });

    it('signs nobody in while somebody else is signed in here', async () => {
      useSessionStore.setState({ user: { ...head, id: head.tenant_id, email: 'sam@greenfield.test' } });
      const school = await setFirst();
      expect(await screen.findByText('You can sign in with it now.')).toBeTruthy();
      expect(school.asked.map(([name]) => name)).not.toContain('identity.signIn');
      expect(useSessionStore.getState().user?.email).toBe('sam@greenfield.test');
    });
  });

  it('shows the address of the account, for the person and for a password manager', async () => {
    const { container } = show();
    expect(await screen.findByText('zoe@greenfield.test')).toBeTruthy();
    const hidden = container.querySelector<HTMLInputElement>('input[name="username"]');
    expect(hidden?.value).toBe('zoe@greenfield.test');
    expect(screen.getByLabelText('New password').getAttribute('autocomplete')).toBe('new-password');
  });

  it('shows and hides what is typed', async () => {
    const { user } = show();
    const field = await screen.findByLabelText('New password');
    expect(field.getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.getAttribute('type')).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.getAttribute('type')).toBe('password');
  });

  it('holds an update of the app back while a password is typed', async () => {
    const { user } = show();
    await user.type(await screen.findByLabelText('New password'), 'corr');
    expect(anyFormDirty()).toBe(true);
  });

  it.each([
    ['', 'Please enter new password'],
    ['only-eleven', 'The password needs at least 12 characters.'],
    ['aaaaaaaaaaaaaaaa', 'Please choose a password that is harder to guess.'],
  ])('says at the field what is wrong with %j, and sends nothing', async (typed, text) => {
    const { school, user } = show();
    await screen.findByLabelText('New password');
    if (typed !== '') await user.type(screen.getByLabelText('New password'), typed);
    await user.click(screen.getByRole('button', { name: 'Change my password' }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(school.asked.map(([name]) => name)).toEqual(['passwords.checkReset']);
  });

  it('keeps what was typed where the network is away, and sends it the next time', async () => {
    const { school, user } = show();
    school.failures['passwords.reset'] = [noNetwork];
    await choose(user, 'correct horse battery');
    expect(await screen.findByText(/Quillshelf cannot be reached right now/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Change my password' }));
    expect(await screen.findByText('Your password was changed')).toBeTruthy();
  });

  it('says kindly that the link is old, before anything is typed', async () => {
    const school = new TestSchool();
    school.failures['passwords.checkReset'] = [refusal(passwordProblems.link_refused)];
    show('/password-reset-confirm/#token=old', school);
    expect(await screen.findByRole('heading', { name: 'This link does not work any more' })).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
      '/resetpasswordemail',
    );
  });

  it('says so as well where the link ran out while the password was typed', async () => {
    const { school, user } = show();
    school.failures['passwords.reset'] = [refusal(passwordProblems.link_refused)];
    await choose(user, 'correct horse battery');
    expect(await screen.findByRole('heading', { name: 'This link does not work any more' })).toBeTruthy();
  });

  it('asks again where the school could not be reached', async () => {
    const school = new TestSchool();
    school.failures['passwords.checkReset'] = [noNetwork];
    const { user } = show('/password-reset-confirm/#token=the-token', school);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('New password')).toBeTruthy();
  });

  it.each(['/password-reset-confirm/', '/password-reset-confirm/#', '/password-reset-confirm/?token=x'])(
    'says where the link is when it was opened without one: %s',
    (address) => {
      const { school } = show(address);
      expect(screen.getByRole('heading', { name: 'Open the link in your email' })).toBeTruthy();
      expect(school.asked).toEqual([]);
    },
  );

  it.each([
    ['that of the person ends here too, without a warning', 'zoe@greenfield.test', null],
    ['that of somebody else goes on', 'sam@greenfield.test', 'sam@greenfield.test'],
  ])('where somebody is signed in on this device: %s', async (_what, signedIn, stays) => {
    useSessionStore.setState({
      user: {
        id: '0192f3a4-0000-7000-8000-000000000001',
        tenant_id: '0192f3a4-0000-7000-8000-000000000002',
        first_name: 'A',
        last_name: 'B',
        email: signedIn,
        username: null,
        role: 'teacher',
        country: null,
        avatar: null,
      },
    });
    const { user } = show();
    await choose(user, 'correct horse battery');
    await screen.findByText('Your password was changed');
    await waitFor(() => expect(useSessionStore.getState().user?.email ?? null).toBe(stays));
    expect(useSessionStore.getState().ended).not.toBe('refused');
  });
});
