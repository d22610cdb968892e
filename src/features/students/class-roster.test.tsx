import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { avatarForId } from '#contract/kit/avatar-names.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ClassRoster } from './class-roster.tsx';

const maple = sampleClass();

function showRoster(students: readonly Student[], address = '/') {
  const replica = new FakeReplica();
  replica.putClass(maple, students);
  return renderScreen(<ClassRoster schoolClass={maple} />, { replica, address });
}

function names() {
  return screen.getAllByRole('rowheader').map((cell) => cell.textContent);
}

function manyStudents(count: number) {
  return Array.from({ length: count }, (_, index) =>
    sampleStudent(maple, { first_name: 'Child', last_name: `${index + 1}`, username: `owl-${index}` }),
  );
}

type Rendered = ReturnType<typeof showRoster>;

async function choose(user: Rendered['user'], role: 'menuitem' | 'menuitemradio', name: string) {
  await user.click(screen.getByRole('button', { name: 'Actions for Zoë Fern' }));
  await user.click(await screen.findByRole(role, { name }));
}

describe('the students of a class', () => {
  it('are listed by name, with numbers in their order', () => {
    showRoster([...manyStudents(12), sampleStudent(maple, { first_name: 'Élodie', last_name: '' })]);
    expect(names().slice(8, 13)).toEqual(['Child 9', 'Child 10', 'Child 11', 'Child 12', 'Élodie']);
  });

  it('say in kind words that a username is not there yet', () => {
    showRoster([sampleStudent(maple, { username: null })]);
    expect(screen.getByText('Being made')).toBeTruthy();
    expect(screen.getByText('Not yet')).toBeTruthy();
  });

  it('have the animal by which a child finds itself when it signs in, whatever stands for it', () => {
    const student = sampleStudent(maple, { avatar: 'https://school.example/me.png' });
    showRoster([student]);
    const shown = screen.getByRole('rowheader').querySelector('svg')?.outerHTML;
    const { container } = render(<AnimalAvatar name={avatarForId(student.id)} size={40} />);
    expect(shown).toBe(container.innerHTML);
  });

  it('stand on one page up to forty, and the page of more is in the address', async () => {
    const { user, replica } = showRoster(manyStudents(40), '/dashboard?option=Teacher+Dashboard&id=7');
    expect(names()).toHaveLength(40);
    expect(screen.queryByRole('button', { name: 'Page 2' })).toBeNull();
    act(() => replica.putClass(maple, manyStudents(48)));
    expect(names()).toHaveLength(40);
    expect(screen.getByText('1–40 of 48 students')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(names()).toHaveLength(8);
    await untilAddressIs('/dashboard?option=Teacher+Dashboard&id=7&page=2');
  });

  it('are ordered by a column whose head is pressed, and back to front when it is pressed again', async () => {
    const { user } = showRoster([
      sampleStudent(maple, { first_name: 'Two', last_name: '', no_of_books: 2 }),
      sampleStudent(maple, { first_name: 'Ten', last_name: '', no_of_books: 10 }),
    ]);
    const head = screen.getByRole('columnheader', { name: 'Books' });
    await user.click(within(head).getByRole('button'));
    expect(names()).toEqual(['Two', 'Ten']);
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    await user.click(within(head).getByRole('button'));
    expect(names()).toEqual(['Ten', 'Two']);
    expect(head.getAttribute('aria-sort')).toBe('descending');
    await untilAddressIs('/?sort=-books');
  });

  it('are found by name without accents, from the first page again', async () => {
    const { user } = showRoster([...manyStudents(48), sampleStudent(maple)], '/?page=2');
    await user.type(screen.getByRole('searchbox', { name: 'Search students' }), 'zoe{Enter}');
    expect(await screen.findByText('1 student')).toBeTruthy();
    expect(names()).toEqual(['Zoë Fern']);
    await untilAddressIs('/?q=zoe');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByText('1–40 of 49 students')).toBeTruthy();
    await untilFocusIsOn(() => screen.getByRole('searchbox'));
  });

  it('say so when a search finds nobody', async () => {
    const { user } = showRoster([sampleStudent(maple)], '/?q=xyz');
    // Said aloud once.
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said.filter((words) => words !== '')).toEqual(['No students match “xyz”']);
    await user.click(screen.getByText('Clear search'));
    expect(names()).toEqual(['Zoë Fern']);
  });

  it('are asked for when there are none', async () => {
    const { user } = showRoster([]);
    expect(
      screen.getByText('There are currently no students in this class. Please add some students.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Students' }));
    expect(await screen.findByLabelText('Names')).toBeTruthy();
  });
});

