import { describe, expect, it } from 'vitest';
import { readLoginCard } from './login-card.ts';

describe('the code on a login card', () => {
  it('holds a username and a password', () => {
    expect(readLoginCard('{"username":"zoe-otter-42","password":"sunny-otter-42"}')).toEqual({
      username: 'zoe-otter-42',
      password: 'sunny-otter-42',
    });
  });

  it('may hold more, which is not looked at', () => {
    expect(readLoginCard('{"school":"x","password":"b","username":" a "}')).toEqual({
      username: 'a',
      password: 'b',
    });
  });

  it.each([
    '',
    'hello',
    'https://example.org/',
    '{',
    'null',
    '7',
    '[]',
    '["a","b"]',
    '{}',
    '{"username":"a"}',
    '{"password":"b"}',
    '{"username":"","password":"b"}',
    '{"username":"  ","password":"b"}',
    '{"username":"a","password":""}',
    '{"username":1,"password":"b"}',
    '{"username":"a","password":null}',
  ])('is none: %s', (text) => {
    expect(readLoginCard(text)).toBeNull();
  });
});
