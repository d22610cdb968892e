import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { looksAfter, type Reader } from './reader.ts';

/** Whether the reader looks after the author of a work, as a teacher does after the children of the own classes. */
export async function looksAfterWork(
  transaction: TenantTransaction,
  tenantId: string,
  { reader, workId }: { reader: Reader; workId: string },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean | null }>`
    select ${looksAfter(reader, tenantId, sql`work.author_id`)} as is from works as work
    where work.tenant_id = ${tenantId} and work.id = ${workId}`.execute(transaction);
  return rows[0]?.is === true;
}

/** Whether the reader looks after a person of the tenant. */
export async function looksAfterPerson(
  transaction: TenantTransaction,
  tenantId: string,
  { reader, personId }: { reader: Reader; personId: string },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean | null }>`
    select ${looksAfter(reader, tenantId, sql`person.id`)} as is from users as person
    where person.tenant_id = ${tenantId} and person.id = ${personId}`.execute(transaction);
  return rows[0]?.is === true;
}
