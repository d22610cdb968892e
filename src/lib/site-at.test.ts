import { describe, expect, it } from 'vitest';
import { siteAt } from './site-at.ts';

describe('another site of the same installation', () => {
  it('stands behind the same port', () => {
    expect(siteAt('localhost', { protocol: 'http:', port: '8080' })).toBe('http://localhost:8080/');
    expect(siteAt('books.example', { protocol: 'https:', port: '' })).toBe('https://books.example/');
  });
});
