import { sql, type Kysely } from 'kysely';
import type { RoleSettings } from './database-roles.ts';
import { SelfTestError } from './self-test.ts';

/**
 * Checks at start that connections begin with what stands on their role: a pooler that kept connections from before, or somebody who set
 * something else for the database, would otherwise be noticed by slow calls alone.
 * @throws SelfTestError
 */
export async function testRoleSettings<Tables>(
  database: Kysely<Tables>,
  expected: RoleSettings,
): Promise<void> {
  const { rows } = await sql<{ role: string; name: string; value: string }>`
    select current_user::text as role, name, current_setting(name) as value
    from unnest(${Object.keys(expected)}::text[]) as name`.execute(database);
  const wrong = rows.filter(({ name, value }) => value !== expected[name]);
  if (wrong.length === 0) return;
  const differences = wrong.map(({ name, value }) => `${name} is ${value} and not ${expected[name]}`);
  throw new SelfTestError(
    `Connections of the database role ${rows[0]?.role} do not begin as they have to: ${differences.join(', ')}. ` +
      'Let a pooler connect anew (RECONNECT in PgBouncer), and look at pg_db_role_setting for what somebody set.',
  );
}
