import { nextByKey } from '#contract/kit/page.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { monitoringProblems } from '#contract/monitoring/monitoring.problems.ts';
import { promisedBy, weigh } from '#contract/monitoring/monitoring.rules.ts';
import type { Seen, WatchItem, WatchRow, WatchState } from '#contract/monitoring/monitoring.schema.ts';
import { askInTenants, type TenantQuestion } from '#server/platform/ask-in-tenants.ts';
import { audit } from '#server/platform/audit.ts';
import { atTenant } from '#server/platform/at-tenant.ts';
import { withChanges, type Changes } from '#server/platform/changes.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { namesOf } from '#server/platform/names-of.ts';
import type { Panel } from '#server/platform/panel.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { unlessTooWide } from '../panel/panel-page.ts';
import { countWatched, listWatched, type ListedWatch } from './watch.list.ts';

type Parsed<Name extends keyof typeof monitoringEndpoints> = EndpointParsed<
  (typeof monitoringEndpoints)[Name]
>;
type PlatformCall = Call<Actor>;

interface Place {
  tenantId: string;
  workId: string;
  now: Date;
}

/** Somebody who decides in the rows of a school. `claimer`: their id at home. */
interface Deciding {
  transaction: TenantTransaction;
  actor: Pick<Actor, 'id' | 'tenant_id'>;
  claimer: string;
  changes: Changes;
  now: Date;
}

type Decide = (
  decision: { workId: string; seen: Seen; reason: string },
  call: Deciding,
) => Promise<WatchState>;

type ReadItem = Omit<WatchItem, keyof ReturnType<typeof sharedOf> | 'school_name'> & {
  row: Omit<ListedWatch, 'school_name' | 'reasons'> & { reasons: string[] };
};

/** What of works the panel is handed; each runs in the rows of the school. */
export interface WatchedWorks {
  read(transaction: TenantTransaction, place: Place): Promise<ReadItem>;
  claim(transaction: TenantTransaction, place: Place, claimer: string): Promise<Date>;
  keep: Decide;
  ask: Decide;
  takeDown: Decide;
  reinstate: Decide;
  /** Title and byline of those that a stranger may see. */
  shownToStrangers: TenantQuestion<{ id: string; title: string; byline: string }>;
}

export type WatchService = ReturnType<typeof createWatchService>;

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** What list and item say alike. `names`: of the platform's staff, by id. */
function sharedOf(
  row: Omit<ListedWatch, 'school_name'>,
  { actor, now }: Pick<PlatformCall, 'now'> & { actor: Actor },
  names: ReadonlyMap<string, string>,
) {
  const { tenant_id, work_id, kind, state, risk, since, claimed_by, claimed_until } = row;
  const waits = state === 'waiting' || state === 'asked';
  const due = promisedBy(since, risk);
  const isClaimed = claimed_by !== null && claimed_until !== null && claimed_until > now;
  return {
    tenant_id,
    work_id,
    kind,
    state,
    reasons: weigh(row.reasons, row.readers),
    risk,
    since: since.toISOString(),
    due_at: waits ? due.toISOString() : null,
    is_overdue: waits && due < now,
    is_from_visitor: row.from_visitor,
    claim: isClaimed
      ? {
          by: names.get(claimed_by) ?? 'Somebody',
          is_mine: claimed_by === actor.id,
          until: claimed_until.toISOString(),
        }
      : null,
    asked_at: iso(row.asked_at),
    answered_at: iso(row.answered_at),
    appealed_at: iso(row.appealed_at),
    decision: row.decision,
    decided_at: iso(row.decided_at),
  };
}

