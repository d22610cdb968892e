import { describe, expect, it } from 'vitest';
import { address, withoutAddresses, words } from './letter-words.ts';

describe('what others typed', () => {
  it.each([
    ['https://evil.example/win', 'https: //evil. example/win'],
    ['HTTP://10.0.0.7:8080/x', 'HTTP: //10.0.0.7:8080/x'],
    ['http://localhost/x', 'http: //localhost/x'],
    ['www.evil.example', 'www. evil. example'],
    ['Go to evil.example!', 'Go to evil. example!'],
    ['EVIL.EXAMPLE', 'EVIL. EXAMPLE'],
    ['книги.рф', 'книги. рф'],
    ['evil\u3002example', 'evil\u3002 example'],
    ['evil\uFF0Eexample', 'evil\uFF0E example'],
    ['evil.\u200Bexample', 'evil. \u200Bexample'],
    ['me@evil.example', 'me @ evil. example'],
    ['me@localhost', 'me @ localhost'],
    ['mailto:me@evil.example', 'mailto: me @ evil. example'],
    ['tel:5551234', 'tel: 5551234'],
    ['h323:evil', 'h323: evil'],
    [String.raw`\\evil\share`, String.raw`\ \evil\share`],
  ])('%s holds no address', (typed, shown) => {
    expect(withoutAddresses(typed)).toBe(shown);
    expect(withoutAddresses(shown)).toBe(shown);
  });

  it.each([
    'St. Mary’s School',
    'J. R. R. Tolkien',
    'Zoë & Šárka O’Neill-Ångström (3b)',
    'Version 2.5, at 10:30',
    'What now? … Yes! No.',
    'كتاب الأطفال',
    '',
  ])('%s is left as it is', (typed) => {
    expect(withoutAddresses(typed)).toBe(typed);
  });
});

describe('the words of a letter', () => {
  it('hold addresses that we put in, and none that others typed', () => {
    const name = 'evil.example';
    expect(words`${name} wrote to ${address('zoe@school.example')} ${3} times.`).toBe(
      'evil. example wrote to zoe@school.example 3 times.',
    );
  });

  it('break an address that others put together of two fields', () => {
    const person = { first_name: 'evil.', last_name: 'example' };
    expect(words`Hello ${`${person.first_name} ${person.last_name}`},`).toBe('Hello evil. example,');
  });
});
