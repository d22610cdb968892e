import { beforeEach, describe, expect, it } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { mailSenderOf, TestMailbox, tokenIn, type MailSender } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60_000;
const oldPassword = 'Test-password-1';
const newPassword = 'correct horse battery';

function isListOfValues(value: unknown): boolean {
  return (value as { kind?: string } | null)?.kind === 'PrimitiveValueListNode';
}

/** The statements that the program builds, by their shape. Switched on by whoever looks. */
class Statements implements KyselyPlugin {
  shapes: string[] | null = null;

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    this.shapes?.push(
      JSON.stringify(node, (key, value: unknown) =>
        key === 'value' || isListOfValues(value) ? undefined : value,
      ),
    );
    return node;
  }

  transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return Promise.resolve(result);
  }
}

/** Holds a sign-in up where it has read the password that it goes on to verify. */
class HeldSignIn implements KyselyPlugin {
  readonly #reads = new WeakSet<object>();
  #pause: { isReached: () => void; until: Promise<void> } | null = null;

  /** For the next sign-in: resolves once it has read, to what lets it go on. */
  async next(): Promise<() => void> {
    let goOn: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await new Promise<void>((isReached) => {
      this.#pause = { isReached, until };
    });
    return goOn;
  }

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (node.kind === 'SelectQueryNode' && JSON.stringify(node.joins ?? []).includes('"credentials"'))
      this.#reads.add(queryId);
    return node;
  }

  async transformResult({ result, queryId }: Parameters<KyselyPlugin['transformResult']>[0]) {
    const pause = this.#pause;
    if (pause && this.#reads.has(queryId)) {
      this.#pause = null;
      pause.isReached();
      await pause.until;
    }
    return result;
  }
}

let mailbox: TestMailbox;
let sender: MailSender;
const statements = new Statements();
const heldSignIn = new HeldSignIn();
const { world, greenfield, riverside } = worldOfFile({ plugins: [statements, heldSignIn] });

beforeEach(async () => {
  mailbox = new TestMailbox();
  sender = mailSenderOf(world, mailbox);
  // What earlier tests asked for counts no more.
  world.clock.advance(25 * 60 * minute);
});

const at = (host: string): Caller => ({ host, access: null });

function ask(email: string, host = greenfield.host) {
  return world.call(at(host), passwordEndpoints.askReset, { body: { email } });
}

function refusedAsk(email: string, host = greenfield.host) {
  return world.refusal(at(host), passwordEndpoints.askReset, { body: { email } });
}

/** Asks for a link and reads it in the e-mail that comes. */
async function linkFor(email: string, host = greenfield.host): Promise<string> {
  await ask(email, host);
  await sender.sendDue();
  return tokenIn(mailbox.lastTo(email));
}

function reset(token: string, new_password = newPassword, host = greenfield.host) {
  return world.call(at(host), passwordEndpoints.reset, { body: { token, new_password } });
}

function refusedReset(token: string, host = greenfield.host) {
  return world.refusal(at(host), passwordEndpoints.reset, { body: { token, new_password: newPassword } });
}

function check(token: string, host = greenfield.host) {
  return world.call(at(host), passwordEndpoints.checkReset, { body: { token } });
}

async function signInStatus(username: string, password: string, host = greenfield.host): Promise<number> {
  const { status } = await world.request(at(host), 'POST', '/api/auth/token/', {
    body: { username, password },
  });
  return status;
}

async function openSessionsOf(userId: string): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query<{ open: number }>(
    'select count(*)::int as open from sessions where user_id = $1 and revoked_at is null',
    [userId],
  );
  return rows[0]?.open ?? 0;
}

let made = 0;

/** Somebody of the staff with the old password. */
async function somebody(school = greenfield, role: 'teacher' | 'parent' | 'school_admin' = 'teacher') {
  made += 1;
  return await makeMember(world.context, school.tenant, {
    role,
    first_name: 'Zoë',
    last_name: 'Wójcik',
    email: `somebody-${made}@${school.tenant.subdomain ?? ''}.test`,
    password: oldPassword,
  });
}

