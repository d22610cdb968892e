import { describe, expect, it } from 'vitest';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { cookiesIn, typedSignIn } from '../support/typed-sign-in.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const year = 365 * 24 * 60 * 60 * 1000;

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);

const visitor = (host = greenfield.host) => ({ host, access: null });

/** Runs `work` while the clock of the server is years ahead. */
async function ahead<Result>(work: () => Promise<Result>): Promise<Result> {
  world.clock.advance(10 * year);
  try {
    return await work();
  } finally {
    world.clock.advance(-10 * year);
  }
}

describe('once a clock that had jumped ahead is right again', () => {
  it('an invitation is sent again at once', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    const body = { email: mail.newEmail(), role: 'teacher' } as const;
    const { id } = await world.call(caller, invitationEndpoints.invite, { body });
    await world.testDatabase.administrator.query(
      "update invitations set sent_at = sent_at + interval '10 years' where id = $1",
      [id],
    );
    await world.call(caller, invitationEndpoints.resend, { params: { id } });
    const again = await world.refusal(caller, invitationEndpoints.resend, { params: { id } });
    expect(again.status).toBe(429);
  });

  it('a link for a new password is asked for as often as ever, at either school', async () => {
    for (const school of [greenfield, riverside]) {
      const { email } = school.teacher;
      const ask = () => world.call(visitor(school.host), passwordEndpoints.askReset, { body: { email } });
      const times = [1, 2, 3];
      await ahead(async () => {
        for (const _ of times) await ask();
      });
      for (const _ of times) await ask();
      await expect(ask()).rejects.toThrow('429');
    }
  });

  it('a parent is asked for the community password again', async () => {
    const enter = () =>
      world.request(visitor(), 'POST', '/api/generic-password-login', {
        body: { password: 'welcome-to-greenfield' },
      });
    const check = async (quillshelf_community = '') =>
      (
        await world.request(visitor(), 'GET', '/api/check-generic-access', {
          headers: { cookie: `quillshelf_community=${quillshelf_community}` },
        })
      ).body;
    const early = cookiesIn(await ahead(enter));
    expect(await check(early['quillshelf_community'])).toEqual({ authenticated: false });
    const right = cookiesIn(await enter());
    expect(await check(right['quillshelf_community'])).toEqual({ authenticated: true });
  });

  it('the last sign-in of a child is that of today', async () => {
    const signIn = () => typedSignIn(world, greenfield.host, greenfield.student);
    await ahead(signIn);
    await signIn();
    const { rows } = await world.testDatabase.administrator.query<{ last_login: Date }>(
      'select last_login from users where tenant_id = $1 and id = $2',
      [greenfield.tenant.id, greenfield.student.id],
    );
    expect(rows[0]?.last_login).toEqual(world.clock.now());
  });
});
