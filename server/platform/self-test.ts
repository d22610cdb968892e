import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { inPlatformScope, setScope, type Database, type TenantTransaction } from './database.ts';

/** Thrown when the wall between tenants does not stand; the program then refuses to serve. */
export class SelfTestError extends Error {
  override readonly name = 'SelfTestError';
}

class RollBack extends Error {}

/**
 * Checks at start that the database keeps tenants apart: the program's role cannot go round row-level security, every
 * table with a tenant_id has it forced, and a probe row of one tenant is invisible to another and to nobody's scope.
 * @throws SelfTestError
 */
export async function testTenantIsolation(database: Database): Promise<void> {
  await refuseMightyRole(database);
  await refuseUnprotectedTables(database);
  try {
    await inPlatformScope(database, async (transaction) => {
      await probe(transaction);
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
}

async function refuseMightyRole(database: Database): Promise<void> {
  const { rows } = await sql<{ mighty: boolean; owner: boolean }>`
    select rolsuper or rolbypassrls as mighty,
      exists (select from pg_class where relowner = pg_roles.oid and relkind = 'r'
        and relnamespace = 'public'::regnamespace) as owner
    from pg_roles where rolname = current_user`.execute(database);
  if (rows[0]?.mighty !== false || rows[0].owner) {
    throw new SelfTestError(
      'The database role of the program could go round row-level security; it must not be an owner, a superuser or BYPASSRLS.',
    );
  }
}

async function refuseUnprotectedTables(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and (not relrowsecurity or not relforcerowsecurity)
      and (relname = 'tenants' or exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id' and not attisdropped))`.execute(
    database,
  );
  if (rows.length > 0) {
    throw new SelfTestError(
      `Row-level security is not forced on: ${rows.map((row) => row.name).join(', ')}.`,
    );
  }
}

async function probe(transaction: TenantTransaction): Promise<void> {
  const tenants = [uuidv7(), uuidv7()] as const;
  const color = '#000000';
  const seeAs = (tenant: string) => setScope(transaction, { 'app.scope': '', 'app.tenant_id': tenant });
  for (const id of tenants) {
    await transaction
      .insertInto('tenants')
      .values({
        id,
        school_name: 'Self-test',
        primary_color: color,
        primary_color_light: color,
        primary_color_dark: color,
        bg_primary_color: color,
        bg_secondary_color: color,
        announcement_color: color,
        button_color: color,
        book_button_color: color,
        text_primary_color: color,
        text_secondary_color: color,
        text_muted_color: color,
        border_primary_color: color,
        border_muted_color: color,
      })
      .execute();
  }
  await seeAs(tenants[0]);
  await transaction
    .insertInto('users')
    .values({
      tenant_id: tenants[0],
      id: uuidv7(),
      role: 'teacher',
      first_name: 'Self',
      last_name: 'Test',
      email: 'self@test',
    })
    .execute();
  await expectUsers(transaction, 1, 'its own tenant does not see the probe row');
  await seeAs(tenants[1]);
  await expectUsers(transaction, 0, 'another tenant sees the probe row');
  await seeAs('');
  await expectUsers(transaction, 0, 'a transaction without a tenant sees the probe row');
}

async function expectUsers(
  transaction: TenantTransaction,
  expected: number,
  otherwise: string,
): Promise<void> {
  const users = await transaction.selectFrom('users').select('id').execute();
  if (users.length !== expected) throw new SelfTestError(`Tenants are not kept apart: ${otherwise}.`);
}
