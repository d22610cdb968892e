import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Student } from '#contract/students/students.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { StudentListScreen } from './student-list.screen.tsx';

const maple = sampleClass();
const birch = sampleClass({ name: 'Birch', class_id: 'BYRCH926' });

function showList(students: readonly Student[], others: readonly Student[] = [], address = '/') {
  const replica = new FakeReplica();
  replica.putClass(maple, students);
  replica.putClass(birch, others);
  return renderScreen(<StudentListScreen onLoginCard={vi.fn()} />, { replica, address });
}

const choicesOf = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

function names() {
  return screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
}

const address = () => screen.getByLabelText('Address').textContent;

beforeEach(() => useSessionStore.setState({ user: null }));

describe('the list of all students', () => {
  it('has those of every class in one order, and leads to the page of each', () => {
    const zoe = sampleStudent(maple);
    showList([zoe], [sampleStudent(birch, { first_name: 'Ada' })], '/admin-school/students');
    expect(names()).toEqual(['Ada Fern', 'Zoë Fern']);
    expect(screen.getByRole('link', { name: 'Zoë Fern' }).getAttribute('href')).toBe(
      `/admin-school/studentprofile/${zoe.id}`,
    );
  });

  it('is narrowed down by filters and a search together, which stand in the address', async () => {
    const { user } = showList(
      [sampleStudent(maple), sampleStudent(maple, { first_name: 'Ada', no_of_books: 1 })],
      [sampleStudent(birch)],
      '/?page=2',
    );
    await user.selectOptions(screen.getByLabelText('Class'), 'Maple');
    expect(names()).toEqual(['Ada Fern', 'Zoë Fern']);
    await user.selectOptions(screen.getByLabelText('Work'), 'No books yet');
    expect(names()).toEqual(['Zoë Fern']);
    await user.type(screen.getByRole('searchbox', { name: 'Search students' }), 'ada{Enter}');
    expect(await screen.findByText('No students match “ada”')).toBeTruthy();
    expect(address()).toBe(`/?class=${maple.id}&books=none&q=ada`);
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(names()).toHaveLength(3);
    expect(address()).toBe('/');
  });

  it('stays beside the classes for those who have it there', async () => {
    const zoe = sampleStudent(maple);
    const { user } = showList([zoe], [], '/dashboard?option=Students&q=xyzzy');
    await user.click(screen.getByText('Clear search'));
    await untilAddressIs('/dashboard?option=Students');
    expect(screen.getByRole('link', { name: 'Zoë Fern' }).getAttribute('href')).toBe(
      `/dashboard?option=Students&student=${zoe.id}`,
    );
  });

  it('forgets who was picked when it goes over to those who were archived', async () => {
    const { user } = showList([
      sampleStudent(maple),
      sampleStudent(maple, { first_name: 'Ada', archived_at: '2026-11-01T08:00:00.000Z' }),
    ]);
    await user.click(screen.getByRole('checkbox', { name: 'Select Zoë Fern' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('List'), 'Archived');
    expect(names()).toEqual(['Ada Fern']);
    expect(screen.queryByText('1 selected')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select Ada Fern' }));
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Ada Fern restored')).toBeTruthy();
  });

  it('says when nothing is on the device yet and the school does not answer', async () => {
    const replica = new FakeReplica();
    replica.setPopulated(false);
    replica.say({ reachable: false });
    const { user } = renderScreen(<StudentListScreen onLoginCard={vi.fn()} />, { replica });
    expect(screen.getByText('Quillshelf cannot be reached right now')).toBeTruthy();
    expect(screen.getByText(/^The students are not on this device yet\./u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(replica.syncs).toBe(1);
  });
});

describe('the list as a file', () => {
  beforeEach(() => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:list');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is saved of the rows on the device, and the audit of the school hears of it', async () => {
    const { user, replica } = showList([sampleStudent(maple), sampleStudent(maple, { first_name: 'Ada' })]);
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(HTMLAnchorElement.prototype.click).toHaveBeenCalled());
    expect(replica.queued).toEqual([['exports.noteList', { body: { list: 'students', rows: 2 } }]]);
  });

  it('is no guest’s of the platform', () => {
    const visiting = { home: 'Quillshelf', host: 'localhost', is_platform: true, may: 'look' } as const;
    useSessionStore.setState({ user: sampleAdmin({ visiting }) });
    showList([sampleStudent(maple)]);
    expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull();
  });
});

describe('moving students to another class', () => {
  it('is one change for all who are picked, without those who are there already', async () => {
    const zoe = sampleStudent(maple);
    const ada = sampleStudent(maple, { first_name: 'Ada' });
    const there = sampleStudent(birch, { first_name: 'Bo' });
    const { user, replica } = showList([zoe, ada], [there]);
    for (const box of screen.getAllByRole('checkbox', { name: /^Select (?!all)/u })) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Move to class' }));
    await user.selectOptions(await screen.findByLabelText(/New class/u), 'Birch');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('2 students moved to Birch')).toBeTruthy();
    expect(replica.queued).toEqual([
      [
        'students.move',
        { body: { user_ids: expect.arrayContaining([zoe.id, ada.id]), school_class_id: birch.id } },
      ],
    ]);
    expect(screen.getAllByText('Birch', { selector: 'bdi' })).toHaveLength(3);
    expect(screen.queryByText('3 selected')).toBeNull();
  });

  it('is undone with a call for each class that they came from, but for those who moved on', async () => {
    const zoe = sampleStudent(maple);
    const ada = sampleStudent(maple, { first_name: 'Ada' });
    const { user, replica } = showList([zoe, ada], []);
    for (const box of screen.getAllByRole('checkbox', { name: /^Select (?!all)/u })) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Move to class' }));
    await user.selectOptions(await screen.findByLabelText(/New class/u), 'Birch');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByRole('button', { name: 'Undo' });
    act(() => replica.putClass(birch, [{ ...zoe, stu_class: birch }]));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Zoë Fern moved back to Maple')).toBeTruthy();
    expect(replica.queued[1]).toEqual([
      'students.move',
      { body: { user_ids: [zoe.id], school_class_id: maple.id } },
    ]);
  });

  it('is undone where the students of the other class were not read yet', async () => {
    const zoe = sampleStudent(maple);
    const { user, replica } = showList([zoe], []);
    await user.click(screen.getByRole('button', { name: 'Actions for Zoë Fern' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to class' }));
    await user.selectOptions(await screen.findByLabelText(/New class/u), 'Birch');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByRole('button', { name: 'Undo' });
    const read = vi.spyOn(replica, 'read').mockReturnValue({ status: 'loading', rows: [] });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    read.mockRestore();
    expect(replica.queued).toHaveLength(1);
    act(() => replica.putClass(birch, [{ ...zoe, stu_class: birch }]));
    expect(await screen.findByText('Zoë Fern moved back to Maple')).toBeTruthy();
    expect(replica.queued).toHaveLength(2);
  });

  it('goes on from the list that somebody leaves by it', async () => {
    const { user } = showList([sampleStudent(maple)], [], `/?class=${maple.id}`);
    await user.click(screen.getByRole('button', { name: 'Actions for Zoë Fern' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to class' }));
    await user.selectOptions(await screen.findByLabelText(/New class/u), 'Birch');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await untilFocusIsOn(() => screen.getByRole('group', { name: 'Students' }));
    expect(screen.queryByRole('button', { name: 'Actions for Zoë Fern' })).toBeNull();
  });

  it('offers no undo for a student who was in no class', async () => {
    const { user, replica } = showList([], []);
    act(() => replica.putArchived());
    act(() => replica.putClass(maple, [sampleStudent(maple, { stu_class: null })]));
    await user.click(screen.getByRole('button', { name: 'Actions for Zoë Fern' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to class' }));
    await user.selectOptions(await screen.findByLabelText(/New class/u), 'Birch');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('Zoë Fern moved to Birch')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('asks for the class, and offers neither the one where the student is nor one that ended', async () => {
    const { user, replica } = showList([sampleStudent(maple)]);
    act(() => replica.putArchived(sampleClass({ name: 'Alder', archived_at: '2026-07-01T08:00:00.000Z' })));
    await user.click(screen.getByRole('button', { name: 'Actions for Zoë Fern' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to class' }));
    const field = await screen.findByLabelText(/New class/u);
    expect(choicesOf(field)).toEqual(['Choose a class', 'Birch']);
    expect(choicesOf(screen.getByLabelText('Class'))).toEqual(['All classes', 'Birch', 'Maple', 'No class']);
    await user.click(screen.getByRole('button', { name: 'Move' }));
    expect(screen.getByText('Please choose a class')).toBeTruthy();
    expect(replica.queued).toEqual([]);
  });
});
