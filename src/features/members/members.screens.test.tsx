import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProblemDefinition } from '#contract/kit/problem.ts';
import { invitationProblems, memberProblems } from '#contract/members/members.problems.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import type { Member, MemberDetails } from '#contract/members/members.schema.ts';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { invitationKey } from '#src/session/redirects.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { AcceptInvitationScreen } from './accept-invitation.screen.tsx';
import { MemberFormScreen } from './member-form.screen.tsx';
import { MemberProfileScreen } from './member-profile.screen.tsx';
import { TeachersScreen } from './teachers.screen.tsx';
import { VerificationScreen } from './verification.screen.tsx';

const id = (digit: number) => `0192f3a4-0000-7000-8000-00000000000${digit}`;

const nora: MemberDetails = {
  id: id(1),
  first_name: 'Nora',
  last_name: 'Lind',
  email: 'nora@greenfield.test',
  pending_email: null,
  role: 'teacher',
  country: 'SE',
  avatar: null,
  archived_at: null,
  last_login: null,
  has_password: true,
  classes: [{ id: id(7), name: 'Maple' }],
  prepared_tablets: [],
};
const head: Member = { ...nora, id: id(2), first_name: 'Helen', role: 'school_admin' };

const user = {
  ...head,
  tenant_id: id(9),
  username: null,
};

/** The school's side, by the name of the call. What stands in `failures` fails, once for each. */
class TestSchool implements ApiClient {
  readonly asked: [string, unknown][] = [];
  readonly failures: Record<string, Error[]> = {};

  constructor(readonly answers: Record<string, unknown> = {}) {}

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    this.asked.push([endpoint.name, input]);
    const failure = this.failures[endpoint.name]?.shift();
    if (failure) throw failure;
    return (this.answers[endpoint.name] ?? {}) as never;
  };

  of(name: string): unknown[] {
    return this.asked.filter(([asked]) => asked === name).map(([, input]) => input);
  }
}

function refusal({ code, status, error }: ProblemDefinition, errors: Record<string, string[]> = {}) {
  return new ApiProblem(status, { code, error, errors, request_id: 'request' }, null);
}

const noNetwork = new NoNetworkError('none', false);

beforeEach(() => {
  tabStorage.removeItem(invitationKey);
  useSessionStore.setState({
    user,
    ended: null,
    tenant: {
      id: id(9),
      school_name: 'Greenfield',
      school_email: null,
      domain_url: null,
      subdomain: 'greenfield',
      switchboard: false,
      logo: null,
      is_organization: false,
      is_platform: false,
      ...defaultColors,
    },
  });
});

