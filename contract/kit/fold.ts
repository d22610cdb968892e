/*
 * Two folds for all of the program. The server stores their results (server/refold.ts): raise `foldVersion` with any change here, and where
 * one more is stored.
 */

/** Stored folds of a smaller version are made again when a server starts. */
export const foldVersion = 2;

/** Quotation marks, primes, accents that stand alone, and the letters that only look like an apostrophe. */
const apostrophes =
  /[\u0060\u00B4\u02B9\u02BB-\u02BD\u02C8\u02CA\u02CB\u055A\u05F3\u2018-\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40]/gu;
/** Hyphens, dashes, the minus and those of Armenian and Hebrew. */
const hyphens = /[\u058A\u05BE\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]/gu;

const zwnj = '\u200C';
const zwj = '\u200D';

/**
 * What is not seen: marks of direction, soft hyphens, fillers, byte order marks, variation selectors. Joiners and the tags of
 * flags are among them.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** Signs that end a vowel: behind one a joiner makes another letter. Canonical combining class 9 of Unicode. */
const virama =
  /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0E3A\u0EBA\u0F84\u1039\u103A\u1714\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\u1BF2\u1BF3\u2D7F\uA806\uA82C\uA8C4\uA953\uA9C0\uAAF6\uABED]$/u;
const joining = /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Mongolian}\p{sc=Nko}\p{sc=Adlam}]/u;
const emojiEnd = /\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?$/u;
const emojiStart = /^\p{Extended_Pictographic}/u;
const flagEnd = /\u{1F3F4}[\u{E0020}-\u{E007E}]*$/u;

/** Whether a script or an emoji needs this sign: as IDNA says it of joiners (RFC 5892, appendix A), and Unicode of emoji (UTS 51). */
function isNeeded(sign: string, before: string, after: string): boolean {
  if (sign >= '\u{E0020}' && sign <= '\u{E007F}' && sign.length === 2) return flagEnd.test(before);
  if (sign !== zwj && sign !== zwnj) return false;
  if (virama.test(before)) return true;
  if (sign === zwnj) return joining.test(before.slice(-1)) && joining.test(after.slice(0, 1));
  return emojiEnd.test(before) && emojiStart.test(after);
}

/** As far as a flag or an emoji reaches. */
const near = 24;

/** The text without what is not seen. */
function seen(text: string): string {
  return text.replaceAll(unseen, (sign: string, at: number) => {
    const before = text.slice(Math.max(0, at - near), at);
    const after = text.slice(at + sign.length, at + sign.length + near);
    return isNeeded(sign, before, after) ? sign : '';
  });
}

/** True for a text of nothing but blanks and signs that are not seen. */
export function isUnseen(text: string): boolean {
  return text.replaceAll(unseen, '').trim() === '';
}

/** Letters with a stroke and the like, which Unicode takes apart in no form: in plain letters, as their languages write them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  ȷ: 'j',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  // The same letters on keyboards of Persian and Urdu.
  ی: 'ي',
  ک: 'ك',
};
const withPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/** Letters of their own, which keyboards of others do not have. */
const nearLetters: Readonly<Record<string, string>> = {
  ŋ: 'n',
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  ə: 'e',
  ɛ: 'e',
  ƒ: 'f',
  ɣ: 'g',
  ƙ: 'k',
  ɔ: 'o',
  ƴ: 'y',
  ى: 'ي',
  ة: 'ه',
};
const withNearLetter = new RegExp(`[${Object.keys(nearLetters).join('')}]`, 'gu');

/** One form of what is one letter, sign or blank. Decomposed; line breaks stay. */
function plainSigns(text: string): string {
  return seen(text)
    .replaceAll(apostrophes, "'")
    .replaceAll(hyphens, '-')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(withPlainLetter, (letter) => plainLetters[letter] ?? letter);
}

/** Marks over and under letters that are the same letter without them: an accent, and not a vowel. */
const accents = /([\p{sc=Latin}\p{sc=Greek}])\p{M}+/gu;
/** Ё is written as е as often as not, and a stress mark is for learners; the marks of й, ї and ў make other letters. */
const cyrillicAccents = /(е)\u0308|([аеиоуыэюяіє])\u0301/gu;
const arabicAccents = /(\u0627)[\u0653-\u0655]+|\u0640/gu;

/**
 * For comparing: texts with the same fold are the same name. Case, accents of Latin and Greek, forms of one letter, apostrophes,
 * hyphens, blanks and what is not seen do not count. Marks that make another letter or vowel do: those of Devanagari, Thai, kana,
 * Cyrillic, Arabic and Hebrew. Composed (NFC).
 */
export function foldForComparing(text: string): string {
  return plainSigns(text)
    .replaceAll(accents, '$1')
    .replaceAll(cyrillicAccents, '$1$2')
    .replaceAll(arabicAccents, '$1')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Marks that a search does without: those of alphabets, vowel points, cantillation, the nukta. Not the vowels of other scripts. */
const searchedWithout =
  /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+|[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u093C\u0A3C\u200C\u200D]|\u0640/gu;

/**
 * For searching: what is typed finds what is written. As for comparing, and also without the vowel points of Arabic and Hebrew,
 * joiners, and with letters of their own as the nearest on other keyboards. Line breaks stay, and none is added. Decomposed (NFD), so
 * that a syllable of Hangul is found as it is typed.
 */
export function foldForSearch(text: string): string {
  return plainSigns(text)
    .replaceAll(searchedWithout, '$1')
    .replaceAll(withNearLetter, (letter) => nearLetters[letter] ?? letter);
}

/** Letters, digits and marks of a folded text, word by word: all else stands between words. */
export function wordsIn(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}\p{M}\u200C\u200D]+/gu).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** A character of a script in which no blank stands between words. */
const unspacedSign =
  '(?=[\\p{L}\\p{M}\\p{N}])[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]';
const unspacedRun = new RegExp(`(?:${unspacedSign})+`, 'gu');

/** The stretches of a folded text that are written without blanks between words, in their order. */
export function unspacedRuns(folded: string): string[] {
  return folded.match(unspacedRun) ?? [];
}
