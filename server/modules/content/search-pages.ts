import type { Combined } from '#contract/works/library.schema.ts';
import type { ContentReader } from '#contract/content/content.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Reader } from '../works/reader.ts';
import type { ContentService } from './content.service.ts';

/** Pages in the search of everything. */
export function createSearchPages({ content, clock }: { content: ContentService; clock: Clock }) {
  return async (
    { transaction, tenantId, reader }: { transaction: TenantTransaction; tenantId: string; reader: Reader },
    { search, limit }: { search: string; limit: number },
  ): Promise<Combined['pages']> => {
    const asking = { transaction, tenantId, reader: asReader(reader), now: clock.now() };
    const { count, results } = await content.list({ search, limit, offset: 0 }, asking);
    return { count, results };
  };
}

function asReader(reader: Reader): ContentReader {
  switch (reader.kind) {
    case 'visitor':
    case 'family':
      return reader.kind;
    case 'buyer':
      return reader.reads_as;
    case 'student':
      return 'child';
    case 'teacher':
    case 'office':
    case 'guest':
      return 'staff';
  }
}
