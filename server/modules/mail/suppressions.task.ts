import type { Clock } from '#server/platform/clock.ts';
import { inTenant, tenantAt, type Database } from '#server/platform/database.ts';
import type { DueWork, TaskKind } from '#server/platform/due-work.ts';
import { sweepSuppressions } from './suppressions.ts';

const day = 24 * 60 * 60 * 1000;
const sweep = 'mail.sweep_suppressions';

/** Takes away suppressions that ended, once a day. Its tenant is the platform. */
export function suppressionsTask(options: {
  database: Database;
  clock: Clock;
  addTask: DueWork['add'];
}): TaskKind {
  const { database, clock, addTask } = options;
  return {
    name: sweep,
    atOnce: 1,
    attemptTakes: 60 * 1000,
    tooLate: 'Suppressions were not swept in time',
    async run() {
      await sweepSuppressions(database, clock.now());
      return { is: 'done' };
    },
    async onEnd(transaction, { tenant_id }, { at }) {
      const due_at = new Date(at.getTime() + day);
      await addTask(transaction, tenant_id, { kind: sweep, subject: 'all', due_at, created_at: at });
    },
  };
}

/** Begins to sweep, where it has not begun. */
export async function beginSweepingSuppressions(
  database: Database,
  addTask: DueWork['add'],
  now: Date,
): Promise<void> {
  const platform = await tenantAt(database, { platform: true });
  if (!platform) return;
  await inTenant(database, platform.id, (transaction) =>
    addTask(transaction, platform.id, { kind: sweep, subject: 'all', due_at: now, created_at: now }),
  );
}
