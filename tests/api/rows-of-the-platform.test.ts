import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listLinked } from '#server/modules/visits/visits.repository.ts';
import { inTenant, type TenantTransaction } from '#server/platform/database.ts';
import { count, denied, rowsOfFile, touch } from './row-level-security.support.ts';

const { world, ids, attempt, asUs, asThePlatform, fingerprint } = rowsOfFile();

describe('a letter that came back', () => {
  it('says whose it is, and nothing more of another school is seen', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
      'select id from email_messages where tenant_id = $1 limit 1',
      [ids.theirs],
    );
    const letter = rows[0]?.id ?? '';
    for (const within of [asUs, asThePlatform])
      await within(async (transaction) => {
        const { rows: found } = await sql<{ tenant: string }>`
          select tenant_of_letter(${letter}::uuid) as tenant`.execute(transaction);
        expect(found).toEqual([{ tenant: ids.theirs }]);
        const seen = await sql`select 1 from email_messages where id = ${letter}::uuid`.execute(transaction);
        expect(seen.rows).toEqual([]);
      });
  });
});

describe('an address that is not written to', () => {
  it('is remembered by every school, and lifted by the platform alone', async () => {
    const values = "(address_mac, reason, since) values (sha256('x'), 'returned', now())";
    const add = touch(sql`insert into mail_suppressions ${sql.raw(values)}`);
    expect(await attempt(add)).toBe(1);
    await world.testDatabase.administrator.query(`insert into mail_suppressions ${values}`);
    const lift = touch(sql`delete from mail_suppressions where address_mac = sha256('x')`);
    expect(await attempt(lift)).toBe(0);
    expect(await attempt(lift, asThePlatform)).toBe(1);
    await world.testDatabase.administrator.query(
      "delete from mail_suppressions where address_mac = sha256('x')",
    );
  });
});

describe('what the platform offers to all schools', () => {
  const some = (table: string) => async (transaction: TenantTransaction) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      transaction,
    );
    return rows[0]?.count ?? -1;
  };

  it('is read by every school, and written by none', async () => {
    expect(await attempt(some('modes'))).toBeGreaterThan(3);
    expect(await attempt(touch(sql`update modes set name = 'Ours'`))).toBe(0);
    expect(
      await attempt(
        touch(sql`insert into modes (id, position, name, image)
          values (gen_random_uuid(), 900, 'Ours', '/ours.svg')`),
      ),
    ).toMatch(denied);
    expect(
      await attempt(
        touch(sql`insert into mode_pictures (sha256, content, created_at) values ('x', 'x', now())`),
      ),
    ).toMatch(denied);
    for (const change of [sql`delete from modes`, sql`delete from mode_pictures`, sql`delete from causes`])
      for (const within of [asUs, asThePlatform])
        expect(await attempt(touch(change), within)).toMatch(denied);
  });
});

describe('a cause', () => {
  const insert = (owner: string | null, state: string) =>
    touch(sql`insert into causes (id, owner_id, state, name, slug, search_text)
      values (gen_random_uuid(), ${owner}, ${state}, 'Ours', gen_random_uuid()::text, 'ours')`);
  const put = (set: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
    touch(sql`update causes set ${set} where ${where}`);

  it('is named by a school as its own draft, and opened by the platform alone', async () => {
    const { id: us } = world.greenfield.tenant;
    const { id: them } = world.riverside.tenant;
    for (const [owner, state] of [
      [null, 'open'],
      [null, 'draft'],
      [them, 'draft'],
      [us, 'open'],
    ] as const)
      expect(await attempt(insert(owner, state))).toMatch(denied);
    expect(await attempt(insert(us, 'draft'))).toBe(1);
    expect(await attempt(insert(them, 'draft'), asThePlatform)).toBe(1);
    expect(await attempt(put(sql`summary = 'x'`, sql`owner_id = ${them}`))).toBe(0);
    expect(await attempt(put(sql`state = 'open'`, sql`owner_id = ${us} and state = 'draft'`))).toMatch(
      denied,
    );
    expect(await attempt(put(sql`owner_id = ${them}`, sql`owner_id = ${us}`))).toMatch(denied);
    expect(await attempt(put(sql`state = 'paused'`, sql`owner_id = ${us} and state = 'open'`))).toBe(1);
    const drafts = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from causes where state = 'draft'`.execute(transaction);
      return rows[0]?.count ?? -1;
    };
    expect(await attempt(drafts)).toBe(1);
    expect(await attempt(drafts, asThePlatform)).toBe(2);
    const sums = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from cause_sums`.execute(
        transaction,
      );
      return rows[0]?.count ?? -1;
    };
    expect(await attempt(sums)).toBe(1);
    expect(await attempt(sums, asThePlatform)).toBe(2);
    const change = touch(sql`update cause_sums set raised = 0`);
    expect(await attempt(change)).toBe(1);
    expect(await attempt(change, asThePlatform)).toBe(0);
    const totals = touch(
      sql`insert into cause_totals (cause_id, currency, is_test, raised, copies)
        select id, 'EUR', true, 1, 1 from causes limit 1`,
    );
    expect(await attempt(totals)).toMatch(denied);
    expect(await attempt(totals, asThePlatform)).toBe(1);
  });
});

