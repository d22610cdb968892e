import { beforeEach } from 'vitest';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { MailError } from '#server/platform/mail.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { mailboxOfFile, mailSenderOf } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;
export const reason = 'They wrote to us';

export interface Entry {
  tenant_id: string;
  actor: string | null;
  action: string;
  subject_id: string | null;
  details: Record<string, string>;
}

/** Letters of two schools, and what the platform asks about them. A world of its own for each test file. */
export function lettersOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  const mail = mailboxOfFile(world);
  const platform = {} as Caller;

  /** Lets time pass, in which a token may end. */
  async function later(milliseconds: number): Promise<void> {
    world.clock.advance(milliseconds);
    Object.assign(platform, await world.as(world.platformAdmin));
  }

  beforeEach(() => later(2 * minute));

  async function invite(school: TestSchool, email = mail.newEmail()) {
    const caller = await world.as(school.schoolAdmin);
    await world.call(caller, invitationEndpoints.invite, { body: { email, role: 'teacher' } });
    return email;
  }

  async function auditOf(action: string): Promise<Entry[]> {
    const { rows } = await world.testDatabase.administrator.query<Entry>(
      `select entry.tenant_id, coalesce(actor.home_user_id, actor.id) as actor, action, subject_id, details
     from audit_entries as entry left join users as actor on actor.tenant_id = entry.tenant_id and actor.id = actor_id
     where action = $1 order by entry.id`,
      [action],
    );
    return rows;
  }

  const refusing = (status: string, words = 'no') =>
    mailSenderOf(world, {
      send: () => Promise.reject(new MailError(`550 ${status} ${words}`, true, status)),
    });

  return { world, greenfield, riverside, mail, platform, later, invite, auditOf, refusing };
}
