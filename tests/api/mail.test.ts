import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { createMailOutbox, type MailOutbox, type MailToSend } from '#server/modules/mail/mail.outbox.ts';
import { words } from '#server/platform/letter-words.ts';
import { inTenant, openDatabase } from '#server/platform/database.ts';
import { MailError, mailsAtOnce, type MailTransport, type OutgoingMail } from '#server/platform/mail.ts';
import type { TestSchool } from '../support/api-world.ts';
import { mailSenderOf, TestMailbox, type Problems } from '../support/mailbox.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const second = 1000;
const minute = 60 * second;

const { world, greenfield, riverside } = worldOfFile();
const suppressions = createSuppressions({ secretKey: testSecretKey });
let outbox: MailOutbox;

beforeAll(async () => {
  const { add: addTask } = mailSenderOf(world, new TestMailbox());
  outbox = createMailOutbox({ secretKey: testSecretKey, addTask, suppressions });
});

afterEach(() =>
  world.testDatabase.administrator.query(
    'delete from email_messages; delete from tasks; delete from mail_suppressions',
  ),
);

const secret = 'http://greenfield.localhost/open#token=opens-an-account';

function mailTo(address: string, usefulFor = 60 * minute): MailToSend {
  return {
    kind: 'passwords.changed',
    to: { name: 'Sam Fern', address },
    subject: words`A letter`,
    letter: {
      greeting: words`Hello,`,
      paragraphs: [words`here it is.`],
      action: { label: words`Open`, href: secret },
      notes: [],
    },
    useful_until: new Date(world.clock.now().getTime() + usefulFor),
  };
}

async function add(school: TestSchool, mail: MailToSend): Promise<void> {
  await inTenant(world.context.database, school.tenant.id, (transaction) =>
    outbox.add(transaction, school.tenant.id, mail, { now: world.clock.now() }),
  );
}

interface MessageRow {
  state: string;
  attempts: number;
  last_error: string | null;
  has_content: boolean;
  is_finished: boolean;
}

async function rows(): Promise<MessageRow[]> {
  const { rows: found } = await world.testDatabase.administrator.query<MessageRow>(
    `select m.state, attempts, t.last_error, sealed_content is not null as has_content, m.finished_at is not null as is_finished
     from email_messages m left join tasks t on t.tenant_id = m.tenant_id and t.id = m.id
     order by m.created_at, to_address`,
  );
  return found;
}

/** Takes nothing, until it is told otherwise. */
class BrokenServer extends TestMailbox {
  trouble: Error | null = new MailError('ECONNECTION after CONN', false);
  readonly tried: OutgoingMail[] = [];

  override async send(mail: OutgoingMail): Promise<void> {
    this.tried.push(mail);
    if (this.trouble) throw this.trouble;
    await super.send(mail);
  }
}

