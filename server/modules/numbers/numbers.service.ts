import { sql } from 'kysely';
import type { Unsettled } from '#contract/closings/closings.schema.ts';
import {
  fewestOfCountry,
  type PeopleNumbers,
  type PlatformNumbers,
  type numberSpans,
} from '#contract/panel/numbers.schema.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { Panel } from '#server/platform/panel.ts';
import type { PanelCall } from '#server/platform/route.ts';
import type { summariseOpen } from '../requests/requests.repository.ts';
import { readIsMailFailing } from '../panel/letters.list.ts';
import { summariseWatched } from '../monitoring/watch.list.ts';

const day = 24 * 60 * 60 * 1000;
const lost = ['failed', 'bounced', 'suppressed', 'complained'];
const teaching = ['role.teacher', 'role.teacher_admin'];

type Span = (typeof numberSpans)[number];
type Metrics = ReadonlyMap<string, number>;

/** The metrics of each day of a span that has any, by day, the oldest first. */
async function listDays(panel: Panel, now: Date, days: Span): Promise<Map<string, Map<string, number>>> {
  const since = new Date(now.getTime() - (Number(days) - 1) * day).toISOString().slice(0, 10);
  const rows = await panel
    .selectFrom('platform_days')
    .select(['metric', sql<string>`day::text`.as('day'), sql<number>`value`.as('value')])
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
  const found = new Map<string, Map<string, number>>();
  for (const { day: each, metric, value } of rows) {
    const metrics = found.get(each) ?? new Map<string, number>();
    found.set(each, metrics.set(metric, value));
  }
  return found;
}

const sumOf = (metrics: Metrics, names: readonly string[]) =>
  names.reduce((sum, name) => sum + (metrics.get(name) ?? 0), 0);

/** All that begin so, by the rest of their names. */
const among = (metrics: Metrics, beginning: string): [string, number][] =>
  [...metrics].flatMap(([name, value]) =>
    name.startsWith(beginning) ? [[name.slice(beginning.length), value]] : [],
  );

type Now = PlatformNumbers['now'];
type Counted = Omit<
  Now,
  | 'published'
  | 'never_came'
  | 'champion_drafts'
  | 'champion_resources'
  | 'is_mail_failing'
  | 'monitoring'
  | 'requests'
  | 'unsettled'
>;

/** Closing schools that are asked for their money. */
const closingsAsked = 20;

