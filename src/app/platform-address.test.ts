import { describe, expect, it } from 'vitest';
import { platformAddress } from './platform-address.ts';

describe('the address of the platform', () => {
  it('is that of a school without the name of the school', () => {
    expect(platformAddress({ protocol: 'http:', hostname: 'nobody.localhost', port: '8080' })).toBe(
      'http://localhost:8080/',
    );
    expect(platformAddress({ protocol: 'https:', hostname: 'nobody.books.example', port: '' })).toBe(
      'https://books.example/',
    );
  });

  it('is the address itself where there is no school in it', () => {
    expect(platformAddress({ protocol: 'http:', hostname: 'localhost', port: '8080' })).toBe(
      'http://localhost:8080/',
    );
  });
});
