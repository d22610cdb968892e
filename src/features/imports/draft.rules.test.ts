import { describe, expect, it } from 'vitest';
import type { Student } from '#contract/students/students.schema.ts';
import { nameKey } from '#contract/students/students.rules.ts';
import { sampleClass, sampleImport, sampleStudent } from '#tests/support/screen-samples.ts';
import {
  brakeQuestion,
  checkDraft,
  knownNames,
  mendRow,
  rowsToAdd,
  withLastNamesFirst,
  type Choice,
  type RowState,
} from './draft.rules.ts';
import type { DraftRow } from './file-reading.ts';
import { standingOf, undoQuestion } from './import-job.rules.ts';

const maple = sampleClass();
const nobody = knownNames([], []);
const none = new Map<string, Choice>();

function row(number: number, first_name: string, last_name = ''): DraftRow {
  const blank = {
    id: `row ${number}`,
    row: number,
    first_name: '',
    last_name: '',
    problem: null,
    doubt: null,
    key: '',
  };
  return mendRow(blank, { first_name, last_name });
}

const states = (rows: DraftRow[], choices: ReadonlyMap<string, Choice>, students: Student[]): RowState[] =>
  checkDraft(rows, choices, knownNames(students, [])).rows.map(({ state }) => state);

describe('a row', () => {
  it('is asked about where its name is in the class already, whatever case and accents', () => {
    const zoe = sampleStudent(maple, { first_name: 'Zoë', last_name: 'Fern' });
    const rows = [row(2, 'zoe', 'FERN'), row(3, 'Ada', 'Hill')];
    expect(states(rows, none, [zoe])).toEqual(['ask', 'ready']);
    expect(states(rows, new Map([['row 2', 'same']]), [zoe])).toEqual(['same', 'ready']);
    expect(states(rows, new Map([['row 2', 'different']]), [zoe])).toEqual(['ready', 'ready']);
  });

  it('is asked about where its name stands further up, of which the first is none', () => {
    const rows = [row(2, 'Ada', 'Hill'), row(3, 'ada', 'hill'), row(4, 'Bo')];
    const { rows: checked, counts } = checkDraft(rows, none, nobody);
    expect(checked.map(({ double }) => double)).toEqual([null, { of: 'file', row: 2 }, null]);
    expect(counts).toEqual({ ready: 2, problem: 0, ask: 1, same: 0 });
  });

  it('is asked about where a child of its name was archived, unless an import was undone', () => {
    const gone = sampleStudent(maple, { archived_at: '2026-11-20T10:00:00.000Z' });
    const undone = sampleImport({ student_ids: [gone.id], undone_at: '2026-11-20T10:00:00.000Z' });
    const rows = [row(2, 'Zoë', 'Fern')];
    expect(checkDraft(rows, none, knownNames([gone], [])).rows[0]?.double).toEqual({ of: 'archived' });
    expect(checkDraft(rows, none, knownNames([gone], [undone])).counts.ready).toBe(1);
  });

  it('with a problem is not added, and no row is compared with it', () => {
    const rows = [row(2, '=cmd', 'Hill'), row(3, '=cmd', 'Hill'), row(4, 'Bo')];
    const draft = checkDraft(rows, none, nobody);
    expect(draft.counts).toEqual({ ready: 1, problem: 2, ask: 0, same: 0 });
    expect(rowsToAdd(draft)).toEqual([{ id: 'row 4', row: 4, first_name: 'Bo', last_name: '' }]);
  });

  it('that may be no child is asked about before its problem, and again by another name only for its role', () => {
    const total: DraftRow = { ...row(2, '', 'Total'), doubt: { of: 'name', reason: 'A total?' } };
    const guardian: DraftRow = { ...row(3, 'Gina', 'Hill'), doubt: { of: 'row', reason: 'A guardian?' } };
    const both = (choice: Choice) => new Map([total, guardian].map(({ id }) => [id, choice]));
    expect(states([total, guardian], none, [])).toEqual(['ask', 'ask']);
    expect(states([total, guardian], both('same'), [])).toEqual(['same', 'same']);
    expect(states([total, guardian], both('different'), [])).toEqual(['problem', 'ready']);
    const mended = [total, guardian].map((each) => mendRow(each, { first_name: 'Ada' }));
    expect(states(mended, none, [])).toEqual(['ready', 'ask']);
  });

  it('is asked about where only its apostrophe, hyphen or a sign that is not seen differs', () => {
    const sean = sampleStudent(maple, { first_name: 'Sean', last_name: "O'Brien" });
    const rows = [
      row(2, 'Sean', 'O\u2019Brien'),
      row(3, 'Zo\u00EB\u200B', 'Fern\u2011Hall'),
      row(4, 'Zo\u00EB', 'Fern-Hall'),
    ];
    expect(states(rows, none, [sean])).toEqual(['ask', 'ready', 'ask']);
    expect(states([row(2, 'कोमल'), row(3, 'कमल')], none, [])).toEqual(['ready', 'ready']);
  });

  it('has its names the other way round where last names come first', () => {
    const [swapped] = withLastNamesFirst([row(2, 'Fern', 'Zoë')]);
    expect(swapped).toMatchObject({ first_name: 'Zoë', last_name: 'Fern', problem: null });
  });

  it('that was mended is looked at again, and sent tidied', () => {
    const mended = mendRow(row(2, '', 'Fern'), { first_name: '  Zoe\u0308 ' });
    expect(mended.problem).toBeNull();
    expect(mended.first_name).toBe('  Zoe\u0308 ');
    expect(mended.key).toBe(nameKey({ first_name: 'zoe', last_name: 'fern' }));
    expect(rowsToAdd(checkDraft([mended], none, nobody))).toMatchObject([{ first_name: 'Zo\u00eb' }]);
  });
});

