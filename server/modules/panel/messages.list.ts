import { sql } from 'kysely';
import type { PanelMessage, PanelMessageQuery } from '#contract/dear-world/messages.schema.ts';
import type { PanelCall } from '#server/platform/route.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { ListMessages } from './messages.service.ts';
import { nextQuery, readPage } from './panel-page.ts';
import { isForStrangers } from './works.list.ts';

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
      from: sql`works as work join tenants as school on school.id = work.tenant_id`,
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
      tenant_id: sql`work.tenant_id`,
      id: sql`work.id`,
      columns: {
        id: sql`work.id`,
        tenant_id: sql`work.tenant_id`,
        school_name: sql`school.school_name`,
        country: sql`school.country`,
        published_at: sql`work.published_at`,
        reports: sql`coalesce((
          select watch.readers from work_watch as watch
          where watch.tenant_id = work.tenant_id and watch.work_id = work.id
        ), 0)`,
        edition: editionOf,
      },
      order: { value: sql`work.published_at`, form: 'moment', descending: true },
      isSearch: false,
    },
    query,
  );
  const results: PanelMessage[] = [];
  for (const { tenant_id, id, school_name, published_at, ...row } of rows) {
    const [message] = await elsewhere(transaction, tenant_id, () => messagesAt(transaction, tenant_id, [id]));
    // What a school has taken from strangers a moment ago is not here.
    if (message)
      results.push({
        ...message,
        ...row,
        tenant: { id: tenant_id, school_name },
        published_at: published_at.toISOString(),
      });
  }
  const asked = { goal: goal === undefined ? undefined : String(goal), edition: edition && String(edition) };
  return { results, next: nextQuery(after, { ...query, ...asked }), count };
}