describe('a message', () => {
  it('is sent after the commit of what caused it, once, in the name of its school', async () => {
    const mailbox = new TestMailbox();
    const sender = mailSenderOf(world, mailbox);
    await inTenant(world.context.database, greenfield.tenant.id, async (transaction) => {
      const now = world.clock.now();
      await outbox.add(transaction, greenfield.tenant.id, mailTo('sam@greenfield.test'), { now });
      expect(await sender.sendDue()).toBe(0);
    });
    await add(riverside, mailTo('sam@riverside.test'));
    expect(await sender.sendDue()).toBe(2);
    expect(await sender.sendDue()).toBe(0);
    expect(mailbox.mails.map(({ from, to }) => `${from.name}: ${to.address}`).toSorted()).toEqual([
      'greenfield school: sam@greenfield.test',
      'riverside school: sam@riverside.test',
    ]);
    expect(mailbox.lastTo('sam@greenfield.test')).toMatchObject({
      from: { address: 'no-reply@quillshelf.test' },
      to: { name: 'Sam Fern' },
      subject: 'A letter',
      date: world.clock.now(),
    });
  });

  it('of what was taken back is never sent', async () => {
    const mailbox = new TestMailbox();
    const { id } = greenfield.tenant;
    const undone = inTenant(world.context.database, id, async (transaction) => {
      await outbox.add(transaction, id, mailTo('sam@greenfield.test'), { now: world.clock.now() });
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(await mailSenderOf(world, mailbox).sendDue()).toBe(0);
    expect(mailbox.mails).toEqual([]);
  });

  it('lies sealed in the database, and its content is gone when it is sent', async () => {
    const { administrator } = world.testDatabase;
    const everything = async () => {
      const { rows: found } = await administrator.query<{ row: string }>(
        `select m::text || encode(coalesce(sealed_content, ''), 'escape') || encode(shown_letter, 'escape') as row
         from email_messages m`,
      );
      return found.map(({ row }) => row).join('\n');
    };
    await add(greenfield, mailTo('sam@greenfield.test'));
    expect(await everything()).toContain('sam@greenfield.test');
    expect(await everything()).not.toMatch(/opens-an-account|here it is/u);
    const mailbox = new TestMailbox();
    await mailSenderOf(world, mailbox).sendDue();
    expect(mailbox.mails[0]?.text).toContain(secret);
    expect(await rows()).toEqual([
      { state: 'sent', attempts: 1, last_error: null, has_content: false, is_finished: true },
    ]);
  });

  it('that cannot be opened is not sent, and says so', async () => {
    await add(greenfield, mailTo('sam@greenfield.test'));
    await world.testDatabase.administrator.query(`update email_messages set sealed_content = '\\x00112233'`);
    const mailbox = new TestMailbox();
    const problems: Problems = { heard: [] };
    expect(await mailSenderOf(world, mailbox, { problems }).sendDue()).toBe(1);
    expect(mailbox.mails).toEqual([]);
    expect(problems.heard).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, has_content: true }]);
  });

  it('is told of for ninety days after it was sent, and one that waits for longer', async () => {
    await add(greenfield, mailTo('sam@greenfield.test'));
    await mailSenderOf(world, new TestMailbox()).sendDue();
    await add(greenfield, mailTo('waits@greenfield.test', 200 * 24 * 60 * minute));
    await world.testDatabase.administrator.query(
      `update email_messages set created_at = created_at - interval '91 days'`,
    );
    await add(greenfield, mailTo('new@greenfield.test'));
    await sweeperOf(world).sweep();
    expect((await rows()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });
});

describe('a message that nobody takes', () => {
  it('is tried again after pauses that grow, as the very same message, until it is taken', async () => {
    const server = new BrokenServer();
    const problems: Problems = { heard: [] };
    const sender = mailSenderOf(world, server, { problems });
    await add(greenfield, mailTo('sam@greenfield.test'));
    const pauses: number[] = [];
    expect(await sender.sendDue()).toBe(1);
    for (let round = 0; round < 3; round += 1) {
      let waited = 0;
      while ((await sender.sendDue()) === 0) {
        world.clock.advance(5 * second);
        waited += 5;
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([15, 30, 60]);
    expect(problems.heard).toHaveLength(4);
    expect(problems.heard[0]).toEqual({
      reason: 'ECONNECTION after CONN',
      what: 'retried',
    });
    expect(await rows()).toMatchObject([
      { state: 'waiting', attempts: 4, last_error: 'ECONNECTION after CONN' },
    ]);

    server.trouble = null;
    world.clock.advance(2 * minute);
    expect(await sender.sendDue()).toBe(1);
    expect(server.mails).toHaveLength(1);
    expect(new Set(server.tried.map((mail) => JSON.stringify(mail))).size).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 5, last_error: null }]);
  });

  it('is given up when nobody would want it any more, and that stays to be seen', async () => {
    const server = new BrokenServer();
    const problems: Problems = { heard: [] };
    const sender = mailSenderOf(world, server, { problems });
    await add(greenfield, mailTo('sam@greenfield.test', 60 * minute));
    for (let minutes = 0; minutes < 90; minutes += 1) {
      await sender.sendDue();
      world.clock.advance(minute);
    }
    expect(server.tried.length).toBeLessThan(12);
    expect(problems.heard.at(-1)).toEqual({
      reason: 'ECONNECTION after CONN',
      what: 'given up',
    });
    expect(await rows()).toEqual([
      {
        state: 'failed',
        attempts: server.tried.length,
        last_error: 'ECONNECTION after CONN',
        has_content: false,
        is_finished: true,
      },
    ]);
  });

  it('is given up unsent where no server ran while anybody wanted it', async () => {
    await add(greenfield, mailTo('sam@greenfield.test', 60 * minute));
    world.clock.advance(61 * minute);
    const mailbox = new TestMailbox();
    expect(await mailSenderOf(world, mailbox).sendDue()).toBe(1);
    expect(mailbox.mails).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'It was not sent in time' }]);
  });

  it.each([
    ['was refused for good', 'sam@greenfield.test', new MailError('550 no such person', true)],
    ['has no address', 'sam@greenfield.test, others@example.org', null],
    ['has a line break in its address', 'sam@greenfield.test\r\nBcc: others@example.org', null],
  ])('is not tried again where it %s', async (_what, address, trouble) => {
    const server = new BrokenServer();
    server.trouble = trouble;
    await add(greenfield, mailTo(address));
    const sender = mailSenderOf(world, server);
    expect(await sender.sendDue()).toBe(1);
    expect(server.mails).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, has_content: false }]);
    world.clock.advance(30 * minute);
    expect(await sender.sendDue()).toBe(0);
  });

  it('holds up no other', async () => {
    const mailbox = new TestMailbox();
    const choosy: MailTransport = {
      async send(mail) {
        if (mail.to.address.startsWith('bad')) throw new MailError('451 not now', false);
        await mailbox.send(mail);
      },
    };
    for (const name of ['bad-1', 'good-1', 'bad-2', 'good-2'])
      await add(greenfield, mailTo(`${name}@school.test`));
    expect(await mailSenderOf(world, choosy).sendDue()).toBe(4);
    expect(mailbox.mails.map(({ to }) => to.address).toSorted()).toEqual([
      'good-1@school.test',
      'good-2@school.test',
    ]);
  });

  it('while the mail server takes its time with it holds up no other, of whichever school', async () => {
    const mailbox = new TestMailbox();
    let othersAreSent: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      othersAreSent = resolve;
    });
    let atOnce = 0;
    let most = 0;
    const slow: MailTransport = {
      async send(mail) {
        atOnce += 1;
        most = Math.max(most, atOnce);
        if (mail.to.address.startsWith('slow')) await patience;
        await mailbox.send(mail);
        atOnce -= 1;
        if (mailbox.mails.length === 9) othersAreSent();
      },
    };
    for (let number = 1; number <= 3; number += 1)
      await add(greenfield, mailTo(`slow-${number}@school.test`));
    for (let number = 1; number <= 9; number += 1)
      await add(riverside, mailTo(`quick-${number}@school.test`));
    expect(await mailSenderOf(world, slow).sendDue()).toBe(12);
    expect(mailbox.mails.map(({ to }) => to.address.split('-')[0])).toEqual([
      ...Array.from({ length: 9 }, () => 'quick'),
      ...Array.from({ length: 3 }, () => 'slow'),
    ]);
    expect(most).toBe(mailsAtOnce);
  });
});

