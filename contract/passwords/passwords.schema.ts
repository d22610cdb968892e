import * as v from 'valibot';
import { limits } from '../kit/limits.ts';

/** Words of the specification, section 5: the edit user form. Stored in lower case, so it is read in lower case. */
export const TypedEmail = v.pipe(
  v.string('Email is required'),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty('Email is required'),
  v.check((text) => text === '' || v.is(Email, text), 'Invalid email'),
);

const Email = v.pipe(v.string(), v.maxLength(320), v.email());

/** The form with which somebody asks for a link. */
export const ResetRequest = v.object({ email: TypedEmail });
export type ResetRequest = v.InferOutput<typeof ResetRequest>;

/** What a link carries: 256 random bits in base64url, at the end of its address behind a `#`. */
export const ResetToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

const characters = (text: string) => [...text];
/** Different characters, at least: "aaaaaaaaaaaa" is long enough and is guessed first. */
const leastVariety = 5;

/**
 * A password of a teacher or an administrator, as it is chosen. The specification (section 5) asks for one and no more; the
 * rest is what OWASP ASVS 5 asks for: length and no rules about what has to be in it.
 */
const NewPassword = v.pipe(
  v.string('Please enter new password'),
  v.nonEmpty('Please enter new password'),
  v.check(
    (text) => text === '' || characters(text).length >= limits.passwordLength,
    `The password needs at least ${limits.passwordLength} characters.`,
  ),
  v.check(
    (text) =>
      characters(text).length < limits.passwordLength || new Set(characters(text)).size >= leastVariety,
    'Please choose a password that is harder to guess.',
  ),
  v.maxLength(1024, 'The password is too long.'),
);

/** The form with which somebody chooses a new password. */
export const NewPasswordForm = v.object({ new_password: NewPassword });
export type NewPasswordForm = v.InferOutput<typeof NewPasswordForm>;

/** The form with which somebody who is signed in changes the own password. */
export const ChangePasswordForm = v.object({
  old_password: v.pipe(
    v.string('Please enter your password.'),
    v.nonEmpty('Please enter your password.'),
    v.maxLength(1024, 'The password is too long.'),
  ),
  ...NewPasswordForm.entries,
});
export type ChangePasswordForm = v.InferOutput<typeof ChangePasswordForm>;
