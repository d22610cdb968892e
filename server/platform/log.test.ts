import pg from 'pg';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from './database-errors.ts';
import { describeError, knownFields } from './log.ts';

const planted = { name: 'Zoë Quillfeather', address: 'zoe.quillfeather@example.org' };

function databaseError(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    code,
    detail: `Failing row contains (${planted.name}, ${planted.address}).`,
    where: `portal parameter $1 = '${planted.name}'`,
    hint: planted.name,
    table: 'users',
    column: 'first_name',
    constraint: 'users_email_key',
  });
}

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It was to fail');
}

describe('the line about an error', () => {
  it('of PostgreSQL names the place in the schema and no row', () => {
    const message = 'duplicate key value violates unique constraint "users_email_key"';
    expect(describeError(databaseError('23505', message))).toEqual({
      type: 'error',
      message,
      code: '23505',
      stack: expect.stringMatching(/^\s+at /u) as string,
      table: 'users',
      column: 'first_name',
      constraint: 'users_email_key',
    });
  });

  it.each([
    [
      'a value of PostgreSQL',
      databaseError('22P02', `invalid input syntax for type uuid: "${planted.name}"`),
    ],
    ['a search of PostgreSQL', databaseError('42601', `syntax error in tsquery: "${planted.name}"`)],
    ['JSON', errorOf(() => JSON.parse(`${planted.name} of ${planted.address}`))],
    ['a schema', errorOf(() => v.parse(v.picklist(['a', 'b']), planted.name))],
    ['a mail server', new Error(`550 <${planted.address}>: no such mailbox`)],
    ['a cause', new Error('outer', { cause: databaseError('22001', planted.name) })],
    ['an unavailable database', new DatabaseUnavailableError(new Error(`no route for ${planted.address}`))],
    ['an error with more on it', Object.assign(new TypeError('Invalid URL'), { input: planted.name })],
    ['a thrown text', planted.name],
  ])('with %s in it does not repeat it', (_what, error) => {
    const line = JSON.stringify(describeError(error));
    expect(line).not.toMatch(/quillfeather|zoë/iu);
    expect(line).toMatch(/"type":"\w+"/u);
  });

  it('of ours says what and where', () => {
    expect(describeError(new TypeError('a mistake'))).toEqual({
      type: 'TypeError',
      message: 'a mistake',
      stack: expect.stringContaining('log.test.ts') as string,
    });
  });

  it('follows causes that go in a circle to an end', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(describeError(error)).match(/round/gu)).toHaveLength(4);
  });
});

it('a line has the fields that are known, and nothing else that a package says', () => {
  const error = new Error('a mistake');
  const line = {
    err: error,
    busboyOptions: { headers: { authorization: 'Bearer a-token' } },
    call: 'sync.push',
  };
  expect(knownFields(line)).toEqual({ err: error, call: 'sync.push' });
});
