import { describe, expect, it } from 'vitest';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { makeMember } from '#server/seeds/factories.ts';
import { tokenIn } from '../support/mailbox.ts';
import { at, minute, newPassword, oldPassword, resetsOfFile } from './password-reset.support.ts';

const { post, statements, world, greenfield, riverside, ask, linkFor, reset, check, signInStatus, somebody } =
  resetsOfFile();

function refusedAsk(email: string, host = greenfield.host) {
  return world.refusal(at(host), passwordEndpoints.askReset, { body: { email } });
}

function refusedReset(token: string, host = greenfield.host) {
  return world.refusal(at(host), passwordEndpoints.reset, { body: { token, new_password: newPassword } });
}

const linkRefused = {
  status: 410,
  code: 'passwords.link_refused',
  error: 'This link does not work any more. A link works once, and only for a while.',
};

describe('a link for a new password', () => {
  it('comes by email, in the name of the school, and lets the person choose one', async () => {
    const { email } = await somebody();
    const token = await linkFor(email);
    const mail = post.mailbox.lastTo(email);
    expect(mail).toMatchObject({
      from: { name: 'greenfield school' },
      to: { name: 'Zoë Wójcik', address: email },
      subject: 'Choose a new password',
    });
    const link = `http://greenfield.localhost/password-reset-confirm/#token=${token}`;
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
    expect(await check(token)).toEqual({ email, is_first: false });
    expect(await reset(token)).toEqual({});
    expect(await signInStatus(email, newPassword)).toBe(200);
    expect(await signInStatus(email, oldPassword)).toBe(401);
  });

  it('has 256 random bits, of which the database keeps a hash', async () => {
    const { email } = await somebody();
    const token = await linkFor(email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await world.testDatabase.administrator.query<{ row: string }>(
      `select r::text as row from password_resets r union all select m::text from email_messages m
       union all select a::text from audit_entries a`,
    );
    const everything = rows.map(({ row }) => row).join('\n');
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(Buffer.from(token).toString('hex'));
    expect(everything).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it.each([
    ['a parent', 'parent'],
    ['a school administrator', 'school_admin'],
  ] as const)('comes for %s', async (_who, role) => {
    const { email } = await somebody(greenfield, role);
    await reset(await linkFor(email));
    expect(await signInStatus(email, newPassword)).toBe(200);
  });

  it('comes for the platform’s administrator on the platform’s own site', async () => {
    const token = await linkFor('platform@quillshelf.test', 'localhost');
    expect(post.mailbox.lastTo('platform@quillshelf.test').text).toContain(
      'http://localhost/password-reset-confirm/',
    );
    expect(await refusedReset(token)).toMatchObject(linkRefused);
    await reset(token, newPassword, 'localhost');
    expect(await signInStatus('platform@quillshelf.test', newPassword, 'localhost')).toBe(200);
  });

  it('comes whatever case and spaces the address is typed with', async () => {
    const { email } = await somebody();
    await ask(`  ${email.toUpperCase()} `);
    await post.sender.sendDue();
    await reset(tokenIn(post.mailbox.lastTo(email)));
    expect(await signInStatus(email, newPassword)).toBe(200);
  });

  it('works once', async () => {
    const { email } = await somebody();
    const token = await linkFor(email);
    await reset(token);
    expect(await refusedReset(token)).toMatchObject(linkRefused);
    expect(
      await world.refusal(at(greenfield.host), passwordEndpoints.checkReset, { body: { token } }),
    ).toMatchObject(linkRefused);
  });

  it('works once for two who use it at the same moment', async () => {
    const { email } = await somebody();
    const token = await linkFor(email);
    const send = (new_password: string) =>
      world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/confirm/', {
        body: { token, new_password },
      });
    const answers = await Promise.all([send('the first of two words'), send('the second of two words')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]));
    const [first] = answers;
    const winner = first?.status === 200 ? 'the first of two words' : 'the second of two words';
    expect(await signInStatus(email, winner)).toBe(200);
  });

  it('works for one hour and not a second longer', async () => {
    const { email } = await somebody();
    const token = await linkFor(email);
    world.clock.advance(60 * minute - 1000);
    expect(await check(token)).toEqual({ email, is_first: false });
    world.clock.advance(1000);
    expect(await refusedReset(token)).toMatchObject(linkRefused);
    expect(await signInStatus(email, oldPassword)).toBe(200);
  });

  it('does not work any more when a newer one was asked for', async () => {
    const { email } = await somebody();
    const older = await linkFor(email);
    const newer = await linkFor(email);
    expect(await refusedReset(older)).toMatchObject(linkRefused);
    await reset(newer);
    expect(await signInStatus(email, newPassword)).toBe(200);
  });

  it('is nothing in another school, where the same address may have an account too', async () => {
    const { email } = await somebody();
    const double = await makeMember(world.context, riverside.tenant, {
      role: 'teacher',
      email,
      password: oldPassword,
    });
    const token = await linkFor(email);
    expect(await refusedReset(token, riverside.host)).toMatchObject(linkRefused);
    expect(await refusedReset(token, 'localhost')).toMatchObject(linkRefused);
    expect(await refusedReset(token, 'brightfutures.localhost')).toMatchObject(linkRefused);
    await reset(token);
    expect(await signInStatus(double.email, oldPassword, riverside.host)).toBe(200);
    expect(await signInStatus(double.email, newPassword, riverside.host)).toBe(401);
  });

  it('does not work any more for somebody who was archived meanwhile, or has another address now', async () => {
    const { administrator } = world.testDatabase;
    const leaving = await somebody();
    const moving = await somebody();
    const tokens = [await linkFor(leaving.email), await linkFor(moving.email)];
    await administrator.query('update users set archived_at = now() where id = $1', [leaving.id]);
    await administrator.query(`update users set email = 'moved@greenfield.test' where id = $1`, [moving.id]);
    for (const token of tokens) expect(await refusedReset(token)).toMatchObject(linkRefused);
  });

  it.each(['', 'x', 'a'.repeat(43), '\u0000', '\ud800', '%00', "' or true --"])(
    'that was made up is refused: %j',
    async (token) => {
      const answer = await world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/confirm/', {
        body: { token, new_password: newPassword },
      });
      expect([400, 410]).toContain(answer.status);
    },
  );
});

