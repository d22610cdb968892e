import { sql } from 'kysely';
import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Outcome, TaskKind } from '#server/platform/due-work.ts';
import type { Panel } from '#server/platform/panel.ts';
import { readForFile } from '../panel/panel-page.ts';
import { isForStrangers, latestForStrangers } from '../panel-works/works.list.ts';

/** Looks where a word stands that came to the list, or that left it. Its tenant is the platform. */
export const lookForWords = 'monitoring.look_for_words';

const hour = 60 * 60 * 1000;
const Payload = v.object({ folded: v.string(), is_added: v.boolean() });

interface Place {
  tenant_id: string;
  id: string;
}

interface Watch {
  /** Those in whose text these folded words stand. */
  listWorksWith: (
    transaction: TenantTransaction,
    where: { tenantId: string; ids: readonly string[]; folded: string },
  ) => Promise<readonly string[]>;
  /** Reckons the place of a work in monitoring from what is known of it. */
  watchWork: (
    transaction: TenantTransaction,
    work: { tenantId: string; workId: string; now: Date },
  ) => Promise<void>;
}

function byTenant(places: readonly Place[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { tenant_id, id } of places) found.set(tenant_id, [...(found.get(tenant_id) ?? []), id]);
  return found;
}

const columns = { tenant_id: latestForStrangers.tenant_id, id: latestForStrangers.id };

/** Works that strangers may read, some at a time. */
const forStrangers = (panel: Panel) =>
  readForFile<Place>(panel, { ...latestForStrangers, where: [isForStrangers], columns, isSearch: false });

/** Works that wait, a word of the list among the reasons. */
async function listWaiting(panel: Panel): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select tenant_id, work_id as id from work_watch
    where state in ('waiting', 'asked') and 'watched_words' = any(reasons)`.execute(panel);
  return rows;
}

/** What was published before is looked through once. A server that dies begins again: to look twice changes nothing. */
export function watchedWordsTask(options: {
  database: Database;
  panel: Panel;
  clock: Clock;
  watch: Watch;
}): TaskKind {
  const { database, panel, clock, watch } = options;

  async function lookAgain(places: readonly Place[], folded: string | null): Promise<void> {
    for (const [tenantId, ids] of byTenant(places))
      await inTenant(database, tenantId, async (transaction) => {
        const found =
          folded === null ? ids : await watch.listWorksWith(transaction, { tenantId, ids, folded });
        for (const workId of found)
          await watch.watchWork(transaction, { tenantId, workId, now: clock.now() });
      });
  }

  return {
    name: lookForWords,
    atOnce: 1,
    attemptTakes: 6 * hour,
    tooLate: 'It is never too late',
    async run({ payload }): Promise<Outcome> {
      const { folded, is_added } = v.parse(Payload, payload);
      if (is_added) for await (const places of forStrangers(panel)) await lookAgain(places, folded);
      else await lookAgain(await listWaiting(panel), null);
      return { is: 'done' };
    },
  };
}
