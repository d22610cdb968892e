import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { line, looseText } from '../kit/text.ts';
import { HexColor } from '../tenants/tenants.schema.ts';

/** What children type to find their class. Specification, section 5. */
export const TypedClassCode = v.pipe(
  v.string('Please enter a class code.'),
  v.trim(),
  v.nonEmpty('Please enter a class code.'),
  v.maxLength(40, 'Invalid class code. Please check and try again.'),
);

/** A class code in an address. Whether a class has it is not for its shape to say. */
export const ClassCode = looseText(40);

/** What a class is called. */
export const ClassName = line({
  required: 'Please enter a name',
  maximum: limits.classNameLength,
  label: 'The name',
});

/** In small letters, so that one colour is written in one way. */
export const ClassTheme = v.pipe(HexColor, v.toLowerCase());

/** Somebody who teaches a class. */
export const ClassTeacher = v.object({ id: Id, first_name: v.string(), last_name: v.string() });
export type ClassTeacher = v.InferOutput<typeof ClassTeacher>;

/** Specification, section 3: Class. */
export const SchoolClass = v.object({
  id: Id,
  /** The class code that children type. Made by the server, so null on a device until the class is confirmed. */
  class_id: v.nullable(v.string()),
  name: v.string(),
  class_theme: HexColor,
  /** The lead. */
  assigned_teacher: v.nullable(ClassTeacher),
  co_teachers: v.array(ClassTeacher),
  /** Of an archived class: how many there were when it was archived. */
  no_of_students: v.number(),
  no_of_books: v.number(),
  /** Since when nobody stands in the class any more; null for a class that goes on. */
  archived_at: v.nullable(Instant),
  /** Null as long as it is not known, such as on a device until the archiving is confirmed. */
  archived_by: v.nullable(v.object({ first_name: v.string(), last_name: v.string() })),
});
export type SchoolClass = v.InferOutput<typeof SchoolClass>;

/** A class to be made. The device makes the id, so that sending twice makes one class. */
export const NewClass = v.object({
  id: v.optional(Id),
  name: ClassName,
  class_theme: ClassTheme,
  /** Who leads it from the start. Somebody who has left the school meanwhile is no reason not to make the class. */
  lead_teacher_id: v.optional(v.nullable(Id)),
});
export type NewClass = v.InferOutput<typeof NewClass>;

/** All who teach a class from now on. */
export const ClassTeachers = v.pipe(
  v.object({
    lead_teacher_id: v.nullable(Id),
    co_teacher_ids: v.pipe(
      v.array(Id),
      v.maxLength(limits.coTeachers, `Please choose at most ${limits.coTeachers} co-teachers`),
    ),
  }),
  v.forward(
    v.check(
      ({ lead_teacher_id, co_teacher_ids }) => lead_teacher_id !== null || co_teacher_ids.length === 0,
      'Please choose who leads the class',
    ),
    ['lead_teacher_id'],
  ),
  v.transform(({ lead_teacher_id, co_teacher_ids }) => ({
    lead_teacher_id,
    co_teacher_ids: [...new Set(co_teacher_ids)].filter((id) => id !== lead_teacher_id),
  })),
);
export type ClassTeachers = v.InferOutput<typeof ClassTeachers>;
