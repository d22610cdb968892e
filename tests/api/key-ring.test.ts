import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badgeCheck } from '#server/modules/cards/badges.ts';
import { createIdentityService } from '#server/modules/identity/identity.service.ts';
import { createStudentHandles } from '#server/modules/identity/student-handles.ts';
import { createStudentAccounts } from '#server/modules/students/student-accounts.ts';
import { createVisitors } from '#server/modules/visits/visitors.ts';
import { inTenant } from '#server/platform/database.ts';
import { rotateKeys } from '#server/platform/rotation.ts';
import { seal, unseal } from '#server/platform/sealing.ts';
import { SecretKey } from '#server/platform/secret-key.ts';
import { tenantKey } from '#server/platform/tenant-keys.ts';
import { sealedColumns } from '#server/sealed-columns.ts';
import { openApiWorld, type ApiWorld } from '../support/api-world.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { cheapHasher, testSecretKey } from '../support/test-database.ts';

const old = Buffer.alloc(32, 7);
const anew = Buffer.alloc(32, 8);
const rotated = new SecretKey(anew, old);

let world: ApiWorld;

beforeAll(async () => {
  world = await openApiWorld();
});

afterAll(() => world.close());

/** Sessions of a server with this ring. */
function identityWith(secretKey: SecretKey) {
  return createIdentityService({
    database: world.testDatabase.database,
    secretKey,
    hasher: cheapHasher,
    studentAccounts: createStudentAccounts(secretKey),
    handles: createStudentHandles(secretKey),
    badges: badgeCheck,
    visitors: createVisitors({ baseDomain: 'localhost' }),
  });
}

describe('a session', () => {
  it('goes on where the key is another one, and where servers with both are beside each other', async () => {
    const { teacher, tenant: made } = world.greenfield;
    const { database } = world.testDatabase;
    const tenant = { ...made, is_platform: false } as never;
    const now = world.clock.now();
    const [before, after] = [identityWith(testSecretKey), identityWith(rotated)];
    const session = await inTenant(database, made.id, (transaction) =>
      before.openMemberSession(transaction, { tenant_id: made.id, user_id: teacher.id, now }),
    );
    const actorOf = (access: string) =>
      inTenant(database, made.id, (transaction) => after.findActor(transaction, tenant, access, now));
    expect(await actorOf(session.access)).toMatchObject({ id: teacher.id });
    const first = await before.refresh(tenant, session.refresh, now);
    // The answer was lost, and the tablet asks a server with the new key.
    expect((await after.refresh(tenant, session.refresh, now)).refresh).toBe(first.refresh);
    const next = await after.refresh(tenant, first.refresh, now);
    expect(await actorOf(next.access)).toMatchObject({ id: teacher.id });
    // And one that has not heard of the new key yet goes on with what that one made.
    const third = await before.refresh(tenant, next.refresh, now);
    expect(await actorOf(third.access)).toMatchObject({ id: teacher.id });
  });
});

describe('a name of a pupil for those who are not signed in', () => {
  it('is good after a rotation, at its school alone', () => {
    const { tenant, students } = world.greenfield;
    const id = students[0]?.id ?? '';
    const handle = createStudentHandles(testSecretKey).of(tenant.id, id);
    const { open } = createStudentHandles(rotated);
    expect(open(tenant.id, handle)).toBe(id);
    expect(open(world.riverside.tenant.id, handle)).not.toBe(id);
  });
});

describe('sealing anew', () => {
  const schools = () => [world.greenfield, world.riverside];

  /** One sealed value in each column of each school, sealed by the key from before. */
  async function sealAll(): Promise<number> {
    const { administrator } = world.testDatabase;
    let count = 0;
    for (const school of schools()) {
      await fillEveryTable(world, school);
      for (const column of sealedColumns) {
        const tenantId = school.tenant.id;
        const { table, id } = column;
        const { rows } = await administrator.query<{ id: string }>(
          `select ${id} as id from ${table} where tenant_id = $1`,
          [tenantId],
        );
        expect(rows.length, table).toBeGreaterThan(0);
        if (table === 'tenant_keys') continue;
        for (const row of rows) {
          const sealed = seal(
            testSecretKey.sealing(column.purpose),
            Buffer.from('words'),
            column.context(tenantId, row.id),
          );
          await administrator.query(
            `update ${table} set ${column.column} = $1 where tenant_id = $2 and ${id} = $3`,
            [sealed, tenantId, row.id],
          );
        }
      }
    }
    for (const { table, column } of sealedColumns) {
      const { rows } = await administrator.query<{ count: number }>(
        `select count(${column})::integer as count from ${table}`,
      );
      count += rows[0]?.count ?? 0;
    }
    return count;
  }

  it('reaches each value, goes on where it was cut off, and does nothing the next time', async () => {
    const { database, administrator } = world.testDatabase;
    const keyOf = (secretKey: SecretKey) =>
      inTenant(database, world.greenfield.tenant.id, (transaction) =>
        tenantKey(transaction, world.greenfield.tenant.id, secretKey),
      );
    const own = await keyOf(testSecretKey);
    const all = await sealAll();
    let sealed = 0;
    const cut = rotateKeys({
      database,
      secretKey: rotated,
      columns: sealedColumns,
      batch: 1,
      onBatch: (count) => {
        sealed += count;
        if (sealed === 4) throw new Error('the program was ended');
      },
    });
    await expect(cut).rejects.toThrow('ended');
    expect(await keyOf(rotated)).toEqual(own);
    const again = await rotateKeys({ database, secretKey: rotated, columns: sealedColumns });
    expect(again + sealed).toBe(all);
    expect(await rotateKeys({ database, secretKey: rotated, columns: sealedColumns })).toBe(0);

    // The line of the key from before is not needed.
    const alone = new SecretKey(anew);
    expect(await keyOf(alone)).toEqual(own);
    for (const column of sealedColumns) {
      const { rows } = await administrator.query<{ tenant_id: string; id: string; sealed: Buffer }>(
        `select tenant_id, ${column.id} as id, ${column.column} as sealed from ${column.table}
         where ${column.column} is not null`,
      );
      for (const { tenant_id, id, sealed: value } of rows) {
        const open = () => unseal(alone.sealing(column.purpose), value, column.context(tenant_id, id));
        if (column.table === 'tenant_keys') expect(open()).toHaveLength(32);
        else expect(open().toString()).toBe('words');
      }
    }
  });

  it('knows each column that is sealed by the key of the installation', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea'
         and (column_name like '%seal%' or column_name like 'wrapped%' or column_name = 'shown_letter')`,
    );
    const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    // Sealed by the key of its school.
    known.push('credentials.password_sealed');
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });
});
