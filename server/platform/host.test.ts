import { describe, expect, it } from 'vitest';
import { lookupOf } from './host.ts';

describe('the tenant that a host asks for', () => {
  it.each([
    ['example.org', { platform: true }],
    ['EXAMPLE.org:8080', { platform: true }],
    ['greenfield.example.org', { subdomain: 'greenfield' }],
    ['Greenfield.Example.Org:443', { subdomain: 'greenfield' }],
    ['greenfield.example.org.', { subdomain: 'greenfield' }],
    ['books.school.example', { host: 'books.school.example' }],
    ['notexample.org', { host: 'notexample.org' }],
  ])('%s', (host, lookup) => {
    expect(lookupOf(host, 'example.org')).toEqual(lookup);
  });

  it('is the platform on hosts of staging pages, and on no other that ends alike', () => {
    const at = (host: string) => lookupOf(host, 'example.org', ['pages.example.dev', 'preview.example.app']);
    expect(at('branch-7.pages.example.dev:443')).toEqual({ platform: true });
    expect(at('a.b.preview.example.app')).toEqual({ platform: true });
    expect(at('pages.example.dev')).toEqual({ platform: true });
    expect(at('evilpages.example.dev')).toEqual({ host: 'evilpages.example.dev' });
    expect(at('preview.example.app.evil.example')).toEqual({ host: 'preview.example.app.evil.example' });
  });

  it.each([undefined, '', ':8080', '.example.org', 'a.b.example.org'])('is none for %j', (host) => {
    expect(lookupOf(host, 'example.org')).toBeNull();
  });
});
