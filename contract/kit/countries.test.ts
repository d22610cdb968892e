import { describe, expect, it } from 'vitest';
import { countryCodes, countryName, isCountryCode, listCountries } from './countries.ts';

describe('the list of countries', () => {
  it('has the 249 codes of ISO 3166-1, each once', () => {
    expect(countryCodes).toHaveLength(249);
    expect(new Set(countryCodes).size).toBe(249);
  });

  it('has a name for each code, and no two with the same one', () => {
    const countries = listCountries();
    expect(countries.filter(({ code, name }) => name === code)).toEqual([]);
    expect(new Set(countries.map(({ name }) => name)).size).toBe(249);
    expect(countryName('DE')).toBe('Germany');
    expect(countryName('CI')).toBe('Côte d’Ivoire');
  });

  it('is in the order of the names, whatever their accents', () => {
    const names = listCountries().map(({ name }) => name);
    expect(names[0]).toBe('Afghanistan');
    expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'));
  });

  it.each(['', 'de', 'XX', 'EU', 'DEU', 'AD AE'])('has none with the code %j', (text) => {
    expect(isCountryCode(text)).toBe(false);
  });
});
