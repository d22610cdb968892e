import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from './database.ts';

/** What is asked of each tenant about some of its rows: one statement whose parameters are the tenant and the ids alone. */
export interface TenantQuestion<Answer> {
  ask: (tenantId: string, ids: readonly string[]) => RawBuilder<unknown>;
  /** A row of the answer as JSON has it: moments are texts. */
  read: (row: unknown) => Answer;
}

/** A tenant that nobody has, in whose place each of those asked stands. */
const anyTenant = '00000000-0000-4000-8000-000000000000';
const anyIds: readonly string[] = [];

/**
 * Asks all tenants of these rows in one round, each in its own scope: no query sees two of them.
 * @returns answers with whose they are
 */
export async function askInTenants<Answer>(
  transaction: TenantTransaction,
  rows: readonly { tenant_id: string; id: string }[],
  { ask, read }: TenantQuestion<Answer>,
): Promise<{ tenant_id: string; answer: Answer }[]> {
  if (rows.length === 0) return [];
  const { sql: statement, parameters } = ask(anyTenant, anyIds).compile(transaction);
  const question = statement.replaceAll(/\$(\d+)/gu, (_whole, number: string) => {
    const value = parameters[Number(number) - 1];
    if (value === anyTenant) return '$1';
    if (value === anyIds) return '$2';
    throw new Error('A question to many tenants has no parameters but the tenant and the ids');
  });
  const tenants = [...new Set(rows.map(({ tenant_id }) => tenant_id))];
  const ids = rows.map(({ id }) => id);
  const answered = await sql<{ tenant_id: string; answer: unknown }>`
    select tenant_id, answer from ask_in_tenants(${question}, ${tenants}::uuid[], ${ids}::uuid[])`.execute(
    transaction,
  );
  return answered.rows.map(({ tenant_id, answer }) => ({ tenant_id, answer: read(answer) }));
}
