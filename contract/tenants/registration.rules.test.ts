import { describe, expect, it } from 'vitest';
import { tokenInLink } from './registration.rules.ts';

describe('the link of an organization', () => {
  it.each([
    ['aB3_-x', 'aB3_-x'],
    [' aB3_-x ', 'aB3_-x'],
    ['https://trust.example.org/register/aB3_-x', 'aB3_-x'],
    ['http://trust.localhost:8080/register/aB3_-x/?from=mail#top', 'aB3_-x'],
    ['https://trust.example.org/register#token=aB3_-x', 'aB3_-x'],
    ['https://trust.example.org', ''],
    ['', ''],
  ])('%j carries %j', (link, token) => {
    expect(tokenInLink(link)).toBe(token);
  });
});
