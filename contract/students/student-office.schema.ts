import * as v from 'valibot';
import { ClassCode } from '../classes/classes.schema.ts';
import { typedDay } from '../kit/day.ts';
import { Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { PageQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { foldPupilPassword } from './pupil-password.rules.ts';
import { missingBoth, PrivacyPreference, studentNameFields } from './students.schema.ts';

// Apart from the schemas that every tablet needs, so that none of them loads these.

const NewPassword = v.pipe(
  line({
    required: 'Please enter new password',
    maximum: limits.pupilPasswordLength.maximum,
    label: 'New password',
  }),
  v.check(
    // Blanks and hyphens in a row count once when a password is compared.
    (text) => foldPupilPassword(text).length >= limits.pupilPasswordLength.minimum,
    `New password must have at least ${limits.pupilPasswordLength.minimum} characters`,
  ),
);

/** All of it is asked for (specification, section 5: student edit form). */
export const StudentEdit = missingBoth(
  v.object({
    ...studentNameFields,
    password: NewPassword,
    privacy_preference: PrivacyPreference,
  }),
);
export type StudentEdit = v.InferOutput<typeof StudentEdit>;

export const PasswordChange = v.object({
  new_password: NewPassword,
  /** True where somebody else knows the old one: what tablets still hold of the student is looked at before it counts. */
  compromised: v.optional(v.boolean(), false),
});
export type PasswordChange = v.InferOutput<typeof PasswordChange>;

/** A yes or no as an address says it. */
const Flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false', 'True', 'False', '1', '0'])]),
  v.transform((flag) => flag === true || flag === 'true' || flag === 'True' || flag === '1'),
);

/** Which students a search is about. What is left out does not count: archived students are found with the others. */
export const StudentSearch = v.object({
  ...PageQuery.entries,
  /** Every word of it, in name or username; case and accents do not count. */
  search: v.optional(line({ maximum: 100, label: 'search' })),
  /** The code of a class; its id is understood as well. */
  class_id: v.optional(ClassCode),
  is_archived: v.optional(Flag),
  student_privacy: v.optional(PrivacyPreference),
  /** Those who never signed in are among them. To within a day: see `Student.last_login`. */
  not_signed_in_since: v.optional(v.union([Instant, typedDay('This is not a date')])),
  never_signed_in: v.optional(Flag),
  /** Those who have made no book. */
  no_work: v.optional(Flag),
});
export type StudentSearch = v.InferOutput<typeof StudentSearch>;
