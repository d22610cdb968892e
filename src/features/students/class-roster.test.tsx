import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { avatarForId } from '#contract/kit/avatar-names.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { choose, names, rosterOfFile } from '#tests/support/class-roster.tsx';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleStudent } from '#tests/support/screen-samples.ts';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ClassRoster } from './class-roster.tsx';

const { maple, showRoster, manyStudents } = rosterOfFile();

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
