import * as v from 'valibot';
import { PupilTile, Student } from '#contract/students/students.schema.ts';

/** The rows of a class as its staff get them. @throws where they are what anybody else gets */
export function asStudents(rows: readonly unknown[]): Student[] {
  return v.parse(v.array(Student), rows);
}

/** The rows of a class as somebody gets them who has its code and nothing else. @throws where there is more in them */
export function asTiles(rows: readonly unknown[]): PupilTile[] {
  return v.parse(v.array(v.strictObject(PupilTile.entries)), rows);
}