/** Works in monitoring: read wide by the panel's role, decided about in one school at a time. */
export function createWatchService(options: {
  works: WatchedWorks;
  /** The id of somebody of the platform in the rows of a school. */
  guestRowOf: (transaction: TenantTransaction, actor: Actor, tenantId: string) => Promise<string>;
}) {
  const { works, guestRowOf } = options;

  /** In the rows of one school, with a line of the audit there and here (law 7). @throws Problem `monitoring.not_found` */
  async function act<Result>(
    { tenantId, workId }: { tenantId: string; workId: string },
    call: PlatformCall,
    action: Extract<AuditAction, `monitoring.${string}`>,
    reason: string | null,
    work: (deciding: Deciding) => Promise<Result>,
  ): Promise<Result> {
    const { transaction, actor, now } = call;
    const there = { id: tenantId, missing: monitoringProblems.not_found };
    await atTenant(transaction, there, () => Promise.resolve());
    const guest = await guestRowOf(transaction, actor, tenantId);
    const told = reason === null ? {} : { reason };
    const result = await elsewhere(transaction, tenantId, () =>
      withChanges(transaction, tenantId, async (changes) => {
        const deciding = {
          transaction,
          actor: { id: guest, tenant_id: tenantId },
          claimer: actor.id,
          changes,
          now,
        };
        const done = await work(deciding);
        await audit(transaction, {
          tenant_id: tenantId,
          actor_id: guest,
          action,
          subject_id: workId,
          details: told,
        });
        return done;
      }),
    );
    if (tenantId !== actor.tenant_id)
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action,
        subject_id: workId,
        details: { ...told, tenant: tenantId },
      });
    return result;
  }

  const deciding =
    (action: Extract<AuditAction, `monitoring.${string}`>, decide: Decide) =>
    async ({ params, body }: Parsed<'keep'>, call: PlatformCall) => {
      const { tenantId: tenant_id, workId: work_id } = params;
      const { seen, reason } = body;
      const state = await act(params, call, action, reason, (there) =>
        decide({ workId: work_id, seen, reason }, there),
      );
      return { tenant_id, work_id, state };
    };

  return {
    async list({ query }: Parsed<'list'>, call: PlatformCall & { panel: Panel }) {
      const { transaction, now } = call;
      const { rows, after, count } = await unlessTooWide(() => listWatched(call.panel, query, now));
      const places = rows.map(({ tenant_id, work_id }) => ({ tenant_id, id: work_id }));
      const shown = new Map<string, WatchRow['shown']>();
      for (const { tenant_id, answer } of await askInTenants(transaction, places, works.shownToStrangers))
        shown.set(`${tenant_id} ${answer.id}`, { title: answer.title, byline: answer.byline });
      const names = await namesOf(
        transaction,
        call.actor.tenant_id,
        rows.map((row) => row.claimed_by),
      );
      return {
        results: rows.map((row): WatchRow => ({
          ...sharedOf(row, call, names),
          school_name: row.school_name,
          shown: shown.get(`${row.tenant_id} ${row.work_id}`) ?? null,
        })),
        next: nextByKey(after, query),
        count,
      };
    },

    count: ({ panel, now }: PlatformCall & { panel: Panel }) => countWatched(panel, now),

    /** The school's audit says that it was looked at (laws 3 and 4). @throws Problem `monitoring.not_found` */
    async read({ params }: Parsed<'read'>, call: PlatformCall): Promise<WatchItem> {
      const { transaction, now } = call;
      const { school, item } = await act(params, call, 'monitoring.looked', null, async () => ({
        item: await works.read(transaction, { ...params, now }),
        school: await transaction
          .selectFrom('tenants')
          .select('school_name')
          .where('id', '=', params.tenantId)
          .executeTakeFirstOrThrow(),
      }));
      const { row, ...text } = item;
      const names = await namesOf(transaction, call.actor.tenant_id, [row.claimed_by]);
      return { ...sharedOf(row as ListedWatch, call, names), school_name: school.school_name, ...text };
    },

    /** @throws Problem `monitoring.not_found`, `monitoring.claimed` */
    async claim({ params }: Parsed<'claim'>, call: PlatformCall) {
      const { transaction, now } = call;
      const until = await act(params, call, 'monitoring.claimed', null, ({ claimer }) =>
        works.claim(transaction, { ...params, now }, claimer),
      );
      return { until: until.toISOString() };
    },

    keep: deciding('monitoring.kept', works.keep),
    ask: deciding('monitoring.asked', works.ask),
    takeDown: deciding('monitoring.taken_down', works.takeDown),
    reinstate: deciding('monitoring.reinstated', works.reinstate),
  };
}
