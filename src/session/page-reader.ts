import type { User } from '#contract/identity/identity.schema.ts';
import { product } from '#contract/kit/product.ts';
import { runsClasses, seesWholeSchool } from '#contract/kit/roles.ts';
import { useUser } from './use-session.ts';

/**
 * Who reads a page, as far as its words depend on it. `office` is everyone who may set the school up: its administrators, class
 * leads, and the administrators of an organization or of the platform. `other` is a visitor or a parent.
 */
export type PageReader = 'child' | 'teacher' | 'office' | 'other';

export function pageReaderOf(user: Pick<User, 'role'> | null): PageReader {
  if (user === null) return 'other';
  if (user.role === 'student') return 'child';
  if (seesWholeSchool(user.role) || user.role === product.platformRole) return 'office';
  return runsClasses(user.role) ? 'teacher' : 'other';
}

/** What is said where there is nothing yet: a title, a sentence, or both. */
export interface EmptyWords {
  readonly title: string;
  readonly text?: string;
}

/** Of the words for each reader those for the signed-in user. Readers without words of their own get those of `other`. */
export function useWordsForReader(
  words: Readonly<Partial<Record<PageReader, EmptyWords>> & { other: EmptyWords }>,
): EmptyWords {
  return words[pageReaderOf(useUser())] ?? words.other;
}
