/** What books and stories are written in here. */
const languages = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'hi',
  'it',
  'ja',
  'nl',
  'pl',
  'pt',
  'sw',
  'tr',
  'uk',
  'ur',
  'zh',
];

/** The English names of languages, as a list says them; what has no name stays as it is. */
export function languageNames(codes: readonly string[]): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return codes.map((code) => names.of(code) ?? code).join(', ');
}

/** Each with its English name; whatever else something is in stays among them. */
export function languageChoices(current: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const all = languages.includes(current) ? languages : [current, ...languages];
  return all.map((value) => ({ value, label: names.of(value) ?? value }));
}
