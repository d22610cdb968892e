import { describe, expect, it } from 'vitest';
import { likelyCountry } from './own-country.ts';

describe('the country that a form begins with', () => {
  it.each([
    [['en-GB', 'en'], 'GB'],
    [['de'], 'DE'],
    [['hi'], 'IN'],
    [['es-419', 'pt-BR'], 'BR'],
    [['not a language', 'fr-CA'], 'CA'],
    [[], 'US'],
  ])('of a device that speaks %j is %s', (languages, country) => {
    expect(likelyCountry(languages)).toBe(country);
  });
});
