declare const brand: unique symbol;

/** Text of a letter, made by `words` alone: nothing that others typed becomes a link in it. */
export type Words = string & { readonly [brand]: true };

/** An address that may stand in a letter: our own, or an e-mail address to which a letter goes or from which one was confirmed. */
export interface KnownAddress {
  readonly address: string;
}

export function address(text: string): KnownAddress {
  return { address: text };
}

/**
 * Our own words as a template. Each text that is put in was typed by somebody, such as the name of a school that nobody has
 * looked at, so addresses in it are broken.
 */
export function words(
  ours: TemplateStringsArray,
  ...typed: readonly (string | number | KnownAddress)[]
): Words {
  return String.raw(
    { raw: ours },
    ...typed.map((value) => (typeof value === 'object' ? value.address : withoutAddresses(String(value)))),
  ) as Words;
}

/** What stands for a dot in a host name, too. @see UTS 46, section 2.3 */
const dot = '[.\u2024\u3002\uFE52\uFF0E\uFF61]';
const at = '[@\uFE6B\uFF20]';
const colon = '[:\uFE55\uFF1A]';
/** Characters that are not seen, and that some programs take away. */
const unseen = '\\p{Cf}*';

const breaks: readonly [RegExp, string][] = [
  // A host: a top-level domain begins with a letter. Numbers and "J. K." stay as they are.
  [new RegExp(`(?<=\\S)(${dot})(?=${unseen}\\p{L})`, 'gu'), '$1 '],
  // A scheme, such as "https:"; the time of day stays.
  [new RegExp(`(?<=\\p{L}${unseen})(${colon})(?=\\S)|(?<=[\\d+.-])(${colon})(?=[^\\s\\d])`, 'gu'), '$1$2 '],
  [new RegExp(`(?<=\\S)(${at})(?=\\S)`, 'gu'), ' $1 '],
  // A folder in a network.
  [/\\(?=\\)/gu, '\\ '],
];

/** The same text, in which no program for e-mail finds a link, a host or an e-mail address: a space stands in the middle. */
export function withoutAddresses(text: string): string {
  return breaks.reduce((result, [place, broken]) => result.replaceAll(place, broken), text);
}
