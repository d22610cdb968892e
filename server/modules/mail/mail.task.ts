import * as v from 'valibot';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Outcome, Task, TaskKind } from '#server/platform/due-work.ts';
import { MailError, mailsAtOnce, type MailTransport, type OutgoingMail } from '#server/platform/mail.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { Address, mailKey, openContent, sendMail } from './mail.outbox.ts';
import * as repository from './mail.repository.ts';

/** Milliseconds; longer than all that one attempt can take. */
const attemptTakes = 10 * 60 * 1000;

/**
 * The task that sends one message. A server that dies between handing it over and writing that down leaves it to be sent a second
 * time, with the same Message-ID; SMTP knows no way round that.
 */
export function mailTask(options: {
  database: Database;
  secretKey: SecretKey;
  transport: MailTransport;
  /** Address that messages come from. */
  from: string;
}): TaskKind {
  const { database, transport, from } = options;
  const key = mailKey(options.secretKey);

  async function compose({ tenant_id, id }: Task): Promise<OutgoingMail | null> {
    const message = await inTenant(database, tenant_id, (transaction) =>
      repository.findWaiting(transaction, tenant_id, id),
    );
    if (!message?.sealed_content) return null;
    if (!v.is(Address, message.to_address))
      throw new MailError('This is no address that e-mail can be sent to', true);
    const content = openContent(key, message.sealed_content, { tenant_id, id });
    return {
      id,
      date: message.created_at,
      from: { name: content.from_name, address: from },
      reply_to: content.reply_to,
      to: { name: message.to_name, address: message.to_address },
      subject: message.subject,
      text: content.text,
      html: content.html,
    };
  }

  return {
    name: sendMail,
    atOnce: mailsAtOnce,
    attemptTakes,
    tooLate: 'It was not sent in time',
    async run(task): Promise<Outcome> {
      try {
        const mail = await compose(task);
        if (mail) await transport.send(mail);
        return { is: 'done' };
      } catch (error) {
        if (error instanceof MailError && error.isFinal) return { is: 'failed', reason: error.message };
        throw error;
      }
    },
    async onEnd(transaction, task, { state, reason, at }) {
      const end = {
        state: state === 'done' ? 'sent' : 'failed',
        finished_at: at,
        last_error: reason,
      } as const;
      await repository.finish(transaction, task, end);
    },
  };
}
