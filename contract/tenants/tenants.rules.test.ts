import { describe, expect, it } from 'vitest';
import { addressProblem, withHttps } from './tenants.rules.ts';

describe('the address of a school’s own site', () => {
  it.each([
    'https://www.greenfield.example',
    'http://greenfield.example.org/',
    'https://greenfield.localhost:3000',
    'https://schule-am-see.example/start',
    'https://größe.example',
  ])('may be %s', (text) => {
    expect(addressProblem(text)).toBeNull();
  });

  it.each([
    ['greenfield.example', 'Invalid URL format'],
    ['https://', 'Invalid URL format'],
    ['ftp://greenfield.example', 'Invalid URL format'],
    ['https://office@greenfield.example', 'Invalid URL format'],
    ['javascript://greenfield.example', 'Invalid URL format'],
    ['https://greenfield', 'Invalid domain format'],
    ['https://-greenfield.example', 'Invalid domain format'],
    ['https://127.0.0.1', 'Invalid domain format'],
    ['https://[::1]', 'Invalid domain format'],
    ['https://green_field.example', 'Invalid domain format'],
  ])('may not be %s', (text, problem) => {
    expect(addressProblem(text)).toBe(problem);
  });

  it('begins with https where nobody typed how it begins', () => {
    expect(withHttps(' greenfield.example ')).toBe('https://greenfield.example');
    expect(withHttps('http://greenfield.example')).toBe('http://greenfield.example');
    expect(withHttps('')).toBe('');
  });
});
