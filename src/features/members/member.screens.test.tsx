import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { memberProblems } from '#contract/members/members.problems.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { id, memberScreens, refusal, TestSchool } from '#tests/support/member-screens.tsx';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { MemberFormScreen } from './member-form.screen.tsx';
import { MemberProfileScreen } from './member-profile.screen.tsx';

const { nora, noNetwork } = memberScreens();

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

  it('keeps what another tab saved meanwhile, and asks where both changed the same', async () => {
    const { school, user: hand } = show(nora.id);
    await hand.type(await screen.findByLabelText(/^First name/u), 'h');
    school.answers['members.read'] = { ...nora, first_name: 'Ella', role: 'school_admin' };
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/it is “Ella” now/u);
    expect(school.of('members.update')).toEqual([]);
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User updated successfully!')).toBeTruthy();
    expect(school.of('members.update')).toEqual([
      { params: { userId: nora.id }, body: { first_name: 'Norah' } },
    ]);
  });

  it('leads back to where it was opened from, and says where the new address has to be confirmed', async () => {
    const school = new TestSchool({ 'members.read': nora, 'members.update': nora });
    const { user: hand } = renderScreen(
      <MemberFormScreen userId={nora.id} breadcrumb={<BackLink to="/">Users</BackLink>} api={school} />,
      { state: { back: { to: '/admin-school/teachers?q=nora', label: 'Admin/Teachers' } } },
    );
    const email = await screen.findByLabelText(/^Email/u);
    expect(screen.getByRole('link', { name: 'Admin/Teachers' })).toBeTruthy();
    await hand.clear(email);
    await hand.type(email, 'nora@example.net');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^nora@example\.net is not confirmed yet/u)).toBeTruthy();
    await untilAddressIs('/admin-school/teachers?q=nora');
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
