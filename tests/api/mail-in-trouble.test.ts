import { describe, expect, it } from 'vitest';
import { MailError, mailsAtOnce, type MailTransport, type OutgoingMail } from '#server/platform/mail.ts';
import { mailSenderOf, type Problems, TestMailbox } from '../support/mailbox.ts';
import { mailOfFile, minute, second } from './mail.support.ts';

const { world, greenfield, riverside, mailTo, add, rows } = mailOfFile();

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
