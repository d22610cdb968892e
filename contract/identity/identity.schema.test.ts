import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Credentials, LoginForm } from './identity.schema.ts';

describe('the login form', () => {
  it('takes an email address or a username as it is typed, without the spaces around it', () => {
    expect(
      v.parse(LoginForm, { username: ' Teacher@School.test ', password: ' secret ', remember: true }),
    ).toEqual({
      username: 'Teacher@School.test',
      password: ' secret ',
      remember: true,
    });
  });

  it.each(['', '   ', null, undefined, 7])('asks for a username that is not %j', (username) => {
    const issues = v
      .safeParse(Credentials, { username, password: 'x' })
      .issues?.map(({ message }) => message);
    expect(issues).toEqual(['Please enter your email/username.']);
  });

  it.each(['', null, 7])('asks for a password that is not %j', (password) => {
    const issues = v
      .safeParse(Credentials, { username: 'x', password })
      .issues?.map(({ message }) => message);
    expect(issues).toEqual(['Please enter your password.']);
  });

  it('has a remember that is yes or no', () => {
    expect(v.is(LoginForm, { username: 'a', password: 'b', remember: 'yes' })).toBe(false);
    expect(v.is(LoginForm, { username: 'a', password: 'b' })).toBe(false);
    expect(v.parse(Credentials, { username: 'a', password: 'b', remember: true })).toEqual({
      username: 'a',
      password: 'b',
    });
  });
});
