import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import { isMailFailing } from '#contract/mail/mail.rules.ts';
import { letterStates, type LetterState } from '#contract/mail/mail.schema.ts';
import type { MailHead, PanelLetter, PanelLetterQuery } from '#contract/mail/panel-mail.schema.ts';
import type { Panel } from '#server/platform/panel.ts';
import { readPage, type Asked, type ListQuestion } from './panel-page.ts';

const hour = 60 * 60 * 1000;
const ages = { hour, day: 24 * hour, week: 7 * 24 * hour } as const;
/** Letters by which it is judged whether e-mail arrives. */
const judged = 100;

export interface LetterRow extends Omit<PanelLetter, 'tenant' | 'written_at' | 'ended_at'> {
  tenant_id: string;
  school_name: string;
  written_at: Date;
  ended_at: Date | null;
}

const before = (now: Date, length: number) => new Date(now.getTime() - length);

function conditionsOf({ tenant_id, state, kind, domain, age }: Asked<PanelLetterQuery>, now: Date) {
  const conditions: (RawBuilder<boolean> | null)[] = [
    tenant_id === undefined ? null : sql`letter.tenant_id = ${tenant_id}`,
    state === undefined ? null : sql`letter.state = ${state}`,
    kind === undefined ? null : sql`letter.kind = ${kind}`,
    domain === undefined || domain === '' ? null : sql`letter.to_domain = ${domain}`,
    age === undefined ? null : sql`letter.created_at > ${before(now, ages[age])}`,
  ];
  return conditions.filter((condition) => condition !== null);
}

export const toLetter = ({
  tenant_id,
  school_name,
  written_at,
  ended_at,
  ...row
}: LetterRow): PanelLetter => ({
  id: row.id,
  tenant: { id: tenant_id, school_name },
  kind: row.kind,
  to_address: row.to_address,
  state: row.state,
  cause: row.cause,
  attempts: row.attempts,
  written_at: written_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});

/** Letters of all schools, the newest first. */
export function lettersAsked(query: Asked<PanelLetterQuery>, now: Date): ListQuestion<LetterRow> {
  return {
    from: sql`email_messages as letter join tenants as school on school.id = letter.tenant_id`,
    where: conditionsOf(query, now),
    tenant_id: sql`letter.tenant_id`,
    id: sql`letter.id`,
    columns: {
      id: sql`letter.id`,
      tenant_id: sql`letter.tenant_id`,
      school_name: sql`school.school_name`,
      kind: sql`letter.kind`,
      to_address: sql`letter.listed_to`,
      state: sql`letter.state`,
      cause: sql`letter.cause`,
      attempts: sql`coalesce((
        select attempts from tasks as task where task.tenant_id = letter.tenant_id and task.id = letter.id
      ), 0)`,
      written_at: sql`letter.created_at`,
      ended_at: sql`letter.finished_at`,
    },
    order: { value: sql`letter.created_at`, form: 'moment', descending: true },
    isSearch: false,
  };
}

export async function listLetters(panel: Panel, query: PanelLetterQuery, now: Date) {
  const { rows, after, count } = await readPage(panel, lettersAsked(query, now), query);
  return { results: rows.map(toLetter), next: nextByKey(after, query), count };
}

/** By which it is judged whether e-mail arrives. */
async function readFacts(panel: Panel, now: Date) {
  const since = before(now, ages.day);
  const { rows: oldest } = await sql<{ created_at: Date }>`
    select created_at from email_messages where state = 'waiting' order by created_at limit 1`.execute(panel);
  const { rows: latest } = await sql<{ ended: number; failed: number }>`
    select count(*) as ended, count(*) filter (where state <> 'sent') as failed from (
      select state from email_messages
      where created_at > ${since} and state in ('sent', 'failed', 'bounced', 'complained')
      order by created_at desc limit ${judged}
    ) as ended`.execute(panel);
  return {
    oldest_waiting: oldest[0]?.created_at ?? null,
    latest: latest[0] ?? { ended: 0, failed: 0 },
  };
}

/** Whether somebody has to look after e-mail of all schools. */
export async function readIsMailFailing(panel: Panel, now: Date): Promise<boolean> {
  return isMailFailing(await readFacts(panel, now), now);
}

/** How e-mail of all schools is doing. */
export async function readMailHead(
  panel: Panel,
  transport: MailHead['transport'],
  now: Date,
): Promise<MailHead> {
  const since = before(now, ages.day);
  const { rows: states } = await sql<{ state: LetterState; count: number }>`
    select state, count(*) as count from email_messages where created_at > ${since} group by state`.execute(
    panel,
  );
  const counts = new Map(states.map(({ state, count }) => [state, count]));
  const facts = await readFacts(panel, now);
  const countOf = (state: LetterState) => counts.get(state) ?? 0;
  return {
    day: Object.fromEntries(letterStates.map((state) => [state, countOf(state)])) as MailHead['day'],
    oldest_waiting: facts.oldest_waiting?.toISOString() ?? null,
    latest: facts.latest,
    transport,
    is_failing: isMailFailing(facts, now),
  };
}
