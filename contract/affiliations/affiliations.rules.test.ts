import { describe, expect, it } from 'vitest';
import { hostIn } from './affiliations.rules.ts';

describe('the address of a school', () => {
  it.each([
    ['greenfield', 'greenfield'],
    [' Greenfield ', 'greenfield'],
    ['greenfield.example.org', 'greenfield.example.org'],
    ['https://greenfield.example.org/login?x=1', 'greenfield.example.org'],
    ['http://greenfield.localhost:3000', 'greenfield.localhost'],
    ['greenfield.localhost:3000/admin-school', 'greenfield.localhost'],
  ])('is found in %j', (typed, host) => {
    expect(hostIn(typed)).toBe(host);
  });

  it.each(['', '   ', 'office@greenfield.example.org', 'https://', 'two words', 'a b.example.org'])(
    'is not in %j',
    (typed) => {
      expect(hostIn(typed)).toBeNull();
    },
  );
});