describe('the list of the staff', () => {
  const invitation = {
    id: id(5),
    kind: 'join',
    email: 'ida@example.org',
    role: 'teacher',
    name: null,
    invited_by: { first_name: 'Helen', last_name: 'Lind' },
    sent_at: '2026-03-02T10:00:00.000Z',
    expires_at: '2026-03-16T10:00:00.000Z',
    is_expired: true,
  };

  function show(answers: Record<string, unknown> = {}, address = '/') {
    const school = new TestSchool({
      'members.list': { count: 2, next: null, results: [head, nora] },
      'invitations.list': { count: 0, next: null, results: [] },
      'members.archive': { ...nora, prepared_tablets: [] },
      ...answers,
    });
    return { school, ...renderScreen(<TeachersScreen api={school} />, { address }) };
  }

  it('asks the school for what the address says', async () => {
    const { school } = show({}, '/?q=nora&role=teacher&archived=&sort=-last_login&page=3');
    await screen.findByRole('link', { name: 'Nora Lind' });
    expect(school.of('members.list')).toEqual([
      {
        query: {
          search: 'nora',
          role: 'teacher',
          is_archived: true,
          sort: '-last_login',
          limit: 20,
          offset: 40,
        },
      },
    ]);
  });

  it('keeps a filter in the address, and begins on the first page with it', async () => {
    const { user: hand } = show({}, '/?page=2');
    await hand.selectOptions(await screen.findByLabelText('Role'), 'School administrator');
    await untilAddressIs('/?role=school_admin');
  });

  it('archives after a question, and not oneself', async () => {
    const { school, user: hand } = show();
    await hand.click(await screen.findByRole('button', { name: 'Actions for Helen Lind' }));
    await screen.findByRole('menuitem', { name: 'Edit' });
    expect(screen.queryByRole('menuitem', { name: 'Archive' })).toBeNull();
    await hand.keyboard('{Escape}');
    await hand.click(screen.getByRole('button', { name: 'Actions for Nora Lind' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    const dialog = await screen.findByRole('dialog', { name: 'Archive Nora Lind?' });
    expect(school.of('members.archive')).toEqual([]);
    await hand.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Nora Lind is archived and signed out')).toBeTruthy();
    expect(school.of('members.archive')).toEqual([{ params: { userId: nora.id } }]);
    await hand.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Nora Lind can sign in again')).toBeTruthy();
    expect(school.of('members.restore')).toEqual([{ params: { userId: nora.id } }]);
  });

  it('names the tablets that an archived member prepared', async () => {
    const prepared_tablets = [{ id: id(8), name: 'Tablet 3', is_paused: true }];
    const { user: hand } = show({ 'members.archive': { ...nora, prepared_tablets } });
    await hand.click(await screen.findByRole('button', { name: 'Actions for Nora Lind' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    const dialog = await screen.findByRole('dialog', { name: 'Archive Nora Lind?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(
      await screen.findByText(
        'They prepared Tablet 3. Look under Tablets to keep these tablets or take them back.',
      ),
    ).toBeTruthy();
  });

  it('says why somebody cannot be archived', async () => {
    const { school, user: hand } = show();
    school.failures['members.archive'] = [refusal(memberProblems.last_administrator)];
    await hand.click(await screen.findByRole('button', { name: 'Actions for Nora Lind' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    const dialog = await screen.findByRole('dialog', { name: 'Archive Nora Lind?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText(memberProblems.last_administrator.error)).toBeTruthy();
  });

  it('gives nothing to do to those who only look', async () => {
    useSessionStore.setState({ user: { ...user, role: 'teacher_admin' } });
    show();
    await screen.findByRole('link', { name: 'Nora Lind' });
    expect(screen.queryByRole('button', { name: 'Invite by e-mail' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for/u })).toBeNull();
  });

  it('says that there is no network, and asks again', async () => {
    const school = new TestSchool({
      'members.list': { count: 1, next: null, results: [nora] },
      'invitations.list': { count: 0, next: null, results: [] },
    });
    school.failures['members.list'] = [noNetwork];
    const { user: hand } = renderScreen(<TeachersScreen api={school} />);
    await hand.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Nora Lind' })).toBeTruthy();
  });

  it('shows without a network what was seen last, and from when that is, to whoever saw it and nobody else', async () => {
    const localDrafts = new FakeLocalDrafts();
    const school = new TestSchool({
      'members.list': { count: 1, next: null, results: [nora] },
      'invitations.list': { count: 0, next: null, results: [] },
    });
    const teachers = <TeachersScreen api={school} />;
    const first = renderScreen(teachers, { localDrafts });
    await screen.findByRole('link', { name: 'Nora Lind' });
    await waitFor(() => expect(localDrafts.text).toContain('Lind'));
    first.unmount();

    school.failures['members.list'] = [noNetwork, noNetwork, noNetwork];
    const second = renderScreen(teachers, { localDrafts });
    expect(
      await screen.findByText(/^Quillshelf cannot be reached right now, so this is how it was at /u),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Nora Lind' })).toBeTruthy();
    second.unmount();
    const filtered = renderScreen(teachers, { localDrafts, address: '/?role=school_admin' });
    expect(await screen.findByText('Quillshelf cannot be reached right now')).toBeTruthy();
    filtered.unmount();

    useSessionStore.setState({ user: { ...user, id: id(8) } });
    const { user: hand } = renderScreen(teachers, { localDrafts });
    expect(await screen.findByText('Quillshelf cannot be reached right now')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Nora Lind' })).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Nora Lind' })).toBeTruthy();
  });

  it('invites by e-mail, with what is wrong at its field', async () => {
    const { school, user: hand } = show();
    school.failures['invitations.invite'] = [
      refusal(memberProblems.email_taken, { email: [memberProblems.email_taken.error] }),
    ];
    await hand.click(await screen.findByRole('button', { name: 'Invite by e-mail' }));
    await hand.click(await screen.findByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Email is required')).toBeTruthy();
    await hand.type(screen.getByLabelText(/^Email/u), 'ida@example.org');
    await hand.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText(memberProblems.email_taken.error)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
    expect(school.of('invitations.invite').at(-1)).toEqual({
      body: { email: 'ida@example.org', role: 'teacher' },
    });
    // The list of those that are open is fetched anew.
    await waitFor(() => expect(school.of('invitations.list')).toHaveLength(2));
  });

  it('keeps an invitation that is refused because the plan ran out, and leads to Plans', async () => {
    const { school, user: hand } = show();
    school.failures['invitations.invite'] = [refusal(subscriptionProblems.read_only, {})];
    await hand.click(await screen.findByRole('button', { name: 'Invite by e-mail' }));
    await hand.type(await screen.findByLabelText(/^Email/u), 'ida@example.org');
    await hand.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText(/^Your plan has run out\. All work is safe\./u)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Plans' }).getAttribute('href')).toBe(
      '/admin-school/subscriptions',
    );
    expect(screen.getByLabelText<HTMLInputElement>(/^Email/u).value).toBe('ida@example.org');
  });

  it('sends an invitation again, or takes it back', async () => {
    const { school, user: hand } = show({
      'invitations.list': { count: 1, next: null, results: [invitation] },
    });
    await hand.click(await screen.findByRole('button', { name: 'Send again: ida@example.org' }));
    expect(await screen.findByText('Invitation sent again')).toBeTruthy();
    expect(screen.getByText(/^Too old since/u)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Take back: ida@example.org' }));
    const dialog = await screen.findByRole('dialog', { name: 'Take the invitation back?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('Invitation taken back')).toBeTruthy();
    expect(school.of('invitations.resend')).toEqual([{ params: { id: invitation.id } }]);
    expect(school.of('invitations.revoke')).toEqual([{ params: { id: invitation.id } }]);
  });
});

describe('the form of a member', () => {
  function show(userId?: string, member: MemberDetails = nora, localDrafts = new FakeLocalDrafts()) {
    const school = new TestSchool({ 'members.read': member, 'members.update': member });
    const form = <MemberFormScreen userId={userId} breadcrumb={null} api={school} />;
    return { school, ...renderScreen(form, { localDrafts }) };
  }

  it('says at each field what is missing, and sends nothing', async () => {
    const { school, user: hand } = show();
    await hand.click(await screen.findByRole('button', { name: 'Add user' }));
    for (const text of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Country is required',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(school.asked).toEqual([]);
  });

  it('adds somebody, and keeps what was typed where that failed before', async () => {
    const { school, user: hand } = show();
    school.failures['members.create'] = [noNetwork];
    await hand.type(await screen.findByLabelText(/^First name/u), 'Ida');
    await hand.type(screen.getByLabelText(/^Last name/u), 'Berg');
    await hand.type(screen.getByLabelText(/^Email/u), 'ida@example.org');
    await hand.selectOptions(screen.getByLabelText(/^Country/u), 'Norway');
    await hand.click(screen.getByRole('button', { name: 'Add user' }));
    expect(await screen.findByText('Error saving user. Please try again.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Add user' }));
    expect(await screen.findByText('User added successfully!')).toBeTruthy();
    expect(school.of('members.create').at(-1)).toEqual({
      body: {
        first_name: 'Ida',
        last_name: 'Berg',
        email: 'ida@example.org',
        country: 'NO',
        role: 'teacher',
      },
    });
    await untilAddressIs('/admin-school/users');
  });

  it('keeps over a reload what was typed, until it is saved', async () => {
    const localDrafts = new FakeLocalDrafts();
    const first = show(undefined, nora, localDrafts);
    await first.user.type(await screen.findByLabelText(/^First name/u), 'Ida');
    await first.user.selectOptions(screen.getByLabelText(/^Country/u), 'Norway');
    await waitFor(() => expect(localDrafts.text).toContain('NO'));
    first.unmount();

    const { user: hand } = show(undefined, nora, localDrafts);
    expect(await screen.findByText('What you typed before is still here.')).toBeTruthy();
    expect(screen.getByLabelText(/^First name/u)).toHaveProperty('value', 'Ida');
    expect(screen.getByLabelText(/^Country/u)).toHaveProperty('value', 'NO');
    await hand.type(screen.getByLabelText(/^Last name/u), 'Berg');
    await hand.type(screen.getByLabelText(/^Email/u), 'ida@example.org');
    await hand.click(screen.getByRole('button', { name: 'Add user' }));
    expect(await screen.findByText('User added successfully!')).toBeTruthy();
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });

  it('sends of somebody who is there what was changed alone', async () => {
    const { school, user: hand } = show(nora.id);
    const name = await screen.findByLabelText(/^First name/u);
    await hand.clear(name);
    await hand.type(name, 'Eleonora');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User updated successfully!')).toBeTruthy();
    expect(school.of('members.update')).toEqual([
      { params: { userId: nora.id }, body: { first_name: 'Eleonora' } },
    ]);
    await untilAddressIs(`/admin-school/teacher/${nora.id}/profile`);
  });

  it('is not there for somebody above, and for somebody who is archived', async () => {
    show(nora.id, { ...nora, role: 'organization_admin' });
    expect(await screen.findByText('Only somebody with the same role can change it.')).toBeTruthy();
    show(nora.id, { ...nora, archived_at: '2026-03-02T10:00:00.000Z' });
    expect(await screen.findByText('It is archived. Please restore it first.')).toBeTruthy();
  });
});

describe('the page of a member', () => {
  function show(member: MemberDetails) {
    const school = new TestSchool({ 'members.read': member });
    const page = <MemberProfileScreen userId={member.id} breadcrumb={null} api={school} />;
    return { school, ...renderScreen(page) };
  }

  it('of somebody who is not there says so, and offers no second try', async () => {
    const school = new TestSchool();
    school.failures['members.read'] = [refusal(memberProblems.not_found)];
    renderScreen(<MemberProfileScreen userId={nora.id} breadcrumb={null} api={school} />);
    expect(await screen.findByText('This is not here')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('says how to reach them and what they teach', async () => {
    show({ ...nora, pending_email: 'nora@example.org' });
    expect(await screen.findByRole('heading', { name: 'Nora Lind' })).toBeTruthy();
    expect(screen.getByText('nora@example.org is not confirmed yet')).toBeTruthy();
    expect(screen.getByText('Sweden')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Maple' }).getAttribute('href')).toBe(
      `/admin-school/classdetails?id=${id(7)}`,
    );
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
      `/admin-school/userprofile/${nora.id}`,
    );
  });

  it('says where somebody cannot sign in, and lets one restore them', async () => {
    show({ ...nora, has_password: false });
    expect(await screen.findByText(/^They have not chosen a password yet/u)).toBeTruthy();
    const { school, user: hand } = show({ ...nora, archived_at: '2026-03-02T10:00:00.000Z' });
    expect(await screen.findByText(/^Archived since/u)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Nora Lind can sign in again')).toBeTruthy();
    expect(school.of('members.restore')).toHaveLength(1);
  });
});

describe('the tablets that a member prepared', () => {
  const tablet = { id: id(8), name: 'Tablet 3', is_paused: true };

  function show(prepared_tablets: MemberDetails['prepared_tablets']) {
    const school = new TestSchool({ 'members.read': { ...nora, prepared_tablets } });
    const page = <MemberProfileScreen userId={nora.id} breadcrumb={null} api={school} />;
    return { school, ...renderScreen(page) };
  }

  it('are kept in one tap where they are paused', async () => {
    const { school, user: hand } = show([
      tablet,
      { ...tablet, id: id(7), name: 'Tablet 4', is_paused: false },
    ]);
    await hand.click(await screen.findByRole('button', { name: 'Keep these tablets' }));
    expect(await screen.findByText('Tablets kept')).toBeTruthy();
    expect(school.of('devices.keepPreparations')).toEqual([{ body: { device_ids: [tablet.id] } }]);
  });

  it('are named alone where nothing is paused', async () => {
    show([{ ...tablet, is_paused: false }]);
    expect(await screen.findByText('Tablet 3')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep these tablets' })).toBeNull();
  });
});

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
    expect(screen.getByRole('heading', { name: 'Open the link in your e-mail' })).toBeTruthy();
    expect(school.asked).toEqual([]);
  });
});

describe('the page that confirms an e-mail address', () => {
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
    expect(screen.getByRole('heading', { name: 'Open the link in your e-mail' })).toBeTruthy();
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
