import { sql } from 'kysely';
import type { PageQuery } from '#contract/kit/page.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { isAmong } from '#server/platform/is-among.ts';
import type { PrivacyColumn } from '#server/platform/tables/columns.ts';

/** Every word in what a student is found by; see `searchText`. */
export const foundBy = (words: readonly string[]) =>
  words.map((word) => sql<boolean>`position(${word} in ${sql.ref('user.search_text')}) > 0`);

export interface SearchFilter {
  /** Folded; each of them has to be there. */
  words: readonly string[];
  classId?: string | undefined;
  archived?: boolean | undefined;
  privacy?: PrivacyColumn | undefined;
  notSignedInSince?: Date | undefined;
  neverSignedIn?: boolean | undefined;
  withoutBooks?: boolean | undefined;
}

function searched(transaction: TenantTransaction, tenantId: string, filter: SearchFilter) {
  const { words, classId, archived, privacy, notSignedInSince, neverSignedIn, withoutBooks } = filter;
  return transaction
    .selectFrom('users as user')
    .where('user.tenant_id', '=', tenantId)
    .where('user.role', '=', sql.lit('student'))
    .$call((query) => foundBy(words).reduce((all, isFound) => all.where(isFound), query))
    .$if(classId !== undefined, (query) =>
      query.where('user.id', 'in', (select) =>
        select
          .selectFrom('enrollments as enrollment')
          .select('enrollment.student_id')
          .where('enrollment.tenant_id', '=', tenantId)
          .where('enrollment.school_class_id', '=', classId ?? '')
          .where('enrollment.ended_at', 'is', null),
      ),
    )
    .$if(archived !== undefined, (query) => query.where('user.archived_at', archived ? 'is not' : 'is', null))
    .$if(privacy !== undefined, (query) =>
      query.where((where) =>
        isAmong(
          where.ref('user.id'),
          where
            .selectFrom('students as student')
            .select('student.id')
            .where('student.tenant_id', '=', tenantId)
            .where('student.privacy_preference', '=', privacy ?? 'private'),
        ),
      ),
    )
    .$if(notSignedInSince !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('user.last_login', 'is', null),
          where('user.last_login', '<', notSignedInSince ?? null),
        ]),
      ),
    )
    .$if(neverSignedIn !== undefined, (query) =>
      query.where('user.last_login', neverSignedIn ? 'is' : 'is not', null),
    )
    .$if(withoutBooks !== undefined, (query) =>
      query.where((where) => {
        const hasBooks = isAmong(
          where.ref('user.id'),
          where
            .selectFrom('works as book')
            .select('book.author_id')
            .where('book.tenant_id', '=', tenantId)
            .where('book.kind', '=', 'book')
            .where('book.archived_at', 'is', null),
        );
        return withoutBooks ? where.not(hasBooks) : hasBooks;
      }),
    );
}

export async function countSearched(
  transaction: TenantTransaction,
  tenantId: string,
  filter: SearchFilter,
): Promise<number> {
  const { count } = await searched(transaction, tenantId, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Ids of a page of them, by name. */
export async function listSearched(
  transaction: TenantTransaction,
  tenantId: string,
  filter: SearchFilter,
  page: PageQuery,
): Promise<string[]> {
  const rows = await searched(transaction, tenantId, filter)
    .select('user.id')
    .orderBy('user.search_text')
    .orderBy('user.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ id }) => id);
}
