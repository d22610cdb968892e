import { afterEach, beforeAll } from 'vitest';
import { createMailOutbox, type MailOutbox, type MailToSend } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { inTenant } from '#server/platform/database.ts';
import { words } from '#server/platform/letter-words.ts';
import type { TestSchool } from '../support/api-world.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const second = 1000;
export const minute = 60 * second;

export const secret = 'http://greenfield.localhost/open#token=opens-an-account';

export interface MessageRow {
  state: string;
  attempts: number;
  last_error: string | null;
  has_content: boolean;
  is_finished: boolean;
}

/** Two schools, and an outbox for their letters. A world of its own for each test file. */
export function mailOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  const suppressions = createSuppressions({ secretKey: testSecretKey });
  /** Filled by the set-up. */
  const post = {} as { outbox: MailOutbox };

  beforeAll(async () => {
    const { add: addTask } = mailSenderOf(world, new TestMailbox());
    post.outbox = createMailOutbox({ secretKey: testSecretKey, addTask, suppressions });
  });

  afterEach(() =>
    world.testDatabase.administrator.query(
      'delete from email_messages; delete from tasks; delete from mail_suppressions',
    ),
  );

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
      post.outbox.add(transaction, school.tenant.id, mail, { now: world.clock.now() }),
    );
  }

  async function rows(): Promise<MessageRow[]> {
    const { rows: found } = await world.testDatabase.administrator.query<MessageRow>(
      `select m.state, attempts, t.last_error, sealed_content is not null as has_content, m.finished_at is not null as is_finished
     from email_messages m left join tasks t on t.tenant_id = m.tenant_id and t.id = m.id
     order by m.created_at, to_address`,
    );
    return found;
  }

  return { world, greenfield, riverside, suppressions, post, mailTo, add, rows };
}
