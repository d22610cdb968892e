import { foldForComparing } from './fold.ts';

/** Who chooses a password, and where: what others would try first. */
export interface PasswordOwner {
  email: string;
  /** The name of the school, of the organization or of the platform. */
  school_name: string;
  first_name?: string;
  last_name?: string;
}

export const weakPasswords = {
  common:
    'This password is easy to guess. Please choose another one, such as four words that have nothing in common.',
  own: 'This password is easy to guess. Please choose one without your name, your email address and the name of the school.',
} as const;

/** Shorter ones stand in many words. */
const leastLetters = 4;

/** Without what stands between them, folded: a name is given away without its accents, too. */
export const lettersOf = (text: string) => foldForComparing(text).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');

/** What the owner is called by: each whole, without what stands between its words, and word by word. In small letters. */
export function wordsOfOwner({
  email,
  school_name,
  first_name = '',
  last_name = '',
}: PasswordOwner): string[] {
  const texts = [email, email.split('@')[0] ?? '', school_name, `${first_name} ${last_name}`];
  const words = texts.flatMap((text) => [
    text.trim().toLowerCase(),
    lettersOf(text),
    ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u),
  ]);
  return [...new Set(words.filter((word) => word.length > 2))];
}

/** Whether a word that the owner is called by stands in a password, whatever stands between its letters. */
export function namesOwner(password: string, owner: PasswordOwner): boolean {
  const letters = lettersOf(password);
  return wordsOfOwner(owner).some((word) => word.length >= leastLetters && letters.includes(lettersOf(word)));
}