describe('the question before a file is added', () => {
  it.each([
    [{ inClass: 28, adding: 2, leftOut: 0 }, null],
    [{ inClass: 0, adding: 30, leftOut: 0 }, null],
    [
      { inClass: 28, adding: 28, leftOut: 0 },
      'Maple has 28 students in it. This file adds 28, which makes 56.',
    ],
    [
      { inClass: 0, adding: 1000, leftOut: 0 },
      'Maple has nobody in it. This file adds 1,000, which makes 1,000.',
    ],
    [{ inClass: 28, adding: 1, leftOut: 1 }, '1 row still needs a look, and is left out.'],
    [
      { inClass: 1, adding: 2, leftOut: 3 },
      'Maple has 1 student in it. This file adds 2, which makes 3. 3 rows still need a look, and are left out.',
    ],
  ])('for %j is: %s', (numbers, question) => {
    expect(brakeQuestion('Maple', numbers)).toBe(question);
  });
});

describe('an import', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  const standing = (students: Student[], job = sampleImport({ student_ids: students.map(({ id }) => id) })) =>
    standingOf(
      job,
      { classId: maple.id, byId: new Map(students.map((student) => [student.id, student])) },
      now,
    );

  it('leaves a child alone who stands in another class by now', () => {
    const here = sampleStudent(maple);
    const elsewhere = sampleStudent({ ...maple, id: '0190a1b2-0000-7000-8000-0000000000ff', name: 'Cedar' });
    const nowhere = { ...sampleStudent(maple), stu_class: null };
    const { leaving, kept } = standing([here, elsewhere, nowhere]).forecast;
    expect(leaving).toEqual([here.id]);
    expect(kept).toEqual([elsewhere.id, nowhere.id].map((id) => ({ id, reason: 'moved' })));
  });

  it('says how many of its children the school has not made yet', () => {
    const here = sampleStudent(maple);
    const { waiting, printable } = standing([here, sampleStudent(maple, { username: null })]);
    expect({ waiting, printable }).toEqual({ waiting: 1, printable: [here.id] });
  });

  it('says how many rows were never answered', () => {
    expect(standing([], sampleImport({ row_count: 5 })).missing).toBe(5);
  });

  it('is undone but for those who have used their accounts, or are elsewhere', () => {
    const fresh = sampleStudent(maple);
    const used = sampleStudent(maple, { last_login: '2026-11-20T11:00:00.000Z' });
    const writer = sampleStudent(maple, { no_of_books: 1 });
    const job = sampleImport({ student_ids: [fresh.id, used.id, writer.id, 'elsewhere'] });
    const { forecast } = standing([fresh, used, writer], job);
    expect(forecast).toEqual({
      leaving: [fresh.id],
      kept: [
        { id: used.id, reason: 'signed_in' },
        { id: writer.id, reason: 'made_something' },
        { id: 'elsewhere', reason: 'moved' },
      ],
    });
    expect(undoQuestion(forecast)).toBe(
      '1 student leaves the class list and cannot sign in any more; they are among the archived. 3 students stay, because their accounts have been used.',
    );
  });

  it('can be undone for a day, and before the school has it', () => {
    const until = (undo_until: string | null) => standing([], sampleImport({ undo_until })).canUndo;
    expect([until(null), until('2026-11-20T12:00:01.000Z'), until('2026-11-20T11:59:59.000Z')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(standing([], sampleImport({ undone_at: now.toISOString() })).canUndo).toBe(false);
  });
});
