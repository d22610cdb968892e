import * as v from 'valibot';
import { isUrgentLetter } from '#contract/mail/mail.kinds.ts';
import { causeOfStatus, whySuppressed } from '#contract/mail/mail.rules.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Outcome, Task, TaskKind } from '#server/platform/due-work.ts';
import { MailError, mailsAtOnce, type MailTransport, type OutgoingMail } from '#server/platform/mail.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { countMail, readStanding } from '#server/platform/usage.ts';
import { Address, mailKey, openContent, sendMail } from './mail.outbox.ts';
import * as repository from './mail.repository.ts';
import { returnAddress } from './return-address.ts';
import type { Suppressions } from './suppressions.ts';

const day = 24 * 60 * 60 * 1000;
/** UTC, as days of use are counted. */
const beginOfNextDay = (now: Date) => new Date((Math.floor(now.getTime() / day) + 1) * day);

/** Milliseconds; longer than all that one attempt can take. */
const attemptTakes = 10 * 60 * 1000;

/**
 * The task that sends one message. A server that dies between handing it over and writing that down leaves it to be sent a second
 * time, with the same Message-ID; SMTP knows no way round that.
 */
export function mailTask(options: {
  database: Database;
  clock: Clock;
  secretKey: SecretKey;
  transport: MailTransport;
  /** Address that messages come from. */
  from: string;
  /** Whether what comes back is handed in (mail.web.ts); else it goes to `from`. */
  takesReturns: boolean;
  suppressions: Suppressions;
  /** Told in the transaction where a school has sent four fifths of its e-mails of a day; left out: nobody is. */
  onNearlyAll?: (transaction: TenantTransaction, tenantId: string, now: Date) => Promise<void>;
}): TaskKind {
  const { database, clock, secretKey, transport, from, takesReturns, suppressions, onNearlyAll } = options;
  const key = mailKey(secretKey);
  const domain = from.split('@').at(-1) ?? '';

  /** The message to send now; else what its task comes to without one. */
  async function compose({ tenant_id, id }: Task): Promise<OutgoingMail | Outcome> {
    return await inTenant(database, tenant_id, async (transaction) => {
      const message = await repository.findWaiting(transaction, tenant_id, id);
      if (!message?.sealed_content) return { is: 'done' };
      const now = clock.now();
      const end = (how: Omit<repository.End, 'now'>) =>
        repository.finish(transaction, { tenant_id, id }, { ...how, now });
      if (!v.is(Address, message.to_address)) {
        const reason = 'This is no address that email can be sent to';
        await end({ state: 'failed', cause: 'no_address', said: reason });
        return { is: 'failed', reason };
      }
      const suppressed = await suppressions.find(transaction, message.to_address, now);
      if (suppressed) {
        await end({ state: 'suppressed', cause: 'stopped', said: whySuppressed(suppressed) });
        return { is: 'done' };
      }
      const standing = await readStanding(transaction, tenant_id, now);
      if (standing.mails >= standing.mails_a_day && !isUrgentLetter(message.kind)) {
        const reason = 'The school has sent all its emails of today';
        await repository.addDeferral(transaction, { tenant_id, id }, { detail: reason, at: now });
        return { is: 'retry', reason, due_at: beginOfNextDay(now) };
      }
      const content = openContent(key, message.sealed_content, { tenant_id, id });
      return {
        id,
        date: message.created_at,
        from: { name: content.from_name, address: from },
        reply_to: content.reply_to,
        return_to: takesReturns ? returnAddress(secretKey, id, domain) : null,
        to: { name: message.to_name, address: message.to_address },
        subject: message.subject,
        text: content.text,
        html: content.html,
      };
    });
  }

  /** Writes down that nobody took it. An address that was refused is written to by no school for a while. */
  async function noteRefusal(
    { tenant_id, id }: Task,
    { to }: OutgoingMail,
    error: MailError,
  ): Promise<Outcome> {
    const now = clock.now();
    const { message: said } = error;
    return await inTenant(database, tenant_id, async (transaction) => {
      if (!error.isFinal) {
        await repository.addDeferral(transaction, { tenant_id, id }, { detail: said, at: now });
        return { is: 'retry', reason: said };
      }
      const cause = causeOfStatus(error.status, 'refused');
      const end = { state: 'failed', cause, said, now } as const;
      const isFirst = await repository.finish(transaction, { tenant_id, id }, end);
      if (isFirst) await suppressions.add(transaction, to.address, { reason: 'refused', cause, now });
      return { is: 'failed', reason: said };
    });
  }

  return {
    name: sendMail,
    atOnce: mailsAtOnce,
    attemptTakes,
    tooLate: 'It was not sent in time',
    async run(task): Promise<Outcome> {
      const mail = await compose(task);
      if ('is' in mail) return mail;
      try {
        await transport.send(mail);
        return { is: 'done' };
      } catch (error) {
        if (error instanceof MailError) return await noteRefusal(task, mail, error);
        throw error;
      }
    },
    /** What ended otherwise was written down where it did. */
    async onEnd(transaction, task, { state, reason, at }) {
      const isFirst = await repository.finish(transaction, task, {
        state: state === 'done' ? 'sent' : 'failed',
        cause: state === 'done' ? null : 'too_late',
        said: reason,
        now: at,
      });
      if (!isFirst || state !== 'done') return;
      if (await countMail(transaction, task.tenant_id, at))
        await onNearlyAll?.(transaction, task.tenant_id, at);
    },
  };
}
