import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Student } from '#contract/students/students.schema.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { choose, names, type Rendered, rosterOfFile } from '#tests/support/class-roster.tsx';
import { sampleStudent } from '#tests/support/screen-samples.ts';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';

const { maple, showRoster, manyStudents } = rosterOfFile();

/** Ada private, Bo community, Cy public. */
function threeStudents() {
  return [
    sampleStudent(maple, { first_name: 'Ada' }),
    sampleStudent(maple, { first_name: 'Bo', privacy_preference: 'community' }),
    sampleStudent(maple, { first_name: 'Cy', privacy_preference: 'public' }),
  ] as const;
}

const idsOf = (...students: readonly Student[]) => students.map(({ id }) => id);
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const bar = () => screen.queryByRole('region', { name: 'Selected students' });

async function pick(user: Rendered['user'], ...firstNames: readonly string[]) {
  for (const firstName of firstNames) await user.click(box(`Select ${firstName} Fern`));
}

/** The box of the table's head; cards have one of their own above them. */
function allShown() {
  const [head] = screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select all/u })
    .filter((each) => each.closest('th'));
  if (!head) throw new Error('The table has no box for all');
  return head;
}

describe('picking students', () => {
  it('counts them, all that are shown, and all there are on every page', async () => {
    const { user } = showRoster(manyStudents(48));
    expect(bar()).toBeNull();
    await user.click(box('Select Child 1'));
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(allShown().indeterminate).toBe(true);
    await user.click(allShown());
    expect(screen.getByText('40 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 48' }));
    expect(screen.getByText('48 selected')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Select all 48' })).toBeNull();
    await user.click(allShown());
    expect(screen.getByText('8 selected')).toBeTruthy();
  });

  it('takes a whole range with the Shift key', async () => {
    const { user } = showRoster(manyStudents(9));
    await user.click(box('Select Child 2'));
    await user.keyboard('{Shift>}');
    await user.click(box('Select Child 5'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeTruthy();
    expect(box('Select Child 4').checked).toBe(true);
    expect(box('Select Child 6').checked).toBe(false);
  });

  it('works with the keyboard alone, and Escape lets go of all and stays at the list', async () => {
    const { user } = showRoster(threeStudents());
    box('Select Ada Fern').focus();
    await user.keyboard(' ');
    expect(screen.getByText('1 selected')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(bar()).toBeNull();
    await untilFocusIsOn(() => screen.getByRole('group', { name: 'Students of Maple' }));
  });

  it('keeps them through a search, and lets go of them when asked', async () => {
    const { user } = showRoster(threeStudents());
    await pick(user, 'Ada');
    await user.type(screen.getByRole('searchbox'), 'bo{Enter}');
    await pick(user, 'Bo');
    expect(screen.getByText('2 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(bar()).toBeNull();
  });

  it('forgets one whom somebody else archives meanwhile', async () => {
    const [ada, bo, cy] = threeStudents();
    const { user, replica } = showRoster([ada, bo, cy]);
    await pick(user, 'Ada', 'Bo');
    act(() => replica.putClass(maple, [{ ...ada, archived_at: '2026-11-20T10:42:00.000Z' }, bo, cy]));
    expect(screen.getByText('1 selected')).toBeTruthy();
  });
});

describe('changing the privacy of several students', () => {
  async function askFor(user: Rendered['user'], preference: string) {
    await user.click(screen.getByRole('button', { name: 'Change privacy' }));
    await user.click(await screen.findByRole('menuitem', { name: preference }));
  }

  it('asks once for each preference that it starts from, and is one change', async () => {
    const [ada, bo, cy] = threeStudents();
    const { user, replica } = showRoster([ada, bo, cy]);
    await pick(user, 'Ada', 'Bo', 'Cy');
    await askFor(user, 'Public');
    const dialog = await screen.findByRole('dialog', { name: 'Change the privacy of 3 students?' });
    for (const sentence of [
      'All previous and future posts become public instead of private.',
      'All previous and future posts become public instead of community-visible.',
      'Already public, nothing changes.',
    ]) {
      expect(within(dialog).getByText(sentence)).toBeTruthy();
    }
    expect(replica.queued).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Change to public' }));
    expect(await screen.findByText('Privacy preference updated successfully!')).toBeTruthy();
    expect(replica.queued).toEqual([
      ['students.updatePrivacyInBulk', { body: { user_ids: idsOf(ada, bo), privacy_preference: 'public' } }],
    ]);
    expect(within(screen.getByRole('table')).getAllByText('Public')).toHaveLength(3);
    expect(bar()).toBeNull();
  });

  it('is two changes where it is tighter for some and wider for others, the tighter one first', async () => {
    const [ada, bo, cy] = threeStudents();
    const { user, replica } = showRoster([ada, bo, cy]);
    await pick(user, 'Ada', 'Cy');
    await askFor(user, 'Community');
    await user.click(await screen.findByRole('button', { name: 'Change to community' }));
    await screen.findByText('Privacy preference updated successfully!');
    expect(replica.queued.map(([, input]) => input)).toEqual([
      { body: { user_ids: idsOf(cy), privacy_preference: 'community' } },
      { body: { user_ids: idsOf(ada), privacy_preference: 'community' } },
    ]);
  });

  it('is undone to what each of them had, the tightest first, and only where it was not changed since', async () => {
    const [ada, bo, cy] = threeStudents();
    const before = [
      { ...ada, privacy_preference: 'public' as const },
      { ...bo, privacy_preference: 'private' as const },
      { ...cy, privacy_preference: 'public' as const },
    ];
    const { user, replica } = showRoster(before);
    await pick(user, 'Ada', 'Bo', 'Cy');
    await askFor(user, 'Community');
    await user.click(await screen.findByRole('button', { name: 'Change to community' }));
    await screen.findByRole('button', { name: 'Undo' });
    const now = before.map((student) => ({ ...student, privacy_preference: 'community' as const }));
    act(() => replica.putClass(maple, [...now.slice(0, 2), { ...cy, privacy_preference: 'private' }]));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const call = (student: Student, privacy_preference: string) => [
      'students.updatePrivacyInBulk',
      { body: { user_ids: [student.id], privacy_preference } },
    ];
    await waitFor(() => expect(replica.queued.slice(2)).toEqual([call(bo, 'private'), call(ada, 'public')]));
    expect(await screen.findByText('Undone: 2 students are as before')).toBeTruthy();
  });

  it('says so where nothing is left to undo', async () => {
    const [ada, bo, cy] = threeStudents();
    const { user, replica } = showRoster([ada, bo, cy]);
    await pick(user, 'Ada');
    await askFor(user, 'Public');
    await user.click(await screen.findByRole('button', { name: 'Change to public' }));
    await screen.findByRole('button', { name: 'Undo' });
    act(() => replica.putClass(maple, [bo, cy]));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It was changed again since. Nothing is undone.')).toBeTruthy();
    expect(replica.queued).toHaveLength(1);
  });

  it('is an invalid transition where all have the preference already', async () => {
    const { user, replica } = showRoster(threeStudents());
    await pick(user, 'Ada');
    await askFor(user, 'Private');
    expect(await screen.findByText('Invalid privacy preference transition.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(replica.queued).toEqual([]);
  });

  it('is an invalid transition where one of them changed while the question stood, and keeps them picked', async () => {
    const [ada, bo, cy] = threeStudents();
    const { user, replica } = showRoster([ada, bo, cy]);
    await pick(user, 'Ada', 'Bo');
    await askFor(user, 'Public');
    const confirm = await screen.findByRole('button', { name: 'Change to public' });
    act(() => replica.putClass(maple, [ada, { ...bo, privacy_preference: 'private' }, cy]));
    await user.click(confirm);
    expect(await screen.findByText('Invalid privacy preference transition.')).toBeTruthy();
    expect(replica.queued).toEqual([]);
    expect(screen.getByText('2 selected')).toBeTruthy();
  });

  it('says so when one of them is gone, or the device could not save it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const [ada, bo, cy] = threeStudents();
    const { user, replica } = showRoster([ada, bo, cy]);
    await pick(user, 'Ada', 'Bo');
    await askFor(user, 'Public');
    const confirm = await screen.findByRole('button', { name: 'Change to public' });
    act(() => replica.putClass(maple, [bo, cy]));
    await user.click(confirm);
    expect(await screen.findByText('Student data not available.')).toBeTruthy();

    replica.broken = new Error('disk full');
    await askFor(user, 'Public');
    await user.click(await screen.findByRole('button', { name: 'Change to public' }));
    expect(await screen.findByText('Failed to update privacy preference.')).toBeTruthy();
    expect(replica.queued).toEqual([]);
  });
});

describe('archiving students', () => {
  it('asks, takes them out of the list, and goes on from the list', async () => {
    const [ada, bo, cy] = threeStudents();
    const { user, replica } = showRoster([ada, bo, cy]);
    await pick(user, 'Ada', 'Bo');
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    const dialog = await screen.findByRole('dialog', { name: 'Archive 2 students?' });
    expect(replica.queued).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('2 students archived')).toBeTruthy();
    expect(replica.queued).toEqual([['students.archive', { body: { user_ids: idsOf(ada, bo) } }]]);
    expect(names()).toEqual(['Cy Fern']);
    expect(bar()).toBeNull();
    await untilFocusIsOn(() => screen.getByRole('group', { name: 'Students of Maple' }));
  });

  it('is undone by a call of its own', async () => {
    const [ada, bo, cy] = threeStudents();
    const { user, replica } = showRoster([ada, bo, cy]);
    await pick(user, 'Ada', 'Bo');
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 students restored')).toBeTruthy();
    const input = { body: { user_ids: idsOf(ada, bo) } };
    expect(replica.queued).toEqual([
      ['students.archive', input],
      ['students.restore', input],
    ]);
    expect(names()).toEqual(['Ada Fern', 'Bo Fern', 'Cy Fern']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('is offered for one at the row as well, and leaves the others picked', async () => {
    const zoe = sampleStudent(maple);
    const [ada, bo] = threeStudents();
    const { user, replica } = showRoster([zoe, ada, bo]);
    await pick(user, 'Ada', 'Zoë');
    await choose(user, 'menuitem', 'Archive');
    const dialog = await screen.findByRole('dialog', { name: 'Archive Zoë Fern?' });
    await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Zoë Fern archived')).toBeTruthy();
    expect(replica.queued).toEqual([['students.archive', { body: { user_ids: [zoe.id] } }]]);
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('changes nothing when the answer is no', async () => {
    const { user, replica } = showRoster(threeStudents());
    await pick(user, 'Ada');
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(replica.queued).toEqual([]);
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('says so when the device could not save it, and why', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, replica } = showRoster(threeStudents());
    replica.broken = new DeviceFullError(null);
    await pick(user, 'Ada');
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Failed to update student')).toBeTruthy();
    expect(screen.getByText(/^This tablet is full/u)).toBeTruthy();
    expect(screen.getByText('1 selected')).toBeTruthy();
  });
});

describe('archived students', () => {
  const archived = (fields: Partial<Student> = {}) =>
    sampleStudent(maple, {
      archived_at: '2026-11-03T10:42:00.000Z',
      archived_by: { first_name: 'Tess', last_name: 'Alder' },
      ...fields,
    });

  it('are no part of the class list, and a tap away with when and by whom', async () => {
    const { user } = showRoster([...threeStudents(), archived()]);
    expect(names()).toEqual(['Ada Fern', 'Bo Fern', 'Cy Fern']);
    await user.click(screen.getByRole('radio', { name: 'Archived (1)' }));
    expect(names()).toEqual(['Zoë Fern']);
    expect(screen.getByText('Tess Alder')).toBeTruthy();
    await untilAddressIs('/?show=archived');
    await user.click(screen.getByRole('radio', { name: 'In class (3)' }));
    expect(names()).toHaveLength(3);
    await untilAddressIs('/');
  });

  it('are not spoken of in a class that has none', () => {
    showRoster(threeStudents());
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('come back without a question, one or several', async () => {
    const zoe = archived();
    const [ada, bo] = [archived({ first_name: 'Ada' }), archived({ first_name: 'Bo' })];
    const { user, replica } = showRoster([zoe, ada, bo], '/?show=archived');
    await choose(user, 'menuitem', 'Restore');
    expect(await screen.findByText('Zoë Fern restored')).toBeTruthy();
    await pick(user, 'Ada', 'Bo');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('2 students restored')).toBeTruthy();
    expect(replica.queued).toEqual([
      ['students.restore', { body: { user_ids: [zoe.id] } }],
      ['students.restore', { body: { user_ids: idsOf(ada, bo) } }],
    ]);
    expect(screen.getByText('Nobody of this class is archived')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show the class' }));
    expect(names()).toEqual(['Ada Fern', 'Bo Fern', 'Zoë Fern']);
  });

  it('let a class be empty of others, and be found', async () => {
    const { user } = showRoster([archived()]);
    expect(
      screen.getByText('There are currently no students in this class. Please add some students.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Archived (1)' }));
    expect(names()).toEqual(['Zoë Fern']);
  });
});
