import { isRightToLeft } from '#contract/kit/right-to-left.ts';

const fromRight = String.raw`[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]`;
const rightToLeft = new RegExp(String.raw`^[^\p{L}]*${fromRight}`, 'u');
const anyFromRight = new RegExp(fromRight, 'u');
const anyFromLeft = new RegExp(String.raw`(?!${fromRight})\p{L}`, 'u');

/** As `dir="auto"` decides it: by the first letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return rightToLeft.test(text) ? 'rtl' : 'ltr';
}

/** The language of words that begin in another script than the app's; null where their letters do not tell. */
export function languageOfScript(text: string): string | null {
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  if (/\p{sc=Arabic}/u.test(letter)) return 'ar';
  return /\p{sc=Hebrew}/u.test(letter) ? 'he' : null;
}

/** Words of both directions beside each other: which of them comes first says nothing of how they are read. */
export function goesBothWays(text: string): boolean {
  return anyFromRight.test(text) && anyFromLeft.test(text);
}

/** Which way a work is read: as its language is written; or as its title is, for a child who did not say in which language it writes. */
export function directionOfWork({ language, title }: { language: string; title: string }): 'ltr' | 'rtl' {
  return isRightToLeft(language) ? 'rtl' : directionOf(title);
}
