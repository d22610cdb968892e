import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { memberProblems } from '#contract/members/members.problems.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { id, memberScreens, refusal, TestSchool } from '#tests/support/member-screens.tsx';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { MemberProfileScreen } from './member-profile.screen.tsx';
import { TeachersScreen } from './teachers.screen.tsx';

const { nora, head, user, noNetwork } = memberScreens();

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

  it('shows no invitation any more of somebody who is archived', async () => {
    const { school, user: hand } = show({
      'invitations.list': { count: 1, next: null, results: [{ ...invitation, email: nora.email }] },
    });
    await screen.findByRole('button', { name: `Send again: ${nora.email}` });
    school.answers['invitations.list'] = { count: 0, next: null, results: [] };
    await hand.click(screen.getByRole('button', { name: 'Actions for Nora Lind' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    const dialog = await screen.findByRole('dialog', { name: 'Archive Nora Lind?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(screen.queryByText('Open invitations')).toBeNull());
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
    expect(screen.queryByRole('button', { name: 'Invite by email' })).toBeNull();
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

  it('invites by email, with what is wrong at its field', async () => {
    const { school, user: hand } = show();
    school.failures['invitations.invite'] = [
      refusal(memberProblems.email_taken, { email: [memberProblems.email_taken.error] }),
    ];
    await hand.click(await screen.findByRole('button', { name: 'Invite by email' }));
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
    await hand.click(await screen.findByRole('button', { name: 'Invite by email' }));
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