describe('a plan', () => {
  it('is read by every school, and made, changed and required by the platform alone', async () => {
    const plans = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from subscription_variants join subscription_plans as plan on plan.id = plan_id`.execute(
        transaction,
      );
      return rows[0]?.count ?? -1;
    };
    expect(await attempt(plans)).toBe(2);
    const cheaper = touch(sql`update subscription_variants set seat_price = 0`);
    const renamed = touch(sql`update subscription_plans set description = 'x'`);
    const required = touch(
      sql`insert into subscription_rules (required_since, updated_at) values (null, now())`,
    );
    const made = touch(
      sql`insert into subscription_plans (id, name, created_at, updated_at) values (gen_random_uuid(), 'x', now(), now())`,
    );
    for (const change of [cheaper, renamed]) {
      expect(await attempt(change)).toBe(0);
      expect(await attempt(change, asThePlatform)).toBe(2);
    }
    for (const change of [required, made]) {
      expect(await attempt(change)).toMatch(denied);
      expect(await attempt(change, asThePlatform)).toBe(1);
    }
  });
});

describe('a payout', () => {
  it('is the platform’s: all read those that were sent to causes, a school those to itself, and none writes', async () => {
    const read = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from payouts`.execute(
        transaction,
      );
      return rows[0]?.count ?? -1;
    };
    expect(await attempt(read)).toBe(3);
    expect(await attempt(read, asThePlatform)).toBe(6);
    const change = touch(sql`update payouts set amount = 1`);
    expect(await attempt(change)).toBe(0);
    expect(await attempt(change, asThePlatform)).toBe(6);
    const make = touch(sql`insert into payouts (id, school_id, up_to, currency, is_test, made_by, made_at)
      values (gen_random_uuid(), ${ids.ours}, '2026-11-26', 'INR', true, 'Ada', now())`);
    expect(await attempt(make)).toMatch(denied);
    expect(await attempt(make, asThePlatform)).toBe(1);
    const prove = touch(sql`insert into payout_proofs (payout_id, sha256, content, created_at)
      select id, sha256('x'), 'x', now() from payouts limit 1`);
    expect(await attempt(prove)).toMatch(denied);
    expect(await attempt(prove, asThePlatform)).toBe(1);
  });
});

describe('a link between a school and an organization', () => {
  it('is read by both sides and changed by the organization alone', async () => {
    const organization = world.organization.tenant.id;
    expect(await attempt(count('organization_schools', organization))).toBe(1);
    const cut = touch(sql`delete from organization_schools where tenant_id = ${organization}`);
    const confirm = touch(
      sql`update organization_schools set confirmed_at = now() where tenant_id = ${organization}`,
    );
    expect(await attempt(cut)).toBe(0);
    expect(await attempt(confirm)).toBe(0);
    const asTheOrganization: typeof asUs = (work) => inTenant(world.context.database, organization, work);
    expect(await attempt(confirm, asTheOrganization)).toBe(1);
  });

  it('shows the organization no row of the school, and its name once both sides said so', async () => {
    const organization = world.organization.tenant.id;
    const asTheOrganization: typeof asUs = (work) => inTenant(world.context.database, organization, work);
    const school = async (transaction: TenantTransaction) =>
      (await transaction.selectFrom('tenants').select('id').where('id', '=', ids.ours).execute()).length;
    const names = async (transaction: TenantTransaction) =>
      (await listLinked(transaction, organization)).filter(({ id }) => id === ids.ours).length;
    const doubt = sql`update organization_schools set confirmed_at = null`;
    expect(await attempt(school, asTheOrganization)).toBe(0);
    expect(await attempt(count('users', ids.ours), asTheOrganization)).toBe(0);
    expect(await attempt(names, asTheOrganization)).toBe(1);
    expect(
      await attempt(async (transaction) => {
        await doubt.execute(transaction);
        return await names(transaction);
      }, asTheOrganization),
    ).toBe(0);
  });
});

describe('after all this', () => {
  it('nothing in the database is different', async () => {
    expect(await fingerprint()).toEqual(ids.atFirst);
  });
});
