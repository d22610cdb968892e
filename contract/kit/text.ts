import * as v from 'valibot';

// Control characters break exports and printed cards, and PostgreSQL stores no NUL.
// oxlint does not know that the rule is about accidents: these are the characters that we mean.
const controlCharacter = /\p{Cc}/u;

/** True for text that can be stored, printed and sent back unchanged: well-formed Unicode without control characters. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !controlCharacter.test(text);
}

/** Composes accents (NFC), turns every run of white space into one space and trims. */
export function tidyText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** One line of text that a person typed: tidied, with `required` said when nothing is left. */
export function line(options: { required?: string; maximum: number; label: string }) {
  return v.pipe(
    v.string(options.required ?? `${options.label} must be text`),
    v.check((text) => text.isWellFormed(), `${options.label} has a character that cannot be stored`),
    v.transform(tidyText),
    v.check(isPlainText, `${options.label} has a character that cannot be stored`),
    v.minLength(options.required === undefined ? 0 : 1, options.required ?? ''),
    v.maxLength(options.maximum, `${options.label} must not exceed ${options.maximum} characters`),
  );
}

/** A text that a program made, such as where a list goes on: taken as it is. */
export function madeText(maximum: number, label: string) {
  return v.pipe(
    v.string(),
    v.check(isPlainText, `${label} has a character that cannot be stored`),
    v.maxLength(maximum, `${label} must be at most ${maximum} characters`),
  );
}

/** Any text in an address. NUL, which PostgreSQL refuses, becomes U+FFFD, so that such a name is not found instead of invalid. */
export function looseText(maximum: number) {
  return v.pipe(
    v.string(),
    v.maxLength(maximum),
    v.transform((text) => text.replaceAll('\0', '\uFFFD')),
  );
}

/** Text of several lines. Accents are composed; other white space than lines and blanks becomes a blank. */
export function lines(maximum: number, label: string) {
  return v.pipe(
    v.string(),
    v.check((text) => text.isWellFormed(), `${label} has a character that cannot be stored`),
    v.transform((text) =>
      text
        .normalize('NFC')
        .replaceAll(/\r\n?/gu, '\n')
        .replaceAll(/[^\S\n]+/gu, ' ')
        .replaceAll(/(?!\n)\p{Cc}/gu, '')
        .trim(),
    ),
    v.maxLength(maximum, `${label} must not exceed ${maximum} characters`),
  );
}
