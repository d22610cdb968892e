import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { studentOfficeEndpoints } from '#contract/students/student-office.endpoints.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { StudentProfileScreen } from './student-profile.screen.tsx';

const maple = sampleClass();

function showProfile(student: Student, options: { id?: string; answer?: () => Promise<unknown> } = {}) {
  const replica = new FakeReplica();
  replica.putClass(maple, [student]);
  replica.putClass(sampleClass({ name: 'Birch' }));
  const call = vi.fn(options.answer ?? (() => Promise.resolve(student)));
  const rendered = renderScreen(
    <StudentProfileScreen
      id={options.id ?? student.id}
      api={{ call } as unknown as ApiClient}
      onLoginCard={vi.fn()}
      permissions={() => <p>What a guardian allowed</p>}
      loginInfo={() => <p>Login info is here</p>}
    />,
    { replica, address: '/admin-school/studentprofile' },
  );
  return { ...rendered, replica, call };
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
const password = () => screen.getByLabelText<HTMLInputElement>(/New password/u);

describe('the page of a student', () => {
  it('says what is known of the student', () => {
    showProfile(sampleStudent(maple, { no_of_books: 3 }));
    expect(screen.getByRole('heading', { level: 1, name: 'Zoë Fern' })).toBeTruthy();
    expect(screen.getByText('zoe-otter-42')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Maple' }).getAttribute('href')).toBe(
      `/admin-school/classdetails?id=${maple.id}`,
    );
    expect(screen.getByText('Login info is here')).toBeTruthy();
  });

  it('says so for a student who is not there', () => {
    showProfile(sampleStudent(maple), { id: 'nobody' });
    expect(screen.getByText('Student data not available.')).toBeTruthy();
  });

  it('of somebody archived shows by whom, and no way to sign in', () => {
    showProfile(
      sampleStudent(maple, {
        archived_at: '2026-11-01T08:00:00.000Z',
        archived_by: { first_name: 'Helen', last_name: 'Marsh' },
      }),
    );
    expect(screen.getByText(/^Archived/u).textContent).toContain('by Helen Marsh');
    expect(screen.queryByText('Login info is here')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Login card' })).toBeNull();
  });

  it('moves the student without a network', async () => {
    const { user, replica } = showProfile(sampleStudent(maple));
    await user.click(screen.getByRole('button', { name: 'Actions for Zoë Fern' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to class' }));
    await user.selectOptions(await screen.findByLabelText(/New class/u), 'Birch');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('Zoë Fern moved to Birch')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Birch' })).toBeTruthy();
    expect(replica.queued).toHaveLength(1);
  });
});

describe('editing a student', () => {
  it('asks for everything at the fields, in the form’s own words', async () => {
    const { user, call } = showProfile(sampleStudent(maple));
    await user.clear(screen.getByLabelText(/First name/u));
    await user.clear(screen.getByLabelText(/Last name/u));
    await user.click(save());
    for (const text of ['Please enter first name', 'Please enter last name', 'Please enter new password'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(call).not.toHaveBeenCalled();
  });

  it('sends the school all of it, and keeps no password', async () => {
    const student = sampleStudent(maple);
    const { user, call, replica } = showProfile(student);
    await user.clear(screen.getByLabelText(/Last name/u));
    await user.type(screen.getByLabelText(/Last name/u), 'Farn');
    await user.click(screen.getByRole('button', { name: 'Suggest one' }));
    const suggested = password().value;
    expect(suggested).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/u);
    await user.click(save());
    expect(await screen.findByText('Student updated successfully')).toBeTruthy();
    expect(call).toHaveBeenCalledWith(studentOfficeEndpoints.update, {
      params: { id: student.id },
      body: {
        first_name: 'Zoë',
        last_name: 'Farn',
        password: suggested,
        privacy_preference: 'private',
      },
    });
    expect(password().value).toBe('');
    expect(replica.queued).toEqual([]);
    expect(replica.syncs).toBe(1);
  });

  it('asks about another privacy preference first, and sends nothing when the answer is no', async () => {
    const { user, call } = showProfile(sampleStudent(maple));
    await user.type(password(), 'calm-heron-20');
    await user.selectOptions(screen.getByLabelText(/Privacy preference/u), 'public');
    await user.click(save());
    expect(
      await screen.findByText('All previous and future posts become public instead of private.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(call).not.toHaveBeenCalled();
    expect(password().value).toBe('calm-heron-20');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Change to public' }));
    expect(await screen.findByText('Student updated successfully')).toBeTruthy();
  });

  it('keeps what was typed when the school says no, and puts its words at the fields', async () => {
    const { user } = showProfile(sampleStudent(maple), {
      answer: () =>
        Promise.reject(
          new ApiProblem(
            400,
            {
              code: 'request.invalid',
              error: 'Some of what was sent is not valid',
              errors: {
                password: ['New password must not exceed 100 characters'],
                // Which the form has no wrong choice for.
                privacy_preference: ['Please select privacy preference'],
              },
              request_id: 'r',
            },
            null,
          ),
        ),
    });
    await user.type(password(), 'calm-heron-20');
    await user.click(save());
    expect(await screen.findByText('Failed to update student')).toBeTruthy();
    expect(screen.getByText('New password must not exceed 100 characters')).toBeTruthy();
    expect(password().value).toBe('calm-heron-20');
    const privacy = screen.getByLabelText(/^Privacy preference/u);
    expect(privacy.getAttribute('aria-invalid')).toBe('true');
    const words = screen.getByText('Please select privacy preference');
    expect(privacy.getAttribute('aria-describedby')?.split(' ')).toContain(words.id);
  });

  it('waits for the school where that cannot be reached, and says why', () => {
    const { replica } = showProfile(sampleStudent(maple));
    expect(save().disabled).toBe(false);
    replica.say({ reachable: false });
    return waitFor(() => {
      expect(screen.getByText(/This form waits until it can be\. It carries a password/u)).toBeTruthy();
      expect(save().disabled).toBe(true);
    });
  });

  it('takes over what somebody else changed, but where something was typed', async () => {
    const student = sampleStudent(maple);
    const { user, replica } = showProfile(student);
    replica.putClass(maple, [{ ...student, last_name: 'Hill' }]);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Last name/u).value).toBe('Hill'));
    await user.type(password(), 'calm-heron-20');
    replica.putClass(maple, [{ ...student, last_name: 'Meadow' }]);
    await screen.findByRole('heading', { level: 1, name: 'Zoë Meadow' });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Last name/u).value).toBe('Meadow'));
    expect(password().value).toBe('calm-heron-20');
    await user.type(screen.getByLabelText(/Last name/u), 's');
    replica.putClass(maple, [{ ...student, last_name: 'Lea' }]);
    await screen.findByText(/it is “Lea” now/u);
    expect(screen.getByLabelText<HTMLInputElement>(/Last name/u).value).toBe('Meadows');
  });
});

describe('a new password for a student', () => {
  it('goes to the school alone, and says whether somebody else knew the old one', async () => {
    const student = sampleStudent(maple);
    const { user, call, replica } = showProfile(student);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    const dialog = await screen.findByRole('dialog');
    const field = await waitFor(() => dialog.querySelector<HTMLInputElement>('input[required]'));
    if (!field) throw new Error('There is no field for the password');
    await user.type(field, 'brave-mole-31');
    await user.click(screen.getByLabelText('Somebody else knows the old password'));
    await user.click(screen.getAllByRole('button', { name: 'Change password' }).at(-1) ?? dialog);
    expect(await screen.findByText('The new password works from now on.')).toBeTruthy();
    expect(call).toHaveBeenCalledWith(studentOfficeEndpoints.changePassword, {
      params: { id: student.id },
      body: { new_password: 'brave-mole-31', compromised: true },
    });
    expect(replica.queued).toEqual([]);
  });

  it('says when the school could not be reached', async () => {
    const { user } = showProfile(sampleStudent(maple), {
      answer: () => Promise.reject(new NoNetworkError('offline', false)),
    });
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    const dialog = await screen.findByRole('dialog');
    const field = await waitFor(() => dialog.querySelector<HTMLInputElement>('input[required]'));
    await user.type(field ?? dialog, 'brave-mole-31');
    await user.click(screen.getAllByRole('button', { name: 'Change password' }).at(-1) ?? dialog);
    expect(
      await screen.findByText('Quillshelf cannot be reached right now. Please try again in a moment.'),
    ).toBeTruthy();
  });
});
