import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import { championStateOf, lastDayOf, type ChampionState } from '#contract/champions/champions.rules.ts';
import type { Champion, ChampionQuery } from '#contract/champions/champions.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { PanelCall } from '#server/platform/route.ts';
import { foundPeople } from '../panel/found.ts';
import { readPage } from '../panel/panel-page.ts';

interface ChampionRow extends Omit<Champion, 'state' | 'until' | 'granted_at' | 'last_seen' | 'updated_at'> {
  ends_at: Date;
  /** Or when the account was archived. */
  revoked_at: Date | null;
  granted_at: Date;
  last_seen: Date | null;
  updated_at: Date;
}

/** Their first sign-in is the invitation that they follow. */
const hasCome = sql<boolean>`(person.last_login is not null)`;

/** `championStateOf`, as the database asks it. Who was archived has no account to use. */
const statesAt = (now: Date): Readonly<Record<ChampionState, RawBuilder<boolean>>> => {
  const isRevoked = sql<boolean>`(champion.revoked_at is not null or person.archived_at is not null)`;
  const isOver = sql<boolean>`champion.ends_at <= ${now}`;
  const stands = sql<boolean>`(not ${isRevoked} and not ${isOver})`;
  return {
    revoked: isRevoked,
    ended: sql`(not ${isRevoked} and ${isOver})`,
    invited: sql`(${stands} and not ${hasCome})`,
    active: sql`(${stands} and ${hasCome})`,
  };
};

const from = sql`champions as champion
  join users as person on person.tenant_id = champion.tenant_id and person.id = champion.user_id
    and person.role = champion.kind
  join users as giver on giver.tenant_id = champion.tenant_id and giver.id = champion.granted_by`;

const columns = {
  id: sql`champion.user_id`,
  kind: sql`champion.kind`,
  name: sql`person.listed_name`,
  email: sql`person.listed_email`,
  ends_at: sql`champion.ends_at`,
  revoked_at: sql`coalesce(champion.revoked_at, person.archived_at)`,
  why: sql`champion.why`,
  by: sql`giver.listed_name`,
  granted_at: sql`champion.granted_at`,
  last_seen: sql`person.last_login`,
  revoked_why: sql`champion.revoked_why`,
  updated_at: sql`champion.updated_at`,
};

const toChampion = (row: ChampionRow, now: Date): Champion => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  email: row.email,
  state: championStateOf({ ...row, hasCome: row.last_seen !== null }, now),
  until: lastDayOf(row.ends_at),
  why: row.why,
  by: row.by,
  granted_at: row.granted_at.toISOString(),
  last_seen: row.last_seen?.toISOString() ?? null,
  revoked_why: row.revoked_why,
  updated_at: row.updated_at.toISOString(),
});

/** Champions of the platform by name. */
export async function listChampions(query: ChampionQuery, { panel, now }: PanelCall) {
  const search = foundPeople(query.search);
  const { kind, state } = query;
  const { rows, after, count } = await readPage<ChampionRow>(
    panel,
    {
      from,
      where: [
        ...search,
        ...(kind === undefined ? [] : [sql<boolean>`champion.kind = ${kind}`]),
        ...(state === undefined ? [] : [statesAt(now)[state]]),
      ],
      tenant_id: sql`champion.tenant_id`,
      id: sql`champion.user_id`,
      columns,
      order: { value: sql`person.listed_search`, form: 'text' },
      isSearch: search.length > 0,
    },
    query,
  );
  return { results: rows.map((row) => toChampion(row, now)), next: nextByKey(after, query), count };
}

/** One of them as a call that changes them sees it. */
export async function findChampion(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  now: Date,
): Promise<Champion | undefined> {
  const shown = sql.join(Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`));
  const { rows } = await sql<ChampionRow>`
    select ${shown} from ${from}
    where champion.tenant_id = ${tenant_id} and champion.user_id = ${id}`.execute(transaction);
  return rows[0] && toChampion(rows[0], now);
}
