import { describe, expect, it } from 'vitest';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { inTenant, openDatabase } from '#server/platform/database.ts';
import { MailError, type OutgoingMail } from '#server/platform/mail.ts';
import { mailSenderOf, type Problems, TestMailbox } from '../support/mailbox.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { testSecretKey } from '../support/test-database.ts';
import { mailOfFile, minute, secret } from './mail.support.ts';

const { world, greenfield, riverside, suppressions, post, mailTo, add, rows } = mailOfFile();

describe('a message', () => {
  it('is sent after the commit of what caused it, once, in the name of its school', async () => {
    const mailbox = new TestMailbox();
    const sender = mailSenderOf(world, mailbox);
    await inTenant(world.context.database, greenfield.tenant.id, async (transaction) => {
      const now = world.clock.now();
      await post.outbox.add(transaction, greenfield.tenant.id, mailTo('sam@greenfield.test'), { now });
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
      await post.outbox.add(transaction, id, mailTo('sam@greenfield.test'), { now: world.clock.now() });
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
