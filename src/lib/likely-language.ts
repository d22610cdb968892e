/** Letters of a script, and the language that is written in it most here. What Japanese alone has comes before what it shares. */
const scripts: readonly (readonly [letters: RegExp, language: string, sign?: RegExp])[] = [
  // Letters that Arabic does not have.
  [/\p{sc=Arabic}/gu, 'ur', /[ٹڈڑںے]/u],
  [/\p{sc=Arabic}/gu, 'ar'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Devanagari}/gu, 'hi'],
  [/\p{sc=Cyrillic}/gu, 'uk'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Thai}/gu, 'th'],
  [/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/gu, 'ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/u],
  [/\p{sc=Han}/gu, 'zh'],
];

/** The language that words are in by the script of most of their letters; null for a script of many languages, such as Latin. */
export function likelyLanguage(words: string): string | null {
  const count = (letters: RegExp) => words.match(letters)?.length ?? 0;
  const half = count(/\p{L}/gu) / 2;
  const found = scripts.find(([letters, , sign]) => count(letters) > half && (sign?.test(words) ?? true));
  return found?.[1] ?? null;
}
