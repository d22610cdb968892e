import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { studentsCsv } from './student-csv.ts';

const maple = sampleClass({ name: 'Maple, "A"' });

function cellsOf(csv: string): string[][] {
  return Papa.parse<string[]>(csv.slice(1), { skipEmptyLines: true }).data;
}

describe('a list of students for a spreadsheet', () => {
  it('begins with a byte order mark and the names of its columns, and ends each line as spreadsheets do', () => {
    const csv = studentsCsv([]);
    expect(csv).toBe(
      '\uFEFFFirst name,Last name,Username,Class,Class code,Privacy,Books,Joined,Last sign-in,Archived\r\n',
    );
  });

  it('has a line for each student, with commas and quotes where they belong', () => {
    const csv = studentsCsv([
      sampleStudent(maple, {
        last_name: "O'Neil\nII",
        no_of_books: 3,
        last_login: '2026-11-03T12:00:00.000Z',
      }),
      sampleStudent(maple, { first_name: '美咲', last_name: '', username: null, stu_class: null }),
    ]);
    expect(csv).toContain(
      '\r\nZoë,"O\'Neil\nII",zoe-otter-42,"Maple, ""A""",MAPXE247,Private,3,2026-09-01,2026-11-03,\r\n',
    );
    expect(cellsOf(csv)[2]).toEqual(['美咲', '', '', '', '', 'Private', '0', '2026-09-01', '', '']);
  });

  it.each(['=1+1', '+44', '-Ada', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'])(
    'has no cell that a spreadsheet would run: %j',
    (first_name) => {
      const [, row] = cellsOf(studentsCsv([sampleStudent(maple, { first_name })]));
      expect(row?.[0]).toBe(`'${first_name}`);
    },
  );
});
