import { sql, type RawBuilder } from 'kysely';
import { csvRows, panelCounted } from '#contract/panel/panel.schema.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { Problem } from '#contract/kit/problem.ts';
import { tookTooLong } from '#server/platform/database-errors.ts';
import type { Panel } from '#server/platform/panel.ts';
import { readAfter, writeAfter, type ListKey, type ValueForm } from './after.ts';

/** An order of a list. Of the same value, rows go by tenant and id in the same direction. */
export interface ListOrder {
  value: RawBuilder<unknown>;
  form: ValueForm;
  descending?: true;
}

export interface ListQuestion<Row> {
  /** Tables with their joins. */
  from: RawBuilder<unknown>;
  where: readonly RawBuilder<boolean>[];
  tenant_id: RawBuilder<string>;
  id: RawBuilder<string>;
  /** What a row of the page is made of, by the name in the answer; asked for the rows of the page alone. */
  columns: { readonly [Name in keyof Row]: RawBuilder<unknown> };
  order: ListOrder;
  /** What a search finds first is ordered after. */
  isSearch: boolean;
}

const texts: Readonly<Record<ValueForm, (value: RawBuilder<unknown>) => RawBuilder<string>>> = {
  text: (value) => sql`${value}`,
  moment: (value) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  number: (value) => sql`${value}::text`,
};
const casts: Readonly<Record<ValueForm, RawBuilder<unknown>>> = {
  text: sql`text collate "C"`,
  moment: sql`timestamptz`,
  number: sql`bigint`,
};

interface KeyColumns {
  key_value: string;
  key_tenant: string;
  key_id: string;
}

const and = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/**
 * A page of a list by key, and how many rows there are; null: more than 200. Without a search the order's index is read from the key
 * on; with one, the 200 rows that it finds first are materialised and ordered.
 * @throws Problem `request.invalid` for a bad `after`, `panel.too_wide` where the database gives up
 */
export async function readPage<Row>(
  panel: Panel,
  question: ListQuestion<Row>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ rows: Row[]; after: string | null; count: number | null }> {
  const { order } = question;
  const key = after === undefined ? null : readAfter(after, order.form);
  return await unlessTooWide(async () => {
    const rows = await readRows<Row>(panel, question, { key, most: limit + 1, found: panelCounted });
    const count = await countRows(panel, question, panelCounted);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      rows: shown,
      after: rows.length > limit && last ? writeAfter([last.key_value, last.key_tenant, last.key_id]) : null,
      count,
    };
  });
}

/** Rows that a file is read by at once. */
const rowsAtOnce = 500;

/**
 * How many rows a file of a list has.
 * @throws Problem `panel.too_many_rows` for more than a file takes, `panel.too_wide` where the database gives up
 */
export async function countForFile<Row>(panel: Panel, question: ListQuestion<Row>): Promise<number> {
  const count = await unlessTooWide(() => countRows(panel, question, csvRows));
  if (count === null) throw new Problem(panelProblems.too_many_rows);
  return count;
}

/** All rows of a list in its order, some at a time, each time by key: no connection is held while a slow caller takes them. */
export async function* readForFile<Row>(panel: Panel, question: ListQuestion<Row>): AsyncGenerator<Row[]> {
  for (let key: ListKey | null = null; ;) {
    const rows: (Row & KeyColumns)[] = await readRows<Row>(panel, question, {
      key,
      most: rowsAtOnce,
      found: csvRows,
    });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    key = [last.key_value, last.key_tenant, last.key_id];
  }
}

/** @throws Problem `panel.too_wide` where the database gives up */
export async function unlessTooWide<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tookTooLong(error)) throw new Problem(panelProblems.too_wide);
    throw error;
  }
}

async function readRows<Row>(
  panel: Panel,
  { from, where, tenant_id, id, columns, order, isSearch }: ListQuestion<Row>,
  // `found`: rows of a search that are ordered.
  { key, most, found }: { key: ListKey | null; most: number; found: number },
): Promise<(Row & KeyColumns)[]> {
  const direction = order.descending ? sql`desc` : sql`asc`;
  const beyond = (...[value, tenant, row]: RawBuilder<unknown>[]): RawBuilder<boolean>[] =>
    key === null
      ? []
      : [
          sql`(${value}, ${tenant}, ${row}) ${order.descending ? sql`<` : sql`>`}
            (${key[0]}::${casts[order.form]}, ${key[1]}::uuid, ${key[2]}::uuid)`,
        ];
  const shown = sql.join([
    ...Object.entries<RawBuilder<unknown>>(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
    sql`${texts[order.form](order.value)} as key_value, ${tenant_id} as key_tenant, ${id} as key_id`,
  ]);
  const inOrder = (...[value, tenant, row]: RawBuilder<unknown>[]) =>
    sql`order by ${value} ${direction}, ${tenant} ${direction}, ${row} ${direction}`;
  const [foundValue, foundTenant, foundId] = [sql`found_value`, sql`found_tenant`, sql`found_id`];
  const { rows } = isSearch
    ? await sql<Row & KeyColumns>`
        with found as materialized (
          select ${order.value} as found_value, ${tenant_id} as found_tenant, ${id} as found_id
          from ${from} where ${and(where)} limit ${found}
        ), page as (
          select found_value, found_tenant, found_id from found
          where ${and(beyond(foundValue, foundTenant, foundId))}
          ${inOrder(foundValue, foundTenant, foundId)} limit ${most}
        )
        select ${shown} from page, ${from} where ${tenant_id} = found_tenant and ${id} = found_id
        ${inOrder(foundValue, foundTenant, foundId)}`.execute(panel)
    : await sql<Row & KeyColumns>`
        select ${shown} from ${from} where ${and([...where, ...beyond(order.value, tenant_id, id)])}
        ${inOrder(order.value, tenant_id, id)} limit ${most}`.execute(panel);
  return rows;
}

async function countRows(
  panel: Panel,
  { from, where }: Pick<ListQuestion<unknown>, 'from' | 'where'>,
  most: number,
): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${from} where ${and(where)} limit ${most + 1}
    ) as counted`.execute(panel);
  const count = rows[0]?.count ?? 0;
  return count > most ? null : count;
}

/** What a list is asked for, without the page of it. */
export type Asked<Query> = Omit<Query, 'after' | 'limit'>;
