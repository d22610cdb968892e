import { describe, expect, it } from 'vitest';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { emptyRegistration, followName, missingIn, registrationFailure } from './registration.rules.ts';

const filled = {
  ...emptyRegistration,
  school_name: 'Hillside School',
  school_email: 'head@hillside.test',
  first_name: 'Robin',
  last_name: 'Hill',
  domain_url: 'https://www.hillside.example',
};

const refusal = (errors: Record<string, string[]>, error = 'Please check the highlighted fields.') =>
  new ApiProblem(400, { code: 'request.invalid', error, errors, request_id: 'r' }, null);

describe('what is said where registering failed', () => {
  it('is each field with what is wrong with it', () => {
    const error = refusal({ school_email: ['Invalid email address'], subdomain: ['Is taken', 'Is long'] });
    expect(registrationFailure(error)).toBe(
      'school email: Invalid email address; subdomain: Is taken, Is long',
    );
  });

  it('is else what the server says', () => {
    expect(registrationFailure(refusal({}, 'Please try again later.'))).toBe('Please try again later.');
  });

  it.each([refusal({}, ''), new Error('Broken'), null])('is else that it failed: %s', (error) => {
    expect(registrationFailure(error)).toBe('Registration failed. Please check your inputs and try again.');
  });

  it('is something else where nothing is wrong but the network', () => {
    expect(registrationFailure(new NoNetworkError('gone', false))).toMatch(
      /^Quillshelf cannot be reached right now/u,
    );
  });
});

describe('the name in addresses', () => {
  it('follows the name of the school until somebody types another one', () => {
    expect(followName('Hillside', { school_name: '', subdomain: '' })).toBe('hillside');
    expect(followName('Hillside School', { school_name: 'Hillside', subdomain: 'hillside' })).toBe(
      'hillside-school',
    );
    expect(followName('Hillside School', { school_name: 'Hillside', subdomain: 'our-hill' })).toBe(
      'our-hill',
    );
    expect(followName('Hi', { school_name: 'Hil', subdomain: 'hil' })).toBe('');
  });
});

describe('what keeps a registration from being sent', () => {
  it('is named in words, in the order of the form', () => {
    expect(missingIn(emptyRegistration)).toEqual([
      'the name',
      'your own site',
      'the email address',
      'your first name',
      'your last name',
    ]);
    expect(missingIn({ ...filled, school_email: 'x', button_color: 'red', text_muted_color: '' })).toEqual([
      'the email address',
      'a colour',
    ]);
  });

  it('is nothing where all is well', () => {
    expect(missingIn(filled)).toEqual([]);
    expect(missingIn({ ...filled, subdomain: 'hillside' })).toEqual([]);
  });
});
