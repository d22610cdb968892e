import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { inMailScope, inTenant, type Database } from '#server/platform/database.ts';
import { MailError, mailsAtOnce, type MailTransport, type OutgoingMail } from '#server/platform/mail.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { Address, mailKey, openContent } from './mail.outbox.ts';
import * as repository from './mail.repository.ts';

const seconds = 1000;
/** Milliseconds between two looks for what another server left, or what is due again. */
const lookEvery = 5 * seconds;
/** Milliseconds after which a server that is sending is taken for dead; longer than all that one attempt can take. */
const attemptTakes = 10 * 60 * seconds;
/** Milliseconds until the second attempt; doubles up to the longest. */
const firstPause = 15 * seconds;
const longestPause = 15 * 60 * seconds;
/** Milliseconds that a message which is on its way gets when the server stops. */
const farewell = 5 * seconds;
/** Messages of one look. */
const mostOfOneLook = 20;

export interface MailSender {
  /** Sends all that is due. @returns how many attempts were made, successful or not */
  sendDue(): Promise<number>;
  /** Looks for messages from now on, until it is closed. */
  start(): void;
  /** There is something to send. */
  wake(): void;
  close(): Promise<void>;
}

/** Milliseconds to wait after so many attempts. */
function pauseAfter(attempts: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempts - 1));
}

/**
 * Sends what waits in the outbox. Any number of servers may do so: an attempt is written down before it is made, under a
 * lock, and nobody else tries meanwhile. A server that dies between handing a message over and writing that down leaves
 * it to be sent a second time, with the same Message-ID; SMTP knows no way round that.
 */
export function createMailSender(options: {
  database: Database;
  secretKey: SecretKey;
  clock: Clock;
  transport: MailTransport;
  /** Address that messages come from. */
  from: string;
  /** Hears of what is tried again, and of what was given up. */
  onProblem: (
    error: unknown,
    what: string,
    message?: { tenant_id: string; id: string; kind: string },
  ) => void;
}): MailSender {
  const { database, clock, transport, from, onProblem } = options;
  const key = mailKey(options.secretKey);
  const closing = new AbortController();
  const limit = pLimit(mailsAtOnce);
  let isWoken = false;
  let rouse: (() => void) | null = null;
  let running: Promise<void> | null = null;

  async function begin(tenantId: string, id: string) {
    const now = clock.now();
    return await inTenant(database, tenantId, async (transaction) => {
      const message = await repository.lockDue(transaction, tenantId, id, now);
      if (!message) return null;
      const attempt = { tenant_id: tenantId, id, attempts: message.attempts + 1 };
      await repository.beginAttempt(transaction, attempt, new Date(now.getTime() + attemptTakes));
      return { message, attempt, isTooLate: message.give_up_at <= now };
    });
  }

  async function finish(
    attempt: repository.Attempt,
    state: 'sent' | 'failed',
    last_error: string | null,
  ): Promise<void> {
    const end = { state, finished_at: clock.now(), last_error };
    await inTenant(database, attempt.tenant_id, (transaction) =>
      repository.finish(transaction, attempt, end),
    );
  }

  /** @returns false where another server was first */
  async function sendOne(tenantId: string, id: string): Promise<boolean> {
    const begun = await begin(tenantId, id);
    if (!begun) return false;
    const { message, attempt } = begun;
    const name = { tenant_id: tenantId, id, kind: message.kind };
    const giveUp = async (reason: string) => {
      onProblem(new Error(reason), 'an e-mail was given up', name);
      await finish(attempt, 'failed', reason);
    };
    if (begun.isTooLate) {
      await giveUp(message.last_error ?? 'It was not sent in time');
      return true;
    }
    try {
      await transport.send(compose(name, message));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const next = new Date(clock.now().getTime() + pauseAfter(attempt.attempts));
      if ((error instanceof MailError && error.isFinal) || next >= message.give_up_at) {
        await giveUp(reason);
      } else {
        onProblem(error, 'an e-mail was not sent; it is tried again', name);
        await inTenant(database, tenantId, (transaction) =>
          repository.putOff(transaction, attempt, { due_at: next, last_error: reason }),
        );
      }
      return true;
    }
    await finish(attempt, 'sent', null);
    return true;
  }

  /** Where our own side fails, such as the database, the others are tried all the same. */
  async function tryOne(tenantId: string, id: string): Promise<boolean> {
    try {
      return await sendOne(tenantId, id);
    } catch (error) {
      onProblem(error, 'an e-mail could not be dealt with');
      return false;
    }
  }

  function compose(
    { tenant_id, id }: { tenant_id: string; id: string },
    message: NonNullable<Awaited<ReturnType<typeof repository.lockDue>>>,
  ): OutgoingMail {
    if (!message.sealed_content) throw new Error('A message that waits has its content');
    if (!v.is(Address, message.to_address)) {
      throw new MailError('This is no address that e-mail can be sent to', true);
    }
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

  async function sendDue(): Promise<number> {
    let attempts = 0;
    for (;;) {
      const due = await inMailScope(database, (transaction) =>
        repository.listDue(transaction, clock.now(), mostOfOneLook),
      );
      const sent = await Promise.all(
        due.map(({ tenant_id, id }) =>
          limit(async () => !closing.signal.aborted && (await tryOne(tenant_id, id))),
        ),
      );
      const made = sent.filter(Boolean).length;
      attempts += made;
      // What is left is in the hands of other servers.
      if (made === 0 || closing.signal.aborted) return attempts;
    }
  }

  async function rest(): Promise<void> {
    if (isWoken) return;
    const patience = new AbortController();
    rouse = () => patience.abort();
    await sleep(lookEvery, undefined, { signal: patience.signal, ref: false }).catch((error: unknown) => {
      if (!patience.signal.aborted) throw error;
    });
    rouse = null;
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      isWoken = false;
      try {
        await sendDue();
      } catch (error) {
        if (closing.signal.aborted) return;
        onProblem(error, 'e-mail could not be looked for');
      }
      if (!closing.signal.aborted) await rest();
    }
  }

  function wake(): void {
    isWoken = true;
    rouse?.();
  }

  return {
    sendDue,
    wake,
    start() {
      running ??= run();
    },
    async close() {
      closing.abort();
      wake();
      // A mail server that hangs does not keep ours from stopping; the message is tried again after `attemptTakes`.
      await Promise.race([running, sleep(farewell, undefined, { ref: false })]);
      transport.close?.();
    },
  };
}
