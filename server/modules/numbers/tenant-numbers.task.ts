import type { RawBuilder } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, tenantAt, type Database } from '#server/platform/database.ts';
import type { DueWork, Outcome, TaskKind } from '#server/platform/due-work.ts';
import type { Panel } from '#server/platform/panel.ts';
import { countPlatform, keepPlatformDays } from './platform-days.ts';
import { countTenant, listDueTenants } from './tenant-numbers.ts';
import { countWorks, type AudienceOf } from './work-numbers.ts';

const minute = 60 * 1000;
/** Tenants that one attempt counts; the others wait for the next. */
const atOnce = 200;

/** Counts tenants in which something moved. Its tenant is the platform. */
const countTenants = 'panel.count_tenants';

/**
 * Keeps `tenant_numbers`, `tenant_days` and `platform_days`: finds by the panel's role what moved, and counts in one tenant's scope after the other.
 * Each attempt is followed by the next a minute later.
 * @param options.isForStrangers whether a stranger may see a row called `work`, and `audienceOf` who may see it once it is published
 */
export function countTenantsTask(options: {
  database: Database;
  panel: Panel;
  clock: Clock;
  addTask: DueWork['add'];
  isForStrangers: (tenantId: string) => RawBuilder<boolean>;
  audienceOf: AudienceOf;
}): TaskKind {
  const { database, panel, clock, addTask, isForStrangers, audienceOf } = options;
  return {
    name: countTenants,
    atOnce: 1,
    attemptTakes: 5 * minute,
    tooLate: 'Tenants were not counted in time',
    async run(task): Promise<Outcome> {
      const now = clock.now();
      for (const tenant of await listDueTenants(panel, now, atOnce))
        await inTenant(database, tenant.id, async (transaction) => {
          await countTenant(transaction, tenant, now, isForStrangers);
          await countWorks(transaction, tenant.id, now, audienceOf);
        });
      const metrics = await countPlatform(panel, now);
      await inTenant(database, task.tenant_id, (transaction) =>
        keepPlatformDays(transaction, task.tenant_id, metrics),
      );
      return { is: 'done' };
    },
    async onEnd(transaction, { tenant_id }, { at }) {
      // One a minute would leave 130,000 ended tasks before they are old.
      await transaction
        .deleteFrom('tasks')
        .where('tenant_id', '=', tenant_id)
        .where('kind', '=', countTenants)
        .where('state', '=', 'done')
        .execute();
      const due_at = new Date(at.getTime() + minute);
      await addTask(transaction, tenant_id, { kind: countTenants, subject: 'all', due_at, created_at: at });
    },
  };
}

/** Begins to count, where it has not begun. */
export async function beginCounting(database: Database, addTask: DueWork['add'], now: Date): Promise<void> {
  const platform = await tenantAt(database, { platform: true });
  if (!platform) return;
  await inTenant(database, platform.id, (transaction) =>
    addTask(transaction, platform.id, { kind: countTenants, subject: 'all', due_at: now, created_at: now }),
  );
}