describe('renaming a student', () => {
  it('begins with the name as it is and saves the new one', async () => {
    const zoe = sampleStudent(maple);
    const { user, replica } = showRoster([zoe]);
    await choose(user, 'menuitem', 'Rename');
    const lastName = await screen.findByLabelText<HTMLInputElement>(/Last name/u);
    expect(screen.getByLabelText<HTMLInputElement>(/First name/u).value).toBe('Zoë');
    expect(lastName.value).toBe('Fern');
    await user.clear(lastName);
    await user.type(lastName, '  Farn ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Student updated successfully')).toBeTruthy();
    expect(replica.queued).toEqual([
      ['students.rename', { params: { id: zoe.id }, body: { first_name: 'Zoë', last_name: 'Farn' } }],
    ]);
    expect(names()).toEqual(['Zoë Farn']);
  });

  it('asks for both names at their fields', async () => {
    const { user, replica } = showRoster([sampleStudent(maple)]);
    await choose(user, 'menuitem', 'Rename');
    await user.clear(await screen.findByLabelText(/First name/u));
    await user.clear(screen.getByLabelText(/Last name/u));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Please enter first name')).toBeTruthy();
    expect(screen.getByText('Please enter last name')).toBeTruthy();
    expect(replica.queued).toEqual([]);
  });

  it('of a single name asks for no last one', async () => {
    const wati = sampleStudent(maple, { first_name: 'Wati', last_name: '' });
    const { user, replica } = showRoster([wati]);
    await user.click(screen.getByRole('button', { name: 'Actions for Wati' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const firstName = await screen.findByLabelText(/First name/u);
    await user.clear(firstName);
    await user.type(firstName, 'Watik');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Student updated successfully')).toBeTruthy();
    expect(replica.queued).toEqual([
      ['students.rename', { params: { id: wati.id }, body: { first_name: 'Watik', last_name: '' } }],
    ]);
  });

  it('takes no formula', async () => {
    const { user, replica } = showRoster([sampleStudent(maple)]);
    await choose(user, 'menuitem', 'Rename');
    const lastName = await screen.findByLabelText(/Last name/u);
    await user.clear(lastName);
    await user.type(lastName, '=1+1');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('This looks like a formula, not a name')).toBeTruthy();
    expect(replica.queued).toEqual([]);
  });

  it('sends nothing when the name stays the same', async () => {
    const { user, replica } = showRoster([sampleStudent(maple)]);
    await choose(user, 'menuitem', 'Rename');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(replica.queued).toEqual([]);
  });

  it('keeps the form open when the device could not save it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, replica } = showRoster([sampleStudent(maple)]);
    replica.broken = new Error('disk full');
    await choose(user, 'menuitem', 'Rename');
    await user.type(await screen.findByLabelText(/Last name/u), 's');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update student')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/Last name/u).value).toBe('Ferns');
  });
});