describe('asking for a link', () => {
  it('answers the same to everybody’s address and nobody’s, and runs the same statements', async () => {
    const archived = await somebody();
    const known = await somebody();
    await world.testDatabase.administrator.query('update users set archived_at = now() where id = $1', [
      archived.id,
    ]);
    const askFor = async (email: string) => {
      statements.shapes = [];
      const answer = await world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/', {
        body: { email },
        headers: { 'x-request-id': 'the-same-request' },
      });
      // Where one goes back to is all that differs.
      const shapes = statements.shapes.map((shape) =>
        shape.replace(/(?<=rollback to savepoint.*)(?:not_)?meant/u, 'either'),
      );
      statements.shapes = null;
      const { date: _date, ...headers } = answer.headers;
      return { status: answer.status, body: answer.body, headers, shapes };
    };
    const answer = await askFor(known.email);
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.shapes.length).toBeGreaterThan(5);
    for (const email of ['nobody@greenfield.test', riverside.teacher.email, archived.email]) {
      expect(await askFor(email)).toEqual(answer);
    }
    await post.sender.sendDue();
    expect(post.mailbox.mails.map(({ to }) => to.address)).toEqual([known.email]);
  });

  it('sends nothing to a student, whose password the teacher knows', async () => {
    await world.testDatabase.administrator.query(
      `update users set email = 'zoe@greenfield.test' where id = $1`,
      [greenfield.student.id],
    );
    expect(await ask('zoe@greenfield.test')).toEqual({});
    await post.sender.sendDue();
    expect(post.mailbox.mails).toEqual([]);
    expect(await signInStatus(greenfield.student.username, greenfield.student.password)).toBe(200);
  });

  it('changes nothing by itself: the old password is good until a new one is chosen', async () => {
    const { email } = await somebody();
    await linkFor(email);
    expect(await signInStatus(email, oldPassword)).toBe(200);
  });

  it('is possible three times an hour for one address, whether or not it is anybody’s', async () => {
    const { email } = await somebody();
    for (const address of [email, 'nobody@greenfield.test']) {
      for (let time = 0; time < 3; time += 1) {
        await ask(address);
        await post.sender.sendDue();
      }
      expect(await refusedAsk(address)).toMatchObject({
        status: 429,
        code: 'passwords.asked_too_often',
        error: 'That was asked for a few times already. Please look for the email, or try again later.',
      });
      const { headers } = await world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/', {
        body: { email: address },
      });
      expect(headers['retry-after']).toBe('3600');
    }
    expect(post.mailbox.mails.filter(({ to }) => to.address === email)).toHaveLength(3);
    const token = tokenIn(post.mailbox.lastTo(email));
    world.clock.advance(60 * minute);
    await ask(email);
    expect(await refusedReset(token)).toMatchObject(linkRefused);
  });

  it('is not stopped by what somebody asks for at another school', async () => {
    const { email } = await somebody();
    for (let time = 0; time < 3; time += 1) await ask(email, riverside.host);
    expect(await refusedAsk(email, riverside.host)).toMatchObject({ status: 429 });
    expect(await ask(email)).toEqual({});
  });

  it('is possible thirty times an hour from one network address, also at the same moment', async () => {
    const send = (number: number) =>
      world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/', {
        body: { email: `flood-${number}@greenfield.test` },
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => send(number)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    const elsewhere = await world.app.inject({
      method: 'POST',
      url: '/api/auth/password-reset/',
      headers: { host: greenfield.host },
      remoteAddress: '203.0.113.7',
      payload: { email: 'flood-1@greenfield.test' },
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  it.each([
    ['nothing', {}, 'This field is required'],
    ['an empty field', { email: '  ' }, 'Email is required'],
    ['a number', { email: 7 }, 'Email is required'],
    ['a username', { email: 'zoe-otter-42' }, 'Invalid email'],
    ['two addresses', { email: 'a@school.test,b@school.test' }, 'Invalid email'],
    ['a line break', { email: 'a@school.test\r\nBcc: b@school.test' }, 'Invalid email'],
    ['an endless address', { email: `${'a'.repeat(320)}@school.test` }, 'Invalid email'],
  ])('says at the field what is wrong with %s', async (_what, body, text) => {
    const answer = await world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/', { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: { email: [text] } } });
  });

  it.each(['greenfield.localhost:6666', 'GREENFIELD.localhost.', 'greenfield.localhost:80'])(
    'makes a link to the school’s own address and no other, whatever a stranger says: %s',
    async (host) => {
      const { email } = await somebody();
      await linkFor(email, host);
      expect(post.mailbox.lastTo(email).text).toMatch(
        /http:\/\/greenfield\.localhost\/password-reset-confirm\/#/u,
      );
    },
  );
});
