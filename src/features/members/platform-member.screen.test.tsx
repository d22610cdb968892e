import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { memberProblems } from '#contract/members/members.problems.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import type { ChosenPlace } from './new-platform-member.tsx';
import { PlatformMemberScreen } from './platform-member.screen.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const moment = '2026-11-03T10:00:00.000Z';
const id = idOf(1);
const call = `/api-super-admin/users/${id}/`;
const greenfield: ChosenPlace = {
  id: idOf(9),
  school_name: 'Greenfield Primary',
  is_organization: false,
  is_platform: false,
};
const platform: ChosenPlace = { ...greenfield, id: idOf(8), school_name: 'Quillshelf', is_platform: true };

const ana: MemberDetails = {
  id,
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@greenfield.test',
  pending_email: null,
  role: 'teacher',
  country: 'SE',
  avatar: null,
  archived_at: null,
  last_login: null,
  has_password: true,
  classes: [],
  prepared_tablets: [],
  updated_at: moment,
  tenant: greenfield,
};

let localDrafts: FakeLocalDrafts;
beforeEach(() => {
  localDrafts = new FakeLocalDrafts();
});

function open(userId: string | undefined, answers: Record<string, () => FakeAnswer>) {
  const server = new FakeSchoolServer(answers);
  const shown = (
    <PlatformMemberScreen
      userId={userId}
      platform={platform}
      renderSchoolChoice={(onChoose) => (
        <button type="button" onClick={() => onChoose(greenfield)}>
          Greenfield
        </button>
      )}
      breadcrumb={null}
    />
  );
  return { server, ...renderScreen(shown, { address: '/', localDrafts }) };
}

describe('a new account of any school', () => {
  it('has the exact words at its fields, and is made at the school that was chosen', async () => {
    const { server, user } = open(undefined, {
      'POST /api-super-admin/create-user/': () => ({ body: ana }),
    });
    await user.click(await screen.findByRole('button', { name: 'Greenfield' }));
    await user.click(await screen.findByRole('button', { name: 'Add user' }));
    for (const text of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Country is required',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    await user.type(screen.getByLabelText(/First name/u), 'Ana');
    await user.type(screen.getByLabelText(/Last name/u), 'Ruiz');
    await user.type(screen.getByLabelText(/Email/u), 'ana');
    await user.click(screen.getByRole('button', { name: 'Add user' }));
    expect(await screen.findByText('Invalid email')).toBeTruthy();
    await user.type(screen.getByLabelText(/Email/u), '@greenfield.test');
    await user.selectOptions(screen.getByLabelText(/Country/u), 'SE');
    await user.selectOptions(screen.getByLabelText('Role'), 'teacher_admin');
    await user.click(screen.getByRole('button', { name: 'Add user' }));
    expect(await screen.findByText('User added successfully!')).toBeTruthy();
    expect(server.asked.map(({ body }) => body)).toEqual([
      {
        first_name: 'Ana',
        last_name: 'Ruiz',
        email: 'ana@greenfield.test',
        country: 'SE',
        role: 'teacher_admin',
        tenant_id: greenfield.id,
      },
    ]);
    await untilAddressIs(`/admin-panel/userprofile/${id}`);
  });

  it('brings along what was typed to another place, but for a role that is none there', async () => {
    const { server, user } = open(undefined, {
      'POST /api-super-admin/create-user/': () => ({ body: ana }),
    });
    await user.click(await screen.findByRole('button', { name: 'Greenfield' }));
    await user.type(await screen.findByLabelText(/First name/u), 'Ana');
    await user.type(screen.getByLabelText(/Last name/u), 'Ruiz');
    await user.type(screen.getByLabelText(/Email/u), 'ana@greenfield.test');
    await user.selectOptions(screen.getByLabelText(/Country/u), 'SE');
    await user.selectOptions(screen.getByLabelText('Role'), 'teacher_admin');
    await waitFor(() => expect(localDrafts.text).toContain('teacher_admin'));
    await user.click(screen.getByRole('button', { name: 'Change the school' }));
    await user.click(screen.getByRole('button', { name: 'On the platform' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/First name/u).value).toBe('Ana'));
    await user.click(screen.getByRole('button', { name: 'Add user' }));
    await screen.findByText('User added successfully!');
    expect(server.asked.at(-1)?.body).toMatchObject({ first_name: 'Ana', role: 'quillshelf_admin' });
  });

  it('is made on the platform by choosing it, with its one role', async () => {
    const { user } = open(undefined, {});
    await user.click(await screen.findByRole('button', { name: 'On the platform' }));
    expect(await screen.findByLabelText(/First name/u)).toBeTruthy();
    expect(screen.queryByLabelText('Role')).toBeNull();
  });
});

describe('an account of any school that is changed', () => {
  it('sends what is another than before, with what was seen', async () => {
    const { server, user } = open(id, {
      [`GET ${call}`]: () => ({ body: ana }),
      [`PATCH ${call}`]: () => ({ body: ana }),
    });
    const first = await screen.findByLabelText(/First name/u);
    await user.clear(first);
    await user.type(first, 'Anna');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User updated successfully!')).toBeTruthy();
    expect(server.asked.at(-1)?.body).toEqual({ first_name: 'Anna', updated_at: moment });
  });

  it('keeps what was typed over what somebody else changed since', async () => {
    const later = '2026-11-03T11:00:00.000Z';
    const read: FakeAnswer[] = [
      { body: ana },
      { body: { ...ana, last_name: 'Ruiz Lind', updated_at: later } },
    ];
    const saved: FakeAnswer[] = [refusalOf(memberProblems.changed_since), { body: ana }];
    const { server, user } = open(id, {
      [`GET ${call}`]: () => read.shift() ?? null,
      [`PATCH ${call}`]: () => saved.shift() ?? null,
    });
    const first = await screen.findByLabelText(/First name/u);
    await user.clear(first);
    await user.type(first, 'Anna');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error saving user. Please try again.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(/Last name/u).value).toBe('Ruiz Lind'),
    );
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/First name/u).value).toBe('Anna'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.asked.at(-1)?.body).toEqual({ first_name: 'Anna', updated_at: later }));
  });

  it('is not one of a student', async () => {
    const { email: _email, ...student } = ana;
    open(id, { [`GET ${call}`]: () => ({ body: { ...student, role: 'student' } }) });
    expect(await screen.findByText('Only the school changes a student.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