describe('changing the privacy of a student', () => {
  it.each([
    ['private', 'Public', 'All previous and future posts become public instead of private.'],
    ['private', 'Community', 'All previous and future posts become community-visible instead of private.'],
    ['public', 'Private', 'All previous and future posts become private instead of public.'],
    ['public', 'Community', 'All previous and future posts become community-visible instead of public.'],
    ['community', 'Private', 'All previous and future posts become private instead of community-visible.'],
    ['community', 'Public', 'All previous and future posts become public instead of community-visible.'],
  ] as const)('from %s to %s asks first', async (from, to, question) => {
    const zoe = sampleStudent(maple, { privacy_preference: from });
    const { user, replica } = showRoster([zoe]);
    await choose(user, 'menuitemradio', to);
    expect(await screen.findByText(question)).toBeTruthy();
    expect(replica.queued).toEqual([]);
    await user.click(screen.getByRole('button', { name: `Change to ${to.toLowerCase()}` }));
    expect(await screen.findByText('Privacy preference updated successfully!')).toBeTruthy();
    expect(replica.queued).toEqual([
      ['students.updatePrivacy', { params: { id: zoe.id }, body: { privacy_preference: to.toLowerCase() } }],
    ]);
    expect(within(screen.getByRole('table')).getByText(to)).toBeTruthy();
  });

  it('asks nothing where the preference stays what it is', async () => {
    const { user } = showRoster([sampleStudent(maple)]);
    await choose(user, 'menuitemradio', 'Private');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('changes nothing when the answer is no', async () => {
    const { user, replica } = showRoster([sampleStudent(maple)]);
    await choose(user, 'menuitemradio', 'Public');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(replica.queued).toEqual([]);
  });

  it('is an invalid transition when the preference changed while the question stood', async () => {
    const zoe = sampleStudent(maple);
    const { user, replica } = showRoster([zoe]);
    await choose(user, 'menuitemradio', 'Public');
    const confirm = await screen.findByRole('button', { name: 'Change to public' });
    act(() => replica.putClass(maple, [{ ...zoe, privacy_preference: 'public' }]));
    await user.click(confirm);
    expect(await screen.findByText('Invalid privacy preference transition.')).toBeTruthy();
    expect(replica.queued).toEqual([]);
  });

  it('says so when the student is gone', async () => {
    const { user, replica } = showRoster([sampleStudent(maple), sampleStudent(maple, { first_name: 'Ada' })]);
    await choose(user, 'menuitemradio', 'Public');
    const confirm = await screen.findByRole('button', { name: 'Change to public' });
    act(() => replica.putClass(maple, []));
    await user.click(confirm);
    expect(await screen.findByText('Student data not available.')).toBeTruthy();
  });

  it('says so when the device could not save it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, replica } = showRoster([sampleStudent(maple)]);
    replica.broken = new Error('disk full');
    await choose(user, 'menuitemradio', 'Public');
    await user.click(await screen.findByRole('button', { name: 'Change to public' }));
    expect(await screen.findByText('Failed to update privacy preference.')).toBeTruthy();
  });
});

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

describe('the login card of a student', () => {
  it('is opened from the actions of the row', async () => {
    const opened: Student[] = [];
    const zoe = sampleStudent(maple);
    const replica = new FakeReplica();
    replica.putClass(maple, [zoe]);
    const { user } = renderScreen(
      <ClassRoster schoolClass={maple} more={{ onLoginCard: (student) => opened.push(student) }} />,
      { replica },
    );
    await choose(user, 'menuitem', 'Login card');
    expect(opened).toEqual([zoe]);
  });

  it('is not there for an archived one, who cannot sign in', async () => {
    const replica = new FakeReplica();
    replica.putClass(maple, [sampleStudent(maple, { archived_at: '2026-11-20T08:00:00.000Z' })]);
    const { user } = renderScreen(
      <ClassRoster schoolClass={maple} more={{ onLoginCard: () => undefined }} />,
      {
        replica,
        address: '/?show=archived',
      },
    );
    await user.click(screen.getByRole('button', { name: 'Actions for Zoë Fern' }));
    expect(await screen.findByRole('menuitem', { name: 'Restore' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Login card' })).toBeNull();
  });
});