const linkRefused = {
  status: 410,
  code: 'passwords.link_refused',
  error: 'This link does not work any more. A link works once, and only for a while.',
};

describe('a link for a new password', () => {
  it('comes by e-mail, in the name of the school, and lets the person choose one', async () => {
    const { email } = await somebody();
    const token = await linkFor(email);
    const mail = mailbox.lastTo(email);
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
    expect(mailbox.lastTo('platform@quillshelf.test').text).toContain(
      'http://localhost/password-reset-confirm/',
    );
    expect(await refusedReset(token)).toMatchObject(linkRefused);
    await reset(token, newPassword, 'localhost');
    expect(await signInStatus('platform@quillshelf.test', newPassword, 'localhost')).toBe(200);
  });

  it('comes whatever case and spaces the address is typed with', async () => {
    const { email } = await somebody();
    await ask(`  ${email.toUpperCase()} `);
    await sender.sendDue();
    await reset(tokenIn(mailbox.lastTo(email)));
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
    await sender.sendDue();
    expect(mailbox.mails.map(({ to }) => to.address)).toEqual([known.email]);
  });

  it('sends nothing to a student, whose password the teacher knows', async () => {
    await world.testDatabase.administrator.query(
      `update users set email = 'zoe@greenfield.test' where id = $1`,
      [greenfield.student.id],
    );
    expect(await ask('zoe@greenfield.test')).toEqual({});
    await sender.sendDue();
    expect(mailbox.mails).toEqual([]);
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
        await sender.sendDue();
      }
      expect(await refusedAsk(address)).toMatchObject({
        status: 429,
        code: 'passwords.asked_too_often',
        error: 'That was asked for a few times already. Please look for the e-mail, or try again later.',
      });
      const { headers } = await world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/', {
        body: { email: address },
      });
      expect(headers['retry-after']).toBe('3600');
    }
    expect(mailbox.mails.filter(({ to }) => to.address === email)).toHaveLength(3);
    const token = tokenIn(mailbox.lastTo(email));
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
      expect(mailbox.lastTo(email).text).toMatch(
        /http:\/\/greenfield\.localhost\/password-reset-confirm\/#/u,
      );
    },
  );
});

