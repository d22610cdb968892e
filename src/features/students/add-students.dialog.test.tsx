import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { AddStudentsButton } from './add-students.button.tsx';

const maple = sampleClass();

function openDialog() {
  const replica = new FakeReplica();
  replica.putClass(maple, [sampleStudent(maple)]);
  return renderScreen(<AddStudentsButton schoolClass={maple} />, { replica });
}

async function typeNames(user: ReturnType<typeof openDialog>['user'], text: string) {
  await user.click(screen.getByRole('button', { name: 'Add Students' }));
  await user.click(await screen.findByLabelText('Names'));
  await user.paste(text);
}

describe('the dialog that adds students', () => {
  it('queues one call for the whole list, with the names in order', async () => {
    const { user, replica } = openDialog();
    await typeNames(user, 'Ada van der Berg\nPriya, محمد الأمين');
    await user.click(screen.getByRole('button', { name: 'Add 3 students' }));
    expect(await screen.findByText('Students added successfully!')).toBeTruthy();
    expect(screen.getByText('Saved on this device.')).toBeTruthy();
    expect(replica.queued).toEqual([
      [
        'students.addToClass',
        {
          params: { classId: maple.id },
          body: {
            students: [
              { id: expect.any(String), first_name: 'Ada', last_name: 'van der Berg' },
              { id: expect.any(String), first_name: 'Priya', last_name: '' },
              { id: expect.any(String), first_name: 'محمد', last_name: 'الأمين' },
            ],
          },
        },
      ],
    ]);
    expect(replica.read(scopeOf.schoolClass(maple.id), 'students').rows).toHaveLength(4);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks what lines with one comma mean before anything is added', async () => {
    const { user, replica } = openDialog();
    await typeNames(user, 'Hill, Ada\nOak, Bo');
    expect(screen.getByText('Is each line “last name, first name”?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add 4 students' }));
    expect(replica.queued).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Yes, one child in each line' }));
    await user.click(screen.getByRole('button', { name: 'Add 2 students' }));
    expect(await screen.findByText('Students added successfully!')).toBeTruthy();
    expect(replica.queued).toMatchObject([
      [
        'students.addToClass',
        {
          body: {
            students: [
              { first_name: 'Ada', last_name: 'Hill' },
              { first_name: 'Bo', last_name: 'Oak' },
            ],
          },
        },
      ],
    ]);
  });

  it('shows the names as understood before anything is added', async () => {
    const { user } = openDialog();
    await typeNames(user, 'Ada van der Berg\nzoe fern');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1Ada van der Berg',
      '2zoe fernlooks like a child already here',
    ]);
    expect(screen.getByText('2 students')).toBeTruthy();
    expect(screen.getByText('1 looks like a child already here.')).toBeTruthy();
    expect(screen.getByText(/^This one is added too/u)).toBeTruthy();
  });

  it('does not take those it has just added for children already there', async () => {
    const { user, replica } = openDialog();
    await typeNames(user, 'Ada van der Berg\nPriya');
    let wasSaid = false;
    const observer = new MutationObserver(() => {
      wasSaid ||= document.body.textContent.includes('already here');
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await user.click(screen.getByRole('button', { name: 'Add 2 students' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    observer.disconnect();
    expect(replica.queued).toHaveLength(1);
    expect(wasSaid).toBe(false);
  });

  it('says at the field that a name is needed', async () => {
    const { user, replica } = openDialog();
    await typeNames(user, ' , ');
    expect(screen.queryByText('Please add at least one student')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add student' }));
    expect(screen.getByText('Please add at least one student')).toBeTruthy();
    expect(screen.getByLabelText('Names').getAttribute('aria-invalid')).toBe('true');
    expect(replica.queued).toEqual([]);
  });

  it('keeps the text when the device could not save it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, replica } = openDialog();
    replica.broken = new Error('disk full');
    await typeNames(user, 'Ada Fern');
    await user.click(screen.getByRole('button', { name: 'Add student' }));
    expect(await screen.findByText('Failed to add students. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Names').value).toBe('Ada Fern');
  });

  it('asks before it closes over names that were typed, and keeps them', async () => {
    const { user } = openDialog();
    await typeNames(user, 'Ada Fern');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Close without saving?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull());
    expect(screen.getByLabelText<HTMLTextAreaElement>('Names').value).toBe('Ada Fern');
  });

  it('closes at once when nothing was typed, and opens empty again', async () => {
    const { user } = openDialog();
    await typeNames(user, 'Ada');
    await user.clear(screen.getByLabelText('Names'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add Students' }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Names')).value).toBe('');
  });
});
