import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import type { GrantEnd } from '#contract/sync/grants.schema.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import type { StudentDraft } from '#server/modules/students/student-accounts.ts';
import { grantRevocation } from '#server/modules/sync/grants.service.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { type Fingerprint, fingerprinter } from '../support/fingerprint.ts';
import { pushSigned, SigningTablet } from '../support/grants.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const outcomes = (results: readonly CallResult[]) => results.map((result) => result.outcome);
export const seen = (key: string) => queue.anything('identity.markTutorialSeen', { params: { key } });

/** Two schools, and tablets with grants of children who left. A world of its own for each test file. */
export function grantsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  let everything: () => Promise<Fingerprint>;

  beforeAll(async () => {
    everything = await fingerprinter(world.testDatabase.administrator);
  });

  /** A child of a class of the teacher with a tablet, signed in once and gone. */
  async function childWhoLeft(schoolClass = greenfield.ownClass, name = 'Ida') {
    const draft: StudentDraft = await makeStudent(world.context, greenfield.tenant, schoolClass, {
      first_name: name,
      last_name: 'Alder',
      username: `ida-${randomUUID().slice(0, 8)}`,
      password: 'quiet-otter-11',
    });
    const child: Person & { id: string } = {
      id: draft.id,
      tenant_id: greenfield.tenant.id,
      username: draft.username ?? '',
      password: 'quiet-otter-11',
    };
    const tablet = new SigningTablet();
    const outbox = new TestOutbox();
    const grant = await tablet.grantFor(world, child);
    const send = (calls: readonly QueuedCall[]) =>
      pushSigned(world, greenfield.host, tablet.sign(grant.grant_id, child.id, calls));
    return { child, tablet, outbox, grant, send };
  }

  async function tutorialsOf(userId: string): Promise<string[]> {
    const { rows } = await world.testDatabase.administrator.query<{ key: string }>(
      'select key from tutorials_seen where user_id = $1 order by key',
      [userId],
    );
    return rows.map((row) => row.key);
  }

  async function parkedOf(userId: string) {
    const { rows } = await world.testDatabase.administrator.query<{
      mutation_id: string;
      device_id: string;
      reason: string;
      call: unknown;
    }>('select mutation_id, device_id, reason, call from parked_calls where user_id = $1 order by seq', [
      userId,
    ]);
    return rows;
  }

  async function revoke(userId: string, reason: GrantEnd): Promise<void> {
    const { teacher, tenant } = greenfield;
    await inTenant(world.context.database, tenant.id, (transaction) =>
      grantRevocation.revoke(
        {
          transaction,
          actor: { id: teacher.id, tenant_id: tenant.id, role: 'teacher', session_id: randomUUID() },
          now: world.clock.now(),
        },
        [userId],
        reason,
      ),
    );
  }

  async function auditOf(
    subjectId: string,
  ): Promise<{ action: string; actor_id: string | null; details: unknown }[]> {
    const { rows } = await world.testDatabase.administrator.query<{
      action: string;
      actor_id: string | null;
      details: unknown;
    }>(
      `select action, actor_id, details from audit_entries where subject_id = $1 and action like 'sync.%' order by id`,
      [subjectId],
    );
    return rows;
  }

  return {
    world,
    greenfield,
    riverside,
    everything: () => everything(),
    childWhoLeft,
    tutorialsOf,
    parkedOf,
    revoke,
    auditOf,
  };
}