describe('several servers on one database', () => {
  it('send each message once between them', async () => {
    const schools = [greenfield, riverside];
    for (let number = 0; number < 20; number += 1) {
      for (const school of schools) await add(school, mailTo(`${number}@${school.host}.test`));
    }
    const mailboxes = [new TestMailbox(), new TestMailbox(), new TestMailbox()];
    const databases = mailboxes.map(() => openDatabase(world.testDatabase.url, { connections: 2 }));
    const attempts = await Promise.all(
      mailboxes.map((mailbox, place) => {
        const database = databases[place];
        return mailSenderOf(world, mailbox, database ? { database } : {}).sendDue();
      }),
    );
    for (const database of databases) await database.destroy();
    const sent = mailboxes.flatMap(({ mails }) => mails.map(({ id }) => id));
    expect(sent).toHaveLength(40);
    expect(new Set(sent).size).toBe(40);
    expect(attempts.reduce((sum, each) => sum + each, 0)).toBe(40);
    expect((await rows()).every(({ state, attempts: made }) => state === 'sent' && made === 1)).toBe(true);
  });

  it('take over what one left in the middle, as the same message, and what that one says later changes nothing', async () => {
    await add(greenfield, mailTo('sam@greenfield.test'));
    const taken: OutgoingMail[] = [];
    let fail: (error: Error) => void = () => undefined;
    const hung = new Promise<void>((_resolve, reject) => {
      fail = reject;
    });
    const dying = mailSenderOf(world, {
      send(mail) {
        taken.push(mail);
        return hung;
      },
    });
    const half = dying.sendDue();
    await expect.poll(() => taken.length).toBe(1);

    const mailbox = new TestMailbox();
    const other = mailSenderOf(world, mailbox);
    expect(await other.sendDue()).toBe(0);
    world.clock.advance(10 * minute);
    expect(await other.sendDue()).toBe(1);
    expect(mailbox.mails).toEqual(taken);

    fail(new MailError('ETIMEDOUT', true));
    expect(await half).toBe(1);
    expect(await rows()).toEqual([
      { state: 'sent', attempts: 2, last_error: null, has_content: false, is_finished: true },
    ]);
  });
});

describe('a sender that was started', () => {
  it('sends what was there before and what comes, without being asked', async () => {
    const mailbox = new TestMailbox();
    const sender = mailSenderOf(world, mailbox);
    const wakingOutbox = createMailOutbox({ secretKey: testSecretKey, addTask: sender.add, suppressions });
    await add(greenfield, mailTo('before@greenfield.test'));
    sender.start();
    await expect.poll(() => mailbox.mails.length).toBe(1);
    await inTenant(world.context.database, riverside.tenant.id, (transaction) =>
      wakingOutbox.add(transaction, riverside.tenant.id, mailTo('after@riverside.test'), {
        now: world.clock.now(),
      }),
    );
    await expect.poll(() => mailbox.mails.length).toBe(2);
    expect(mailbox.mails.map(({ to }) => to.address)).toEqual([
      'before@greenfield.test',
      'after@riverside.test',
    ]);
    await sender.close();
  });

  it('goes on after the database was away', async () => {
    const problems: Problems = { heard: [] };
    const database = openDatabase(world.testDatabase.url, { connections: 1 });
    const mailbox = new TestMailbox();
    let failures = 0;
    // The first look fails as it does when the connection is gone.
    const shaky = new Proxy(database, {
      get(target, property) {
        if (property === 'transaction' && failures === 0) {
          failures += 1;
          throw new Error('the connection is gone');
        }
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    await add(greenfield, mailTo('sam@greenfield.test'));
    const sender = mailSenderOf(world, mailbox, { database: shaky, problems });
    sender.start();
    await expect.poll(() => problems.heard.length).toBe(1);
    await expect.poll(() => mailbox.mails.length).toBe(1);
    expect(problems.heard).toEqual([{ reason: 'the connection is gone', what: 'not found' }]);
    await sender.close();
    await database.destroy();
  });
});
