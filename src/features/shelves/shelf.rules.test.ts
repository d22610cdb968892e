import { describe, expect, it } from 'vitest';
import { libraryOf } from './shelf.rules.ts';

describe('the address of a school’s library', () => {
  const site = { protocol: 'https:', port: '', platformHost: 'quillshelf.test' };

  it('is below the platform’s host, or at the domain that was shown to be the school’s', () => {
    expect(libraryOf({ subdomain: 'greenfield', verified_host: null }, site)).toBe(
      'https://greenfield.quillshelf.test/library',
    );
    expect(libraryOf({ subdomain: 'greenfield', verified_host: 'books.greenfield.test' }, site)).toBe(
      'https://books.greenfield.test/library',
    );
  });

  it('keeps the port of the page', () => {
    const local = { protocol: 'http:', port: '3000', platformHost: 'localhost' };
    expect(libraryOf({ subdomain: 'greenfield', verified_host: null }, local)).toBe(
      'http://greenfield.localhost:3000/library',
    );
  });
});
