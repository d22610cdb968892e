import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { roles } from '#contract/kit/roles.ts';
import { toursFor } from '#src/features/tours/tour.ts';
import { staffTours } from './tours.ts';

const folder = path.resolve(import.meta.dirname, '../..');

/** What the app's components say of themselves to tours. */
function anchorsInSources(): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/u.test(file),
  );
  const found = files.flatMap((file) =>
    Array.from(
      readFileSync(path.join(folder, file), 'utf8').matchAll(
        /data-tour=(?:"([^"]+)"|\{[^}]*'([^']+)'[^}]*\})/gu,
      ),
      ([, at, sometimes]) => at ?? sometimes,
    ),
  );
  return new Set(found.filter((at) => at !== undefined));
}

describe('the tours', () => {
  it('point at nothing that no component has, and no component waits for a tour that is gone', () => {
    const used = new Set(staffTours.flatMap(({ steps }) => steps.map(({ at }) => at)));
    expect([...used].toSorted()).toEqual([...anchorsInSources()].toSorted());
  });

  it('begin with a thing of their own, or two would begin on one page', () => {
    for (const role of roles) {
      const firsts = toursFor(staffTours, role).map(({ steps }) => steps[0]?.at);
      expect(new Set(firsts).size).toBe(firsts.length);
    }
  });

  it('are there for each subject of the specification whose pages are, and for staff alone', () => {
    const keysOf = (role: (typeof roles)[number]) => toursFor(staffTours, role).map(({ key }) => key);
    expect(keysOf('school_admin')).toEqual([
      'classes',
      'student_add',
      'csv_upload',
      'stories',
      'books',
      'teacher_add',
      'charities',
      'organization_invitation',
      'dashboard_switch',
    ]);
    expect(new Set(keysOf('organization_admin'))).toEqual(new Set(keysOf('school_admin')));
    expect(keysOf('teacher')).toEqual(['classes', 'student_add', 'csv_upload', 'stories', 'books']);
    expect([...keysOf('student'), ...keysOf('parent'), ...keysOf('quillshelf_admin')]).toEqual([]);
  });

  it('lead to pages of the person’s own area, and to a class only where there is one', () => {
    const pages = (role: (typeof roles)[number], classId: string | null) =>
      toursFor(staffTours, role).map(({ page }) => page({ role, classId }));
    expect(pages('teacher', null)).toEqual([
      '/dashboard?option=Teacher%20Dashboard',
      null,
      null,
      '/dashboard?option=All%20Stories',
      '/dashboard?option=All%20Books',
    ]);
    expect(pages('teacher', 'c1')).toEqual([
      '/dashboard?option=Teacher%20Dashboard',
      '/dashboard?option=Teacher%20Dashboard&id=c1',
      '/dashboard?option=Teacher%20Dashboard&id=c1&import=1',
      '/dashboard?option=All%20Stories',
      '/dashboard?option=All%20Books',
    ]);
    expect(pages('school_admin', 'c1').slice(1, 5)).toEqual([
      '/admin-school/classdetails?id=c1',
      '/admin-school/classdetails?id=c1&import=1',
      '/admin-school/stories',
      '/admin-school/books',
    ]);
  });

  it('say little: a title and at most three sentences at each step', () => {
    for (const { title, text } of staffTours.flatMap(({ steps }) => steps)) {
      expect(title.length).toBeLessThanOrEqual(32);
      expect(text.split(/[.:;] /u).length, text).toBeLessThanOrEqual(4);
      expect(text.length, text).toBeLessThanOrEqual(160);
    }
  });
});
