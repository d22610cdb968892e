import { isCountryCode } from '#contract/kit/countries.ts';

/** Where somebody with a device in these languages most likely is: the first choice of a form, never a fact. */
export function likelyCountry(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const { region } = new Intl.Locale(language).maximize();
      if (region !== undefined && isCountryCode(region)) return region;
    } catch {
      // What is no language tag says nothing.
    }
  }
  return 'US';
}
