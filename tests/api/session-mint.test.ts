import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const claimsOf = ({ access }: Caller) =>
  JSON.parse(Buffer.from(access?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** The session of a token with its refresh token, without what each session has of its own. */
async function rowOf(caller: Caller): Promise<Record<string, unknown>> {
  const { rows } = await world.testDatabase.administrator.query<Record<string, unknown>>(
    `select to_jsonb(sessions) - 'id' as session, to_jsonb(refresh_tokens) - 'session_id' - 'token_hash' as token
     from sessions join refresh_tokens on session_id = sessions.id where sessions.id = $1`,
    [claimsOf(caller)['session']],
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}

describe('a session that tests open without signing in', () => {
  it.each(['teacher', 'schoolAdmin', 'student'] as const)(
    'is the row and the token that a %s gets by signing in, in either school',
    async (who) => {
      for (const school of [greenfield, riverside]) {
        const person = school[who];
        const name = 'username' in person ? person.username : person.email;
        const password = 'password' in person ? person.password : undefined;
        const signedIn = await world.signIn(school.host, name, password);
        const minted = await world.as(person);
        expect(claimsOf(minted)).toEqual({ ...claimsOf(signedIn), session: expect.any(String) });
        expect(claimsOf(minted)['session']).not.toBe(claimsOf(signedIn)['session']);
        expect(await rowOf(minted)).toEqual(await rowOf(signedIn));
        expect(await world.call(minted, identityEndpoints.readProfile, {})).toMatchObject({ id: person.id });
      }
    },
  );

  it('is good in no other school, and ends as any other', async () => {
    const minted = await world.as(greenfield.otherTeacher);
    const elsewhere = { ...minted, host: riverside.host };
    expect(await world.refusal(elsewhere, identityEndpoints.readProfile, {})).toMatchObject({ status: 401 });
    await world.call(minted, identityEndpoints.readProfile, {});
    await world.testDatabase.administrator.query('update sessions set revoked_at = now() where id = $1', [
      claimsOf(minted)['session'],
    ]);
    expect(await world.refusal(minted, identityEndpoints.readProfile, {})).toMatchObject({ status: 401 });
  });
});
