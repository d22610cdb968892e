import { sql, type RawBuilder } from 'kysely';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { isRaised } from '../causes/cause-sums.ts';
import { looksAfter, type Reader } from './reader.ts';
import { authorJoin, bylineOf } from './works.repository.ts';

interface Wanted {
  reader: Reader & { id: string };
  isTest: boolean;
  /** What a share raised counts by; of rows called `share` and `paid`. */
  isRaised: typeof isRaised;
}

/** By currency, what was raised by works of one person and of those whom they look after; as a table `part`. */
function partsOf(tenantId: string, { reader, isTest, isRaised }: Wanted): RawBuilder<unknown> {
  return sql`
    select line.work_id, share.cause_id, paid.currency,
      sum(share.amount - share.refunded)::bigint as raised, sum(line.quantity)::int as copies,
      coalesce(sum(share.amount - share.refunded) filter (where part.state = 'sent'), 0)::bigint as on_its_way,
      coalesce(sum(share.amount - share.refunded) filter (where part.state = 'proved'), 0)::bigint as arrived,
      coalesce(array_agg(distinct part.payout_id) filter (where part.state in ('sent', 'proved')), '{}') as payout_ids
    from works as work
    join order_lines as line on line.tenant_id = ${tenantId} and line.work_id = work.id
    join orders as paid on paid.tenant_id = ${tenantId} and paid.id = line.order_id
      and paid.is_test = ${isTest}
    join order_shares as share on share.tenant_id = ${tenantId} and share.line_id = line.id
      and share.party = 'cause' and ${isRaised(tenantId)}
    left join payout_parts as part on part.tenant_id = ${tenantId} and part.payout_id = share.payout_id
    where work.tenant_id = ${tenantId}
      and (work.author_id = ${reader.id} or ${looksAfter(reader, tenantId, sql`work.author_id`)})
    group by line.work_id, share.cause_id, paid.currency`;
}

/** What a work raised for a cause in one currency. Minor units. */
export interface RaisedRow {
  id: string;
  kind: WorkKind;
  title: string;
  slug: string;
  byline: string;
  is_own: boolean;
  cause_id: string;
  cause_name: string;
  cause_slug: string;
  picture_sha256: Buffer | null;
  currency: string;
  raised: number;
  copies: number;
  on_its_way: number;
  arrived: number;
  /** Those that were sent with some of it. */
  payout_ids: string[];
}

/** What works of one person raised, and those of whom they look after, by title: no rank. */
export async function listRaised(
  transaction: TenantTransaction,
  tenantId: string,
  wanted: Wanted,
): Promise<RaisedRow[]> {
  const { rows } = await sql<RaisedRow>`
    select work.id, work.kind, work.title, work.slug, ${bylineOf} as byline,
      coalesce(work.author_id = ${wanted.reader.id}, false) as is_own,
      cause.id as cause_id, cause.name as cause_name, cause.slug as cause_slug, cause.picture_sha256,
      part.currency, part.raised, part.copies, part.on_its_way, part.arrived, part.payout_ids
    from (${partsOf(tenantId, wanted)}) as part
    join works as work on work.tenant_id = ${tenantId} and work.id = part.work_id ${authorJoin(tenantId)}
    join causes as cause on cause.id = part.cause_id
    order by work.title, work.id, cause.name`.execute(transaction);
  return rows;
}
