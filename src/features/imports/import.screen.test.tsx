import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importProblems } from '#contract/imports/imports.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleClass, sampleImport, sampleStudent } from '#tests/support/screen-samples.ts';
import { mendRow } from './draft.rules.ts';
import type { DraftRow, FileReading } from './file-reading.ts';
import { ImportScreen } from './import.screen.tsx';
import type { ReadFile } from './read-file.ts';

const maple = sampleClass({ no_of_students: 1 });
const zoe = sampleStudent(maple);
const file = new File(['anything'], 'list.csv', { type: 'text/csv' });

function reading(...names: readonly [string, string][]): FileReading {
  const rows = names.map(([first_name, last_name], place): DraftRow => {
    const id = `01900000-0000-7000-8000-00000000000${place}`;
    const blank = { id, row: place + 2, first_name: '', last_name: '', problem: null, doubt: null, key: '' };
    return mendRow(blank, { first_name, last_name });
  });
  return { facts: { hasHeader: true, unused: [], leftOut: [], asksOrder: false, count: rows.length }, rows };
}

function show(
  read: ReadFile,
  replica = new FakeReplica(),
  imports = [sampleImport()].slice(1),
  localDrafts = new FakeLocalDrafts(),
) {
  replica.putClass(maple, [zoe], imports);
  return renderScreen(
    <ImportScreen
      schoolClass={maple}
      readFile={read}
      printCards={(ids) => <button type="button">Print {ids.length}</button>}
    />,
    { replica, localDrafts },
  );
}

const input = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body;

beforeEach(() => useSessionStore.setState({ user: sampleAdmin() }));
afterEach(() => act(() => useSessionStore.setState(useSessionStore.getInitialState())));