async function countNow(panel: Panel, now: Date): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select schools, organizations, suspended, pending, students, staff, active, failed_letters from (
      select count(*) filter (where not is_organization) as schools, count(*) filter (where is_organization) as organizations,
        count(*) filter (where suspended_at is not null) as suspended,
        count(*) filter (where set_up_at is null and registered_at < ${new Date(now.getTime() - 3 * day)}) as pending
      from tenants where not is_platform
    ) as tenants, (
      select coalesce(sum(students), 0)::bigint as students, coalesce(sum(staff), 0)::bigint as staff,
        coalesce(sum(active), 0)::bigint as active
      from tenant_numbers
    ) as people, (
      select count(*) as failed_letters from email_messages
      where created_at >= ${new Date(now.getTime() - day)} and state = any(${lost}::text[])
    ) as letters`.execute(panel);
  const [row] = rows;
  if (!row) throw new Error('Numbers were asked for, and no row came');
  return row;
}

/** In the platform's own rows: the panel's role reads no drafts. */
async function countChampionDrafts(transaction: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ drafts: number }>`
    select count(*) as drafts from content_drafts as draft
    join champions as champion on champion.tenant_id = draft.tenant_id and champion.user_id = draft.updated_by
      and champion.kind = 'teacher'`.execute(transaction);
  return rows[0]?.drafts ?? 0;
}

async function countOfferedResources(transaction: TenantTransaction, tenantId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('resource_offers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** Past the date of their closing and not deleted, the longest first. */
function listOverdueClosings(panel: Panel, now: Date) {
  return panel
    .selectFrom('tenants')
    .select(['id', 'school_name'])
    .where('closes_at', '<', now)
    .where('gone_at', 'is', null)
    .orderBy('closes_at')
    .orderBy('id')
    .limit(closingsAsked)
    .execute();
}

export type NumberService = ReturnType<typeof createNumberService>;

/** Numbers of the whole platform, from rows that were counted before. `summariseOpen`: of messages to a tenant. */
export function createNumberService(options: {
  summariseOpen: typeof summariseOpen;
  /** Money of a school that is on its way, in its scope. */
  listUnsettled: (transaction: TenantTransaction, tenantId: string) => Promise<Unsettled[]>;
}) {
  async function readUnsettled({ panel, now, transaction }: PanelCall): Promise<Now['unsettled']> {
    const found: Now['unsettled'] = [];
    for (const tenant of await listOverdueClosings(panel, now)) {
      const waits_for = await elsewhere(transaction, tenant.id, () =>
        options.listUnsettled(transaction, tenant.id),
      );
      if (waits_for.length > 0) found.push({ tenant, waits_for });
    }
    return found;
  }

  /** What waits for somebody of the platform. */
  async function readWaiting(call: PanelCall) {
    const { panel, now, transaction, actor } = call;
    const { open, oldest } = await options.summariseOpen(transaction, actor.tenant_id);
    return {
      is_mail_failing: await readIsMailFailing(panel, now),
      monitoring: await summariseWatched(panel, now),
      requests: { open, oldest: oldest?.toISOString() ?? null },
      unsettled: await readUnsettled(call),
    };
  }

  return {
    async read(call: PanelCall, span: Span): Promise<PlatformNumbers> {
      const { panel, now } = call;
      const counted = await countNow(panel, now);
      const days = [...(await listDays(panel, now, span))].map(([each, metrics]) => ({
        day: each,
        sign_ins: sumOf(metrics, ['sign_ins']),
        published: sumOf(metrics, ['published']),
        tenants_made: sumOf(metrics, ['tenants_made']),
        letters_sent: sumOf(metrics, ['letters.sent']),
        letters_waiting: sumOf(metrics, ['letters.waiting']),
        letters_failed: sumOf(
          metrics,
          lost.map((state) => `letters.${state}`),
        ),
        never_came: among(metrics, 'never_came.').reduce((sum, [, value]) => sum + value, 0),
      }));
      const weekAgo = new Date(now.getTime() - 6 * day).toISOString().slice(0, 10);
      const lately = days.filter((each) => each.day >= weekAgo);
      const published = lately.reduce((sum, each) => sum + each.published, 0);
      return {
        now: {
          ...counted,
          ...(await readWaiting(call)),
          published,
          never_came: days.at(-1)?.never_came ?? 0,
          champion_drafts: await countChampionDrafts(call.transaction),
          champion_resources: await countOfferedResources(call.transaction, call.actor.tenant_id),
        },
        days: days.map(({ never_came: _now, ...each }) => each),
      };
    },

    async readPeople({ panel, now }: Pick<PanelCall, 'panel' | 'now'>, span: Span): Promise<PeopleNumbers> {
      const days = await listDays(panel, now, span);
      const latest: Metrics = [...days.values()].findLast((each) => each.has('role.student')) ?? new Map();
      const countries = among(latest, 'country.').map(([country, people]) => ({ country, people }));
      const isTold = ({ people }: { people: number }) => people >= fewestOfCountry;
      return {
        days: [...days].map(([each, metrics]) => {
          const staff = among(metrics, 'role.').filter(([role]) => role !== 'student');
          const teachers = sumOf(metrics, teaching);
          return {
            day: each,
            sign_ins: sumOf(metrics, ['sign_ins']),
            students: sumOf(metrics, ['role.student']),
            teachers,
            administrators: staff.reduce((sum, [, value]) => sum + value, 0) - teachers,
          };
        }),
        never_came: {
          week: sumOf(latest, ['never_came.week']),
          month: sumOf(latest, ['never_came.month']),
          longer: sumOf(latest, ['never_came.longer']),
        },
        countries: countries
          .filter(isTold)
          .toSorted((one, other) => other.people - one.people || (one.country < other.country ? -1 : 1)),
        other_countries: countries
          .filter((each) => !isTold(each))
          .reduce((sum, { people }) => sum + people, 0),
      };
    },
  };
}
