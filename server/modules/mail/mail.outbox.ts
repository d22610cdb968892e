import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import type { LetterKind } from '#contract/mail/mail.kinds.ts';
import { tidyText } from '#contract/kit/text.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { SealedColumn } from '#server/platform/rotation.ts';
import { sealJson, unsealJson } from '#server/platform/sealing.ts';
import type { SealingKeys, SecretKey } from '#server/platform/secret-key.ts';
import { layOut, ShownLetter, shownOf, type Letter } from './mail.layout.ts';
import { withoutAddresses, type Words } from '#server/platform/letter-words.ts';
import * as repository from './mail.repository.ts';
import { listReaders } from './readers.ts';
import type { Suppressions } from './suppressions.ts';

/** The kind of task that sends a message; it has the message's id. */
export const sendMail = 'mail.send';

/** What the mail library takes for one address and nothing else. */
export const Address = v.pipe(v.string(), v.email());

export interface MailToSend {
  kind: LetterKind;
  to: { name: string; address: string };
  subject: Words;
  letter: Letter;
  /**
   * What its link opens, by its id. The newest letter of the kind about it has the only link that works, so an earlier one that still
   * waits is not sent any more. Left out or null: its links are good as long as others.
   */
  subject_id?: string | null;
  /** When nobody would want it any more. */
  useful_until: Date;
}

/** What stands in a message, as it is kept until it is sent. */
const Content = v.object({
  from_name: v.string(),
  reply_to: v.nullable(v.string()),
  text: v.string(),
  html: v.string(),
});
type Content = v.InferOutput<typeof Content>;

/**
 * Messages are written in the transaction of what causes them and sent after its commit, so that neither is there without
 * the other.
 */
export interface MailOutbox {
  add(
    transaction: TenantTransaction,
    tenantId: string,
    mail: MailToSend,
    options: { now: Date },
  ): Promise<void>;
  /** Whom other modules write to by role. */
  listReaders: typeof listReaders;
  /** @see Suppressions.refuse */
  refuse: Suppressions['refuse'];
}

export function createMailOutbox(options: {
  secretKey: SecretKey;
  addTask: DueWork['add'];
  suppressions: Pick<Suppressions, 'refuse'>;
}): MailOutbox {
  const key = mailKey(options.secretKey);
  return {
    listReaders,
    refuse: options.suppressions.refuse,
    async add(transaction, tenantId, mail, { now }) {
      const id = uuidv7();
      const { subject_id = null } = mail;
      const letterhead = await repository.findLetterhead(transaction, tenantId);
      const content: Content = {
        from_name: withoutAddresses(oneLine(letterhead.school_name)),
        reply_to: v.is(Address, letterhead.school_email) ? letterhead.school_email : null,
        ...layOut(mail.letter, letterhead),
      };
      await repository.replaceWaiting(transaction, { tenant_id: tenantId, kind: mail.kind, subject_id }, now);
      await repository.insertMessage(transaction, {
        tenant_id: tenantId,
        id,
        kind: mail.kind,
        to_address: mail.to.address,
        to_name: withoutAddresses(oneLine(mail.to.name)),
        subject: oneLine(mail.subject),
        subject_id,
        sealed_content: sealContent(key, content, { tenant_id: tenantId, id }),
        shown_letter: sealJson(key, shownOf(mail.letter), shownContext({ tenant_id: tenantId, id })),
        created_at: now,
      });
      const task = { id, kind: sendMail, due_at: now, give_up_at: mail.useful_until, created_at: now };
      await options.addTask(transaction, tenantId, task);
    },
  };
}

/** A name with a line break in it must not become a header of its own. */
function oneLine(text: string): string {
  return tidyText(text.toWellFormed().replaceAll(/\p{Cc}/gu, ' '));
}

const purpose = 'e-mail';

export function mailKey(secretKey: SecretKey): SealingKeys {
  return secretKey.sealing(purpose);
}

interface MessageKey {
  tenant_id: string;
  id: string;
}

const contextOf = ({ tenant_id, id }: MessageKey) => `e-mail ${tenant_id} ${id}`;
const shownContext = (message: MessageKey) => `shown ${contextOf(message)}`;

export const sealedLetters: readonly SealedColumn[] = [
  {
    table: 'email_messages',
    column: 'sealed_content',
    id: 'id',
    purpose,
    context: (tenant_id, id) => contextOf({ tenant_id, id }),
  },
  {
    table: 'email_messages',
    column: 'shown_letter',
    id: 'id',
    purpose,
    context: (tenant_id, id) => shownContext({ tenant_id, id }),
  },
];

function sealContent(key: SealingKeys, content: Content, message: MessageKey): Buffer {
  return sealJson(key, content, contextOf(message));
}

/** @throws Error when it was sealed with another key */
export function openShown(key: SealingKeys, sealed: Buffer, message: MessageKey): ShownLetter {
  return unsealJson(ShownLetter, key, { sealed, context: shownContext(message) });
}

/** @throws Error when it was sealed with another key */
export function openContent(key: SealingKeys, sealed: Buffer, message: MessageKey): Content {
  return unsealJson(Content, key, { sealed, context: contextOf(message) });
}