describe('importing students', () => {
  it('says why a file is refused, and takes another one', async () => {
    const answers: FileReading[] = [{ refused: importProblems.too_large }, reading(['Ada', 'Hill'])];
    const { user } = show(async () => answers.shift() ?? reading());
    await user.upload(input(), file);
    expect((await screen.findByRole('alert')).textContent).toContain('File size exceeds 5MB limit.');
    await user.upload(input(), file);
    expect(await screen.findByRole('button', { name: 'Add 1 student' })).toBeTruthy();
  });

  it('says so when a file cannot be read at all', async () => {
    const { user } = show(() => Promise.reject(new Error('no thread')));
    await user.upload(input(), file);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to upload CSV file. Please check your file and try again.',
    );
  });

  it('shows how far reading is, and can be called off', async () => {
    let signal: AbortSignal | null = null;
    const { user } = show((_file, options) => {
      ({ signal } = options);
      options.onProgress(500, 1000);
      return new Promise(() => undefined);
    });
    await user.upload(input(), file);
    const bar = await screen.findByRole('progressbar', { name: 'Rows that are read' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(signal).toMatchObject({ aborted: true });
    expect(screen.getByRole('heading', { name: 'Choose a CSV file' })).toBeTruthy();
  });

  it('asks about each double before anything is added, and adds the others in one go', async () => {
    const replica = new FakeReplica();
    const { user } = show(
      () => Promise.resolve(reading(['zoe', 'fern'], ['Ada', 'Hill'], ['', 'Oak'])),
      replica,
    );
    await user.upload(input(), file);
    const add = await screen.findByRole('button', { name: 'Add 1 student' });
    expect(add).toHaveProperty('disabled', true);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rows of the file' }));
    expect(screen.getByText('Answer this first, then you can add the students.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'The same child' }));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rows of the file' }));
    await user.type(screen.getByRole('textbox', { name: 'Row 4: first name' }), 'Bo');
    await user.click(screen.getByRole('button', { name: 'Add 2 students' }));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('Maple has 1 student in it. This file adds 2, which makes 3.');
    await user.click(within(question).getByRole('button', { name: 'Add them' }));
    expect(await screen.findByText('Students added successfully!')).toBeTruthy();
    expect(replica.queued).toMatchObject([
      [
        'imports.addRows',
        {
          params: { classId: maple.id },
          body: {
            file_name: 'list.csv',
            row_count: 2,
            rows: [
              { row: 3, first_name: 'Ada', last_name: 'Hill' },
              { row: 4, first_name: 'Bo', last_name: 'Oak' },
            ],
          },
        },
      ],
    ]);
    expect(screen.getByText('2 students wait on this tablet to be sent')).toBeTruthy();
  });

  it('asks about each row that may be no child, and says which lines are left out', async () => {
    const replica = new FakeReplica();
    const { user } = show(() => {
      const read = reading(['Ada', 'Hill'], ['Total', ''], ['Gina', 'Hill']);
      if ('refused' in read) throw new Error('It is read');
      const [ada, total, gina] = read.rows;
      if (!ada || !total || !gina) throw new Error('There are three rows');
      const leftOut = [{ row: 1, text: 'Hill Street Primary' }];
      return Promise.resolve({
        facts: { ...read.facts, leftOut },
        rows: [
          ada,
          { ...total, doubt: { of: 'name', reason: 'It looks like a total' } },
          { ...gina, doubt: { of: 'row', reason: 'The role is “guardian”' } },
        ],
      });
    }, replica);
    await user.upload(input(), file);
    expect(await screen.findByText(/Left out, because they are no children: row 1/u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add 1 student' })).toHaveProperty('disabled', true);
    expect(screen.getByText(/A line below the title names the columns\./u)).toBeTruthy();
    expect(screen.getByText('The role is “guardian”')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Leave all of them out' }));
    await user.click(screen.getByRole('button', { name: 'Add 1 student' }));
    await user.click(await screen.findByRole('button', { name: 'Add them' }));
    expect(await screen.findByText('Students added successfully!')).toBeTruthy();
    expect(replica.queued).toMatchObject([
      ['imports.addRows', { body: { row_count: 1, rows: [{ first_name: 'Ada', last_name: 'Hill' }] } }],
    ]);
  });

  it('asks which name comes first where every line is two names with a comma', async () => {
    const { user } = show(() => {
      const read = reading(['Hill', 'Ada'], ['Oak', 'Bo']);
      if ('refused' in read) throw new Error('It is read');
      return Promise.resolve({ ...read, facts: { ...read.facts, asksOrder: true } });
    });
    await user.upload(input(), file);
    expect(await screen.findByRole('button', { name: 'Add 2 students' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'The last name' }));
    expect(screen.getByRole('textbox', { name: 'Row 2: first name' })).toHaveProperty('value', 'Ada');
    expect(screen.getByRole('textbox', { name: 'Row 3: last name' })).toHaveProperty('value', 'Oak');
    expect(screen.getByRole('button', { name: 'Add 2 students' })).toHaveProperty('disabled', false);
  });

  it('keeps what was looked through where the device cannot save it', async () => {
    const replica = new FakeReplica();
    replica.broken = new Error('full');
    const { user } = show(() => Promise.resolve(reading(['Ada', 'Hill'])), replica);
    await user.upload(input(), file);
    await user.click(await screen.findByRole('button', { name: 'Add 1 student' }));
    await user.click(await screen.findByRole('button', { name: 'Add them' }));
    expect(
      await screen.findByText('Failed to upload CSV file. Please check your file and try again.'),
    ).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Row 2: first name' })).toHaveProperty('value', 'Ada');
  });

  it('keeps a file over a reload, with all that was mended, removed and said of its rows, until it is added', async () => {
    const localDrafts = new FakeLocalDrafts();
    const read = () => Promise.resolve(reading(['zoe', 'fern'], ['', 'Oak'], ['Bo', 'Rye'], ['Ada', 'Hill']));
    const first = show(read, new FakeReplica(), [], localDrafts);
    await first.user.upload(input(), file);
    await screen.findByRole('button', { name: 'Add 2 students' });
    await first.user.click(screen.getByRole('button', { name: 'A different child' }));
    await first.user.type(screen.getByRole('textbox', { name: 'Row 3: first name' }), 'Ivy');
    await first.user.click(screen.getByRole('button', { name: 'Remove row 4' }));
    await waitFor(() => expect(localDrafts.text).toMatch(/Ivy.*"removed":\["/u));
    first.unmount();

    const replica = new FakeReplica();
    const { user } = show(read, replica, [], localDrafts);
    expect(await screen.findByText('What you had begun with this file is still here.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Row 3: first name' })).toHaveProperty('value', 'Ivy'),
    );
    expect(screen.queryByRole('textbox', { name: 'Row 4: first name' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add 3 students' }));
    await user.click(await screen.findByRole('button', { name: 'Add them' }));
    expect(await screen.findByText('Students added successfully!')).toBeTruthy();
    expect(replica.queued).toMatchObject([
      [
        'imports.addRows',
        { body: { rows: [{ first_name: 'zoe' }, { first_name: 'Ivy' }, { first_name: 'Ada' }] } },
      ],
    ]);
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });

  it('keeps nothing of a file that was put aside for another one', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { user } = show(
      () => Promise.resolve(reading(['Ada', 'Hill'])),
      new FakeReplica(),
      [],
      localDrafts,
    );
    await user.upload(input(), file);
    await user.type(await screen.findByRole('textbox', { name: 'Row 2: first name' }), 'm');
    await waitFor(() => expect(localDrafts.text).toContain('Adam'));
    await user.click(screen.getByRole('button', { name: 'Another file' }));
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });

  it('lists what was imported, with what was refused and who stayed, and undoes it', async () => {
    const replica = new FakeReplica();
    const job = sampleImport({
      file_name: 'autumn.csv',
      student_ids: [zoe.id],
      row_count: 2,
      undo_until: new Date(Date.now() + 3_600_000).toISOString(),
      refused: [{ id: 'x', row: 7, first_name: '=cmd', last_name: '', reason: 'This looks like a formula' }],
    });
    const { user } = show(() => Promise.resolve(reading()), replica, [job]);
    const card = screen.getByRole('article', { name: 'Import of autumn.csv' });
    expect(card.textContent).toContain('Row 7: =cmd. This looks like a formula');
    expect(within(card).getByRole('button', { name: 'Print 1' })).toBeTruthy();
    await user.click(within(card).getByRole('button', { name: 'Undo this import' }));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('1 student leaves the class list');
    await user.click(within(question).getByRole('button', { name: 'Undo the import' }));
    expect(await screen.findByText('This import is undone.')).toBeTruthy();
    expect(replica.queued).toEqual([['imports.undo', { params: { classId: maple.id, importId: job.id } }]]);
  });
});
