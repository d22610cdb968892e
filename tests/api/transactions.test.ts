import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  inTenant,
  openDatabase,
  tenantAt,
  type Database,
  type TenantTransaction,
} from '#server/platform/database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
/** With a single connection, what one transaction leaves behind is met by the next. */
let database: Database;

beforeAll(() => {
  database = openDatabase(world.testDatabase.url, { connections: 1 });
});

afterAll(() => database.destroy());

const schoolsSeen = async (transaction: TenantTransaction) => {
  const rows = await transaction.selectFrom('users').select('tenant_id').distinct().execute();
  return rows.map(({ tenant_id }) => tenant_id);
};
/** Whose rows are seen, how changes of others are, and whether all of it is one transaction. */
async function settingsOf(transaction: TenantTransaction) {
  const { rows } = await sql<{ tenant: string; isolation: string; began_before: boolean }>`
    select current_setting('app.tenant_id') as tenant, current_setting('transaction_isolation') as isolation,
      transaction_timestamp() < statement_timestamp() as began_before`.execute(transaction);
  return rows[0];
}

describe('a transaction', () => {
  it('is of its tenant alone from its first question on, and the next one of the next', async () => {
    for (const { tenant } of [greenfield, riverside, greenfield]) {
      expect(await inTenant(database, tenant.id, schoolsSeen)).toEqual([tenant.id]);
      expect(await inTenant(database, tenant.id, settingsOf, 'repeatable read')).toEqual({
        tenant: tenant.id,
        isolation: 'repeatable read',
        began_before: true,
      });
    }
    const without = await database.transaction().execute(schoolsSeen);
    expect(without).toEqual([]);
  });

  it('undoes everything where its work fails, and leaves nothing of it to the next', async () => {
    const { tenant } = greenfield;
    const rename = (transaction: TenantTransaction) =>
      transaction.updateTable('users').set({ last_name: 'Undone' }).where('tenant_id', '=', tenant.id);
    const failing = inTenant(database, tenant.id, async (transaction) => {
      await rename(transaction).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const count = (transaction: TenantTransaction) =>
      transaction.selectFrom('users').select('id').where('last_name', '=', 'Undone').execute();
    expect(await inTenant(database, tenant.id, count)).toEqual([]);
  });

  it('of whoever asks nothing ends as well', async () => {
    expect(await database.transaction().execute(async () => 'done')).toBe('done');
    expect(await inTenant(database, greenfield.tenant.id, async () => 'done')).toBe('done');
    const { rows } = await sql<{ tenant: string | null }>`
      select nullif(current_setting('app.tenant_id', true), '') as tenant`.execute(database);
    expect(rows).toEqual([{ tenant: null }]);
  });

  it('takes a name with marks in it for a name', async () => {
    const name = `'); delete from users; select ('\\`;
    const read = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ is_same: boolean }>`
        select current_setting('app.tenant_id') = ${name} as is_same`.execute(transaction);
      return rows;
    };
    expect(await inTenant(database, name, read)).toEqual([{ is_same: true }]);
  });
});

describe('the tenant of a host', () => {
  const schools = (transaction: TenantTransaction) =>
    transaction.selectFrom('tenants').select('id').execute();

  it('is found by what its host is called, and nobody else is', async () => {
    const found = await tenantAt(database, { subdomain: 'riverside' });
    expect(found?.id).toBe(riverside.tenant.id);
    expect((await tenantAt(database, { platform: true }))?.is_platform).toBe(true);
    expect(await tenantAt(database, { subdomain: 'nowhere' })).toBeUndefined();
    expect(await tenantAt(database, { host: 'riverside' })).toBeUndefined();
    expect(await tenantAt(database, { subdomain: '' })).toBeUndefined();
  });

  it('is seen by the question alone, in a transaction too', async () => {
    await tenantAt(database, { subdomain: 'riverside' });
    expect(await database.transaction().execute(schools)).toEqual([]);
    const before = await inTenant(database, greenfield.tenant.id, schools);
    const after = await inTenant(database, greenfield.tenant.id, async (transaction) => {
      await tenantAt(transaction, { subdomain: 'riverside' });
      return await schools(transaction);
    });
    expect(after).toEqual(before);
    expect(after).not.toContainEqual({ id: riverside.tenant.id });
  });
});
