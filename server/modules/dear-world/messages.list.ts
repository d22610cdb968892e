import { nextByKey } from '#contract/kit/page.ts';
import { sql } from 'kysely';
import type { Message } from '#contract/dear-world/dear-world.schema.ts';
import type { PanelMessage, PanelMessageQuery } from '#contract/dear-world/messages.schema.ts';
import type { AssetPicture } from '#contract/works/works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { PanelCall } from '#server/platform/route.ts';
import { readPage } from '../panel/panel-page.ts';
import { columnsForStrangers, isForStrangers, latestForStrangers } from '../panel-works/works.list.ts';
import { shownInTenants } from '../panel-works/works.shown.ts';

/** A message in the rows of its school, as a stranger sees it. */
type ShownThere = Omit<Message, 'country' | 'drawing'> & { drawing: AssetPicture | null };

export type ListMessages = (
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
) => Promise<readonly ShownThere[]>;

/** A message as the panel's role knows it: no word of it. */
interface ListedMessage {
  id: string;
  tenant_id: string;
  school_name: string;
  country: string | null;
  published_at: Date;
  reports: number;
  edition: number | null;
}

const editionOf = sql<number | null>`(
  select pick.year from message_picks as pick where pick.school_id = work.tenant_id and pick.work_id = work.id)`;

/** Messages that strangers may see, the latest first; what they say each school is asked. */
export async function listMessages(
  query: PanelMessageQuery,
  { panel, transaction }: PanelCall,
  messagesAt: ListMessages,
) {
  const { goal, edition } = query;
  const { rows, after, count } = await readPage<ListedMessage>(
    panel,
    {
      ...latestForStrangers,
      where: [
        isForStrangers,
        sql<boolean>`work.kind = 'message'`,
        ...(goal === undefined ? [] : [sql<boolean>`${goal}::smallint = any(work.sdgs)`]),
        ...(edition === undefined
          ? []
          : [
              edition === 'none'
                ? sql<boolean>`${editionOf} is null`
                : sql<boolean>`${editionOf} = ${edition}::smallint`,
            ]),
      ],
      columns: { ...columnsForStrangers, country: sql`school.country`, edition: editionOf },
      isSearch: false,
    },
    query,
  );
  const shown = await shownInTenants(transaction, rows, messagesAt);
  // What a school has taken from strangers a moment ago is not here.
  const results = rows.flatMap(({ tenant_id, id, school_name, published_at, ...row }): PanelMessage[] => {
    const message = shown.get(`${tenant_id} ${id}`);
    if (!message) return [];
    const tenant = { id: tenant_id, school_name };
    return [{ ...message, ...row, tenant, published_at: published_at.toISOString() }];
  });
  const asked = { goal: goal === undefined ? undefined : String(goal), edition: edition && String(edition) };
  return { results, next: nextByKey(after, { ...query, ...asked }), count };
}
