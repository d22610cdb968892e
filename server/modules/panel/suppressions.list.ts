import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import type { PanelSuppression, PanelSuppressionQuery } from '#contract/mail/panel-mail.schema.ts';
import type { Panel } from '#server/platform/panel.ts';
import type { Suppression } from '../mail/suppressions.ts';
import { readPage } from './panel-page.ts';

export const toSuppression = (row: Suppression): PanelSuppression => ({
  id: row.id,
  address: row.listed_address,
  reason: row.reason,
  since: row.since.toISOString(),
  until: row.until?.toISOString() ?? null,
  note: row.note,
});

/** A whole address, or `@domain`; both are equal or not. */
function foundBy(search: string, macsOf: (address: string) => Buffer[]): RawBuilder<boolean>[] {
  const typed = search.trim().toLowerCase();
  if (typed === '') return [];
  if (/^@?[^@\s]+$/u.test(typed))
    return [sql`split_part(item.listed_address, '@', 2) = ${typed.replace(/^@/u, '')}`];
  return [sql`item.address_mac = any(${macsOf(typed)}::bytea[])`];
}

/** Addresses that no school writes to now, the latest first. */
export async function listSuppressions(
  panel: Panel,
  query: PanelSuppressionQuery,
  { macsOf, now }: { macsOf: (address: string) => Buffer[]; now: Date },
) {
  const { reason, search } = query;
  const { rows, after, count } = await readPage<Suppression>(
    panel,
    {
      from: sql`mail_suppressions as item`,
      where: [
        ...foundBy(search, macsOf),
        sql`(item.until is null or item.until > ${now})`,
        ...(reason === undefined ? [] : [sql<boolean>`item.reason = ${reason}`]),
      ],
      // Of no tenant.
      tenant_id: sql`item.id`,
      id: sql`item.id`,
      columns: {
        id: sql`item.id`,
        listed_address: sql`item.listed_address`,
        reason: sql`item.reason`,
        since: sql`item.since`,
        until: sql`item.until`,
        note: sql`item.note`,
      },
      order: { value: sql`item.since`, form: 'moment', descending: true },
      isSearch: false,
    },
    query,
  );
  return { results: rows.map(toSuppression), next: nextByKey(after, query), count };
}
