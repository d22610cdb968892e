/**
 * Currencies that a shop can sell in, and how many decimals their minor unit has. `Intl` is no source for that: it follows the
 * coins that are in use (HUF 0, IDR 0), where ISO 4217 and the providers count on (2, 2).
 * @see ISO 4217, list one, of 1 January 2026
 */
const codesByExponent = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CVE ' +
    'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT ' +
    'LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
    'PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD ' +
    'YER ZAR ZMW',
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

const exponents: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(exponent)]),
  ),
);

/** ISO 4217 codes, by the alphabet. */
export const currencyCodes: readonly string[] = [...exponents.keys()].toSorted();

export function isCurrencyCode(text: string): boolean {
  return exponents.has(text);
}

/** Decimals of the minor unit. @throws RangeError for a currency that is not in the table */
export function exponentOf(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new RangeError(`There is no currency ${currency}`);
  return exponent;
}

/** Its name in the words of the device; the code where that has none. */
export function currencyName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'currency', fallback: 'code' }).of(code) ?? code;
}
