import * as v from 'valibot';
import { SchoolClass } from '../classes/classes.schema.ts';
import { isUnseen } from '../kit/fold.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { personName } from '../kit/person-name.ts';

/** Specification, section 3 and 9. The wire values; their labels are Public, Private and Community. */
export const privacyPreferences = ['public', 'private', 'community'] as const;
export const PrivacyPreference = v.picklist(privacyPreferences, 'Please select privacy preference');
export type PrivacyPreference = v.InferOutput<typeof PrivacyPreference>;

/** A student as staff see one. Passwords are never in it: they are revealed by calls of their own. */
export const Student = v.object({
  id: Id,
  first_name: v.string(),
  /** Empty for a child with a single name. */
  last_name: v.string(),
  /** Made by the server, so null on a device until the student's creation is confirmed. */
  username: v.nullable(v.string()),
  email: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  privacy_preference: PrivacyPreference,
  /** The class in whose list the student stands; null for a student in no class. */
  stu_class: v.nullable(v.pick(SchoolClass, ['id', 'class_id', 'name'])),
  no_of_books: v.number(),
  date_joined: Instant,
  /** Null for who never signed in. Noted when it is long enough ago, so that it is right to within a day. */
  last_login: v.nullable(Instant),
  /** Since when the student is out of the class list and cannot sign in; null for everybody who is in it. */
  archived_at: v.nullable(Instant),
  /** Null as long as it is not known, such as on a device until the archiving is confirmed. */
  archived_by: v.nullable(v.object({ first_name: v.string(), last_name: v.string() })),
});
export type Student = v.InferOutput<typeof Student>;

/**
 * A child in the list of a class, as somebody who is not signed in sees one: enough to find oneself by, and no name to sign
 * in with elsewhere.
 */
export const PupilTile = v.object({
  /** Signs in as a username at `/auth/token/` on the same host, and is the same each time. */
  handle: v.string(),
  first_name: v.string(),
  /** With a dot; empty for a child with a single name. */
  last_initial: v.string(),
  /** Name of an animal: the one that the child chose, or the one that the child has as long as none is chosen. */
  avatar: v.string(),
});
export type PupilTile = v.InferOutput<typeof PupilTile>;

/** Specification, section 5: for a child who has one. */
export const lastNameMissing = 'Please enter last name';

const FirstName = personName({ required: 'Please enter first name', label: 'First name' });
const LastName = personName({ label: 'Last name', notText: lastNameMissing });

/**
 * Renaming asks for both names (specification, section 5: student edit form). A child with a single name has no last one, which is
 * known where its row is: `keepsLastName`.
 */
export const studentNameFields = { first_name: FirstName, last_name: LastName };

const RequiredLastName = personName({
  required: lastNameMissing,
  label: 'Last name',
  notText: lastNameMissing,
});

/** A schema with these fields that misses the last name as well where no first name is entered. */
export function missingBoth<Entries extends v.ObjectEntries>(
  loose: v.ObjectSchema<Entries, undefined>,
): v.ObjectSchema<Entries, undefined> {
  const strict = v.object({ ...loose.entries, last_name: RequiredLastName });
  const Blank = v.looseObject({ first_name: v.pipe(v.string(), v.check(isUnseen)) });
  return {
    ...loose,
    '~run': (dataset, config) => {
      const schema = v.is(Blank, dataset.value) ? strict : loose;
      return schema['~run'](dataset, config);
    },
  };
}

export const StudentName = missingBoth(v.object(studentNameFields));
export type StudentName = v.InferOutput<typeof StudentName>;

/** A child to be added. The device makes the id, so that sending twice adds once. */
export const NewStudent = v.object({
  id: v.optional(Id),
  first_name: FirstName,
  last_name: v.optional(LastName, ''),
});
export type NewStudent = v.InferOutput<typeof NewStudent>;

const NewStudents = v.pipe(
  v.array(NewStudent),
  v.minLength(1, 'Please add at least one student'),
  v.maxLength(limits.studentsPerCall, `Please add at most ${limits.studentsPerCall} students at a time`),
);

/** Whom a bulk call is about; an id that stands there twice counts once. */
export const StudentIds = v.pipe(
  v.array(Id),
  v.minLength(1, 'Please choose at least one student'),
  v.maxLength(limits.studentsPerCall, `Please choose at most ${limits.studentsPerCall} students at a time`),
  v.transform((ids) => [...new Set(ids)]),
);

/** Who goes to another class, and to which. */
export const StudentMove = v.object({
  user_ids: v.pipe(
    v.array(Id),
    v.minLength(1, 'Please choose at least one student'),
    v.maxLength(limits.studentsPerMove, `Please choose at most ${limits.studentsPerMove} students at a time`),
    v.transform((ids) => [...new Set(ids)]),
  ),
  /** The id of the class, not its code. */
  school_class_id: Id,
});

/** Either a bare list or `{ students: [...] }`; both forms mean the same. */
export const AddStudents = v.pipe(
  v.union([NewStudents, v.object({ students: NewStudents })]),
  v.transform((body) => (Array.isArray(body) ? { students: body } : body)),
);