describe('choosing a new password', () => {
  it('opens the account at once with the new password, however often the old one was mistyped', async () => {
    const person = await somebody();
    const email = person.email ?? '';
    for (let guess = 0; guess < 10; guess += 1) expect(await signInStatus(email, 'wrong')).toBe(401);
    expect(await signInStatus(email, oldPassword)).toBe(429);
    await reset(await linkFor(email));
    expect(await signInStatus(email, newPassword)).toBe(200);
  });

  it('ends every session of the person and nobody else’s', async () => {
    const person = await somebody();
    const other = await somebody();
    const sessions = [
      await world.signIn(greenfield.host, person.email),
      await world.signIn(greenfield.host, person.email),
    ];
    const others = await world.signIn(greenfield.host, other.email);
    await reset(await linkFor(person.email));
    const profileStatus = async (caller: Caller) =>
      (await world.request(caller, 'GET', '/api/user/profile/')).status;
    for (const { access, refresh, host } of sessions) {
      expect(await profileStatus({ access, host })).toBe(401);
      expect(await world.refusal(at(host), identityEndpoints.refresh, { body: { refresh } })).toMatchObject({
        code: 'identity.refresh_refused',
      });
    }
    expect(
      await world.call(at(greenfield.host), identityEndpoints.refresh, { body: { refresh: others.refresh } }),
    ).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    const { rows } = await world.testDatabase.administrator.query<{ reason: string }>(
      'select revoked_reason as reason from sessions where user_id = $1',
      [person.id],
    );
    expect(rows.map(({ reason }) => reason)).toEqual(['password reset', 'password reset']);
  });

  it('refuses whoever is just signing in with the old one, as with any wrong password', async () => {
    const { id, email } = await somebody();
    const token = await linkFor(email);
    const held = heldSignIn.next();
    const answer = world.request(at(greenfield.host), 'POST', '/api/auth/token/', {
      body: { username: email, password: oldPassword },
    });
    const goOn = await held;
    await reset(token);
    goOn();
    expect(await answer).toMatchObject({ status: 401, body: { code: 'identity.wrong_credentials' } });
    expect(await openSessionsOf(id)).toBe(0);
    expect(await signInStatus(email, newPassword)).toBe(200);
    expect(await openSessionsOf(id)).toBe(1);
  });

  it('ends the session that is opened with the old one at that moment', async () => {
    const { id, email } = await somebody();
    const token = await linkFor(email);
    const { administrator } = world.testDatabase;
    await administrator.query('begin');
    // The sign-in has seen that the password is still good, and cannot write its session yet.
    await administrator.query('lock table sessions in share mode');
    const signedIn = signInStatus(email, oldPassword);
    await untilWaiting(administrator, 1);
    const changed = reset(token);
    await untilWaiting(administrator, 2);
    await administrator.query('commit');
    expect(await signedIn).toBe(200);
    await changed;
    expect(await openSessionsOf(id)).toBe(0);
  });

  it('leaves the person of the same address at the other school signed in', async () => {
    const email = `same-${made}@both.test`;
    const [here, there] = await Promise.all(
      [greenfield, riverside].map(({ tenant }) =>
        makeMember(world.context, tenant, { role: 'teacher', email, password: oldPassword }),
      ),
    );
    await world.signIn(greenfield.host, email);
    const token = await linkFor(email);
    const held = heldSignIn.next();
    const answer = world.signIn(riverside.host, email);
    const goOn = await held;
    await reset(token);
    goOn();
    expect((await answer).user_id).toBe(there?.id);
    expect(await openSessionsOf(here?.id ?? '')).toBe(0);
    expect(await openSessionsOf(there?.id ?? '')).toBe(1);
  });

  it('is written down, and the person hears of it by e-mail', async () => {
    const person = await somebody();
    await reset(await linkFor(person.email));
    const { rows } = await world.testDatabase.administrator.query(
      'select tenant_id, actor_id, subject_id, details from audit_entries where action = $1 and subject_id = $2',
      ['passwords.reset', person.id],
    );
    expect(rows).toEqual([
      { tenant_id: greenfield.tenant.id, actor_id: person.id, subject_id: person.id, details: {} },
    ]);
    await sender.sendDue();
    const mail = mailbox.lastTo(person.email);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text).toContain('http://greenfield.localhost/resetpasswordemail');
    expect(mail.text).not.toContain('token');
  });

  it('makes a password for somebody who never had one', async () => {
    const person = await somebody();
    await world.testDatabase.administrator.query('delete from credentials where user_id = $1', [person.id]);
    await reset(await linkFor(person.email));
    expect(await signInStatus(person.email, newPassword)).toBe(200);
  });

  it.each([
    ['nothing', undefined, 'This field is required'],
    ['an empty one', '', 'Please enter new password'],
    ['a short one', 'only-eleven', 'The password needs at least 12 characters.'],
    ['one letter again and again', 'aaaaaaaaaaaaaaaa', 'Please choose a password that is harder to guess.'],
    ['an endless one', 'ab cd ef'.repeat(200), 'The password is too long.'],
  ])('says at the field what is wrong with %s, and keeps the link', async (_what, new_password, text) => {
    const { email } = await somebody();
    const token = await linkFor(email);
    const answer = await world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/confirm/', {
      body: { token, new_password },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { new_password: [text] } } });
    expect(await check(token)).toEqual({ email, is_first: false });
  });

  it('takes any script and spaces, as they are', async () => {
    const { email } = await somebody();
    await reset(await linkFor(email), ' 太陽が昇る美しい朝です ');
    expect(await signInStatus(email, ' 太陽が昇る美しい朝です ')).toBe(200);
    expect(await signInStatus(email, '太陽が昇る美しい朝です')).toBe(401);
  });
});
