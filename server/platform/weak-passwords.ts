import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import {
  lettersOf,
  namesOwner,
  weakPasswords,
  wordsOfOwner,
  type PasswordOwner,
} from '#contract/kit/weak-passwords.ts';

/** zxcvbn's own words for it: fewer than 10^8 guesses. */
const leastScore = 3;

let scorer: Promise<ZxcvbnFactory> | null = null;

/** Read when somebody first chooses a password: 49,000 common ones with what people make of them. */
async function makeScorer(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    // It runs in the way of everybody's calls: beyond these, a hostile text takes seconds. What comes after 32 characters does
    // not make a password weaker.
    maxLength: 32,
    l33tMaxSubstitutions: 10,
  });
}

/**
 * Why a password of a teacher or an administrator is too easy to guess, in words for its field; null where it is not.
 * Nothing leaves this machine. The length is the form's business.
 */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | null> {
  scorer ??= makeScorer();
  const zxcvbn = await scorer;
  const words = wordsOfOwner(owner);
  const isWeak = (text: string) => zxcvbn.check(text, words).score < leastScore;
  const isOwn = namesOwner(password, owner);
  // "Nora-Lindqvist-1" is no better than "noralindqvist1".
  if (!isWeak(password) && !(isOwn && isWeak(lettersOf(password)))) return null;
  return isOwn ? weakPasswords.own : weakPasswords.common;
}

/** @throws Problem `request.invalid`, at the field `new_password` */
export async function refuseWeakPassword(password: string, owner: PasswordOwner): Promise<void> {
  const weakness = await weaknessOf(password, owner);
  if (weakness !== null) throw new Problem(requestProblems.invalid, { errors: { new_password: [weakness] } });
}
