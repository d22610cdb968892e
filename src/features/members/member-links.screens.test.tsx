import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { invitationProblems, memberProblems } from '#contract/members/members.problems.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { invitationKey } from '#src/session/redirects.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { memberScreens, refusal, TestSchool } from '#tests/support/member-screens.tsx';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { AcceptInvitationScreen } from './accept-invitation.screen.tsx';
import { VerificationScreen } from './verification.screen.tsx';

const { user, noNetwork } = memberScreens();

describe('the page that an invitation opens', () => {
  const invitation = {
    school_name: 'Greenfield Primary',
    invited_by: { first_name: 'Helen', last_name: 'Marsh' },
    email: 'ida@example.org',
    role: 'teacher',
    first_name: '',
    last_name: '',
  };
  const session = {
    access: 'a',
    refresh: 'r',
    user: { ...user, email: invitation.email, role: 'teacher' as const },
  };

  function show(token: string | undefined = 'the-token', signedIn = false) {
    if (!signedIn) useSessionStore.setState({ user: null });
    const school = new TestSchool({ 'invitations.check': invitation, 'invitations.accept': session });
    return { school, ...renderScreen(<AcceptInvitationScreen token={token} api={school} />) };
  }

  it('says who invites whom, takes a name and a password, and signs in', async () => {
    const { school, user: hand } = show();
    expect(await screen.findByRole('heading', { name: 'Welcome to Greenfield Primary' })).toBeTruthy();
    expect(screen.getByText('Helen Marsh')).toBeTruthy();
    await hand.type(screen.getByLabelText('First name'), 'Ida');
    await hand.type(screen.getByLabelText('Last name'), 'Berg');
    await hand.type(screen.getByLabelText('Password'), 'three words in a row');
    await hand.click(screen.getByRole('button', { name: 'Accept and sign in' }));
    await waitFor(() => expect(useSessionStore.getState().user?.email).toBe('ida@example.org'));
    expect(school.of('invitations.accept')).toEqual([
      {
        body: {
          token: 'the-token',
          first_name: 'Ida',
          last_name: 'Berg',
          new_password: 'three words in a row',
        },
      },
    ]);
    await untilAddressIs('/dashboard?option=Teacher%20Dashboard');
    expect(tabStorage.getItem(invitationKey)).toBeNull();
  });

  it('never says of the person who just joined that somebody else is signed in', async () => {
    const titles: (string | null)[] = [];
    const watching = new MutationObserver(() => {
      titles.push(...screen.queryAllByRole('heading').map(({ textContent }) => textContent));
    });
    const { user: hand } = show();
    await hand.type(await screen.findByLabelText('First name'), 'Ida');
    await hand.type(screen.getByLabelText('Last name'), 'Berg');
    await hand.type(screen.getByLabelText('Password'), 'three words in a row');
    watching.observe(document.body, { childList: true, subtree: true, characterData: true });
    await hand.click(screen.getByRole('button', { name: 'Accept and sign in' }));
    await waitFor(() => expect(useSessionStore.getState().user?.email).toBe('ida@example.org'));
    expect(await screen.findByRole('heading', { name: 'You are signed in' })).toBeTruthy();
    watching.disconnect();
    expect(titles).not.toContain('Somebody else is signed in here');
  });

  it('says so where another tab has accepted it and signed in', async () => {
    show();
    await screen.findByLabelText('Password');
    act(() => useSessionStore.setState({ user: session.user }));
    expect(await screen.findByRole('heading', { name: 'You are signed in' })).toBeTruthy();
    expect(screen.queryByText(/Somebody else/u)).toBeNull();
  });

  it('is where one comes back to after signing in', async () => {
    show();
    await screen.findByLabelText('Password');
    await waitFor(() => expect(tabStorage.getItem(invitationKey)).toBe('the-token'));
  });

  it.each([
    [invitationProblems.expired, 'This invitation is too old'],
    [invitationProblems.used, 'This invitation was used already'],
    [invitationProblems.revoked, 'This invitation was taken back'],
    [invitationProblems.has_account, 'You have an account already'],
    [invitationProblems.link_unknown, 'This link does not work'],
  ])('says what became of it: $code', async (problem, title) => {
    const school = new TestSchool();
    school.failures['invitations.check'] = [refusal(problem)];
    useSessionStore.setState({ user: null });
    renderScreen(<AcceptInvitationScreen token="old" api={school} />);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(problem.error)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(tabStorage.getItem(invitationKey)).toBeNull();
  });

  it('asks again where the school could not be reached', async () => {
    const school = new TestSchool({ 'invitations.check': invitation });
    school.failures['invitations.check'] = [noNetwork];
    useSessionStore.setState({ user: null });
    const { user: hand } = renderScreen(<AcceptInvitationScreen token="t" api={school} />);
    await hand.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  it('lets somebody else who is signed in here sign out first', async () => {
    const { user: hand } = show('the-token', true);
    expect(await screen.findByRole('heading', { name: 'Somebody else is signed in here' })).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Sign out and go on' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  it('says where the link is when it was opened without one', () => {
    useSessionStore.setState({ user: null });
    const school = new TestSchool();
    renderScreen(<AcceptInvitationScreen token={undefined} api={school} />);
    expect(screen.getByRole('heading', { name: 'Open the link in your email' })).toBeTruthy();
    expect(school.asked).toEqual([]);
  });
});

describe('the page that confirms an email address', () => {
  function show(address = '/verification/#token=the-token') {
    const school = new TestSchool({ 'members.confirmEmail': { email: 'nora@example.org' } });
    return { school, ...renderScreen(<VerificationScreen api={school} />, { address }) };
  }

  it('confirms only when somebody presses the button, and takes the token out of the address', async () => {
    const { school, user: hand } = show();
    const button = await screen.findByRole('button', { name: 'Confirm this address' });
    expect(school.asked).toEqual([]);
    await untilAddressIs('/verification/');
    await hand.click(button);
    expect(await screen.findByText('From now on you sign in with nora@example.org.')).toBeTruthy();
    expect(school.of('members.confirmEmail')).toEqual([{ body: { token: 'the-token' } }]);
  });

  it('opens with a link of an earlier version, and takes the token out of the address', async () => {
    const { school, user: hand } = show('/verification/?token=an-earlier-token');
    const button = await screen.findByRole('button', { name: 'Confirm this address' });
    await untilAddressIs('/verification/');
    await hand.click(button);
    expect(school.of('members.confirmEmail')).toEqual([{ body: { token: 'an-earlier-token' } }]);
  });

  it('says that a link is old, and asks again where there was no network', async () => {
    const { school, user: hand } = show();
    school.failures['members.confirmEmail'] = [noNetwork, refusal(memberProblems.email_link_refused)];
    await hand.click(await screen.findByRole('button', { name: 'Confirm this address' }));
    expect(await screen.findByText(/Quillshelf cannot be reached right now/u)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Confirm this address' }));
    expect(await screen.findByRole('heading', { name: 'This link does not work any more' })).toBeTruthy();
  });

  it('says where the link is when it was opened without one', () => {
    const { school } = show('/verification/');
    expect(screen.getByRole('heading', { name: 'Open the link in your email' })).toBeTruthy();
    expect(school.asked).toEqual([]);
  });

  it('stops a change that another person asked for, and takes the token out of the address', async () => {
    const { school, user: hand } = show('/verification/#stop=the-other-token');
    const button = await screen.findByRole('button', { name: 'Stop this change' });
    expect(school.asked).toEqual([]);
    await untilAddressIs('/verification/');
    school.answers['members.stopEmailChange'] = { email: 'nora@greenfield.test', is_undone: false };
    await hand.click(button);
    expect(await screen.findByRole('heading', { name: 'The change is stopped' })).toBeTruthy();
    expect(school.of('members.stopEmailChange')).toEqual([{ body: { token: 'the-other-token' } }]);
  });

  it('says what to do after a change was undone, and where the link is old', async () => {
    const { school, user: hand } = show('/verification/#stop=the-other-token');
    school.failures['members.stopEmailChange'] = [noNetwork];
    school.answers['members.stopEmailChange'] = { email: 'nora@greenfield.test', is_undone: true };
    await hand.click(await screen.findByRole('button', { name: 'Stop this change' }));
    expect(await screen.findByText(/Quillshelf cannot be reached right now/u)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Stop this change' }));
    const link = await screen.findByRole('link', { name: 'Choose a new password' });
    expect(link.getAttribute('href')).toBe('/resetpasswordemail');
  });

  it('says that a link to stop a change is old', async () => {
    const { school, user: hand } = show('/verification/#stop=the-other-token');
    school.failures['members.stopEmailChange'] = [refusal(memberProblems.email_link_refused)];
    await hand.click(await screen.findByRole('button', { name: 'Stop this change' }));
    expect(await screen.findByRole('heading', { name: 'This link does not work any more' })).toBeTruthy();
  });
});
