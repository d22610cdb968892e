import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { elsewhere, inTenant, inWorkScope, type TenantTransaction } from '#server/platform/database.ts';
import type { Right } from '../support/every-table.ts';
import {
  count,
  denied,
  goesAtEnd,
  isReadByPlatform,
  rightsOf,
  RollBack,
  rowsOfFile,
  tables,
  touch,
} from './row-level-security.support.ts';

const { world, fingerprint, ids, attempt, asUs, asThePlatform } = rowsOfFile();

const cases = tables.map((table) => [table] as const);

function asAHost(work: (transaction: TenantTransaction) => Promise<void>): Promise<void> {
  return world.context.database.transaction().execute(async (transaction) => {
    await sql`select set_config('app.host_subdomain', 'riverside', true)`.execute(transaction);
    await work(transaction);
  });
}

/** One of a tenant's rows as the superuser sees it, to be written again by the program. */
async function rowOf(table: string, tenantId: string): Promise<{ columns: string[]; json: string }> {
  const { administrator } = world.testDatabase;
  const { rows: columns } = await administrator.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`,
    [table],
  );
  const { rows } = await administrator.query<{ json: string }>(
    `select to_jsonb(t)::text as json from ${administrator.escapeIdentifier(table)} t where tenant_id = $1 limit 1`,
    [tenantId],
  );
  const json = rows[0]?.json;
  if (json === undefined) throw new Error(`${table} has no row of this tenant; the test needs one`);
  return { columns: columns.map(({ name }) => name), json };
}

function insertAgain(table: string, { columns, json }: { columns: string[]; json: string }) {
  const list = sql.join(columns.map((name) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${list})
    select ${list} from jsonb_populate_record(null::${sql.table(table)}, ${json}::jsonb)`;
}
const refusedHere = (right: Right, table: string): unknown =>
  rightsOf(table).includes(right) || (right === 'delete' && goesAtEnd(table))
    ? 0
    : expect.stringMatching(denied);

describe('the tables', () => {
  it('with a tenant are those that are tested here', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'tenant_id' order by relname`,
    );
    expect(rows.map((row) => row.name)).toEqual(tables);
  });

  it('have the tenant first in every key and in every reference between them', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ constraint: string; first: string }>(
      `select conrelid::regclass || '.' || conname as constraint, attname as first
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where connamespace = 'public'::regnamespace and conrelid::regclass::text = any($1)
         and (contype in ('p', 'u')
           or (contype = 'f' and confrelid <> all(array['tenants', 'modes', 'causes', 'payouts', 'subscription_variants']::regclass[])))`,
      [tables],
    );
    expect(rows.length).toBeGreaterThan(tables.length);
    expect(rows.filter((row) => row.first !== 'tenant_id')).toEqual([]);
  });

  it('let the program do what is listed here and no more', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ name: string; granted: string[] }>(
      `select table_name as name, array_agg(lower(privilege_type)) as granted
       from information_schema.role_table_grants where grantee = 'quillshelf_app' group by table_name`,
    );
    const granted = Object.fromEntries(rows.map((row) => [row.name, row.granted.toSorted()]));
    expect(granted).toEqual({
      ...Object.fromEntries(
        tables.map((name) => [name, [...rightsOf(name), ...(goesAtEnd(name) ? ['delete'] : [])].toSorted()]),
      ),
      tenants: ['delete', 'insert', 'select', 'update'],
      installation: ['select'],
      modes: ['insert', 'select', 'update'],
      mode_pictures: ['insert', 'select'],
      bank_accounts: ['delete', 'insert', 'select', 'update'],
      causes: ['insert', 'select', 'update'],
      cause_pictures: ['insert', 'select'],
      cause_updates: ['insert', 'select'],
      cause_sums: ['insert', 'select', 'update'],
      cause_totals: ['insert', 'select', 'update'],
      mail_suppressions: ['delete', 'insert', 'select', 'update'],
      payout_proofs: ['insert', 'select'],
      payouts: ['insert', 'select', 'update'],
      seller: ['insert', 'select', 'update'],
      shop_codes: ['insert', 'select'],
      subscription_plans: ['delete', 'insert', 'select', 'update'],
      subscription_rules: ['insert', 'select', 'update'],
      subscription_variants: ['delete', 'insert', 'select', 'update'],
      tax_rates: ['delete', 'insert', 'select', 'update'],
      watched_words: ['delete', 'insert', 'select'],
    });
  });

  it('are all that there is: the program makes none, and empties none', async () => {
    const { database } = world.context;
    await expect(sql`create table public.mine (id int)`.execute(database)).rejects.toThrow(
      'permission denied',
    );
    await expect(sql`truncate users`.execute(database)).rejects.toThrow('permission denied');
    await expect(sql`alter table users disable row level security`.execute(database)).rejects.toThrow(
      'must be owner',
    );
    await expect(sql`set role postgres`.execute(database)).rejects.toThrow(
      /permission denied|does not exist/u,
    );
    await expect(sql`select * from migrations`.execute(database)).rejects.toThrow('permission denied');
  });
});

describe.each(cases)('%s', (table) => {
  it('shows the own rows and none of the other school’s', async () => {
    expect(await attempt(count(table, ids.ours))).toBeGreaterThan(0);
    expect(await attempt(count(table, ids.theirs))).toBe(0);
  });

  it('shows nothing where no tenant is set, nor to the platform’s scope but the books that it reads, nor while a host is looked up', async () => {
    const open = (work: (transaction: TenantTransaction) => Promise<void>) =>
      world.context.database.transaction().execute(work);
    for (const within of [open, asThePlatform, asAHost]) {
      const isRead = within === asThePlatform && isReadByPlatform(table);
      const most = isRead ? expect.toSatisfy((rows) => Number(rows) > 0) : 0;
      expect(await attempt(count(table, ids.ours), within)).toEqual(most);
      expect(await attempt(count(table, ids.theirs), within)).toEqual(most);
    }
  });

  it('is changed by no scope of the platform', async () => {
    const statement = sql`update ${sql.table(table)} set tenant_id = tenant_id where tenant_id = ${ids.theirs}`;
    expect(await attempt(touch(statement), asThePlatform)).toEqual(refusedHere('update', table));
  });

  it('takes no row for the other school', async () => {
    const row = await rowOf(table, ids.theirs);
    expect(await attempt(touch(insertAgain(table, row)))).toMatch(denied);
    expect(await attempt(touch(insertAgain(table, row)), asThePlatform)).toMatch(denied);
  });

  it('changes no row of the other school, and gives none away to it', async () => {
    const change = (tenantId: string, to: string) =>
      touch(sql`update ${sql.table(table)} set tenant_id = ${to} where tenant_id = ${tenantId}`);
    expect(await attempt(change(ids.theirs, ids.theirs))).toEqual(refusedHere('update', table));
    expect(await attempt(change(ids.theirs, ids.ours))).toEqual(refusedHere('update', table));
    expect(await attempt(change(ids.ours, ids.theirs))).toMatch(denied);
  });

  it('loses no row of the other school', async () => {
    const statement = sql`delete from ${sql.table(table)} where tenant_id = ${ids.theirs}`;
    expect(await attempt(touch(statement))).toEqual(refusedHere('delete', table));
  });

  it('does with the own rows what it has to', async () => {
    if (rightsOf(table).includes('update')) {
      const change = sql`update ${sql.table(table)} set tenant_id = tenant_id where tenant_id = ${ids.ours}`;
      expect(await attempt(touch(change))).toBeGreaterThan(0);
    }
    if (rightsOf(table).includes('delete')) {
      const own = sql`delete from ${sql.table(table)} where tenant_id = ${ids.ours}`;
      // They go with a tenant that nobody set up (registration.test.ts), and in no other way.
      if (table === 'users' || table === 'tenant_keys') expect(await attempt(touch(own))).toBe(0);
      else expect(await attempt(touch(own))).toBeGreaterThan(0);
    }
    if (goesAtEnd(table)) {
      const own = sql`delete from ${sql.table(table)} where tenant_id = ${ids.ours}`;
      expect(await attempt(touch(own))).toBe(0);
    }
    // A row that stands there already is refused for that reason alone: the wall lets it through.
    const row = await rowOf(table, ids.ours);
    // Of a closing the program writes named columns.
    const refusal = rightsOf(table).includes('insert') ? /duplicate key/u : denied;
    expect(await attempt(touch(insertAgain(table, row)))).toMatch(refusal);
  });
});

describe('the rows of tenants', () => {
  const names = async (within: typeof asUs) => {
    let found: (string | null)[] = [];
    await within(async (transaction) => {
      found = (await transaction.selectFrom('tenants').select('subdomain').execute()).map(
        (row) => row.subdomain,
      );
    });
    return found;
  };

  it('are shown one at a time: the own, or the one whose host was asked for', async () => {
    expect(await names(asUs)).toEqual(['greenfield']);
    expect(await names(asAHost)).toEqual(['riverside']);
    expect((await names(asThePlatform)).length).toBeGreaterThan(3);
    const open = (work: (transaction: TenantTransaction) => Promise<void>) =>
      world.context.database.transaction().execute(work);
    expect(await names(open)).toEqual([]);
  });

  it('can be changed by their own school alone, and not through a host', async () => {
    const rename = (id: string) => touch(sql`update tenants set school_name = 'Renamed' where id = ${id}`);
    expect(await attempt(rename(ids.ours))).toBe(1);
    expect(await attempt(rename(ids.theirs))).toBe(0);
    expect(await attempt(rename(ids.theirs), asAHost)).toBe(0);
    for (const within of [asUs, asThePlatform])
      expect(await attempt(touch(sql`delete from tenants`), within)).toBe(0);
  });
});

describe('going to another tenant in the middle of a transaction', () => {
  const schools = async (transaction: TenantTransaction) =>
    (await transaction.selectFrom('users').select('tenant_id').distinct().execute()).map(
      (row) => row.tenant_id,
    );

  it('shows the other one alone while there, and the own one alone again afterwards', async () => {
    await asUs(async (transaction) => {
      expect(await schools(transaction)).toEqual([ids.ours]);
      expect(await elsewhere(transaction, ids.theirs, () => schools(transaction))).toEqual([ids.theirs]);
      expect(await schools(transaction)).toEqual([ids.ours]);
      expect(await elsewhere(transaction, null, () => schools(transaction))).toEqual([]);
      expect(await schools(transaction)).toEqual([ids.ours]);
    });
  });

  it('comes back where something went wrong there', async () => {
    await asUs(async (transaction) => {
      const failing = elsewhere(transaction, ids.theirs, async () => {
        throw new RollBack('on the way');
      });
      await expect(failing).rejects.toThrow('on the way');
      expect(await schools(transaction)).toEqual([ids.ours]);
    });
  });

  it('is what counting in several does, for those that are named', async () => {
    await asUs(async (transaction) => {
      const { rows } = await sql<{ tenant_id: string; classes: number }>`
        select * from count_in_tenants(${[ids.theirs, ids.ours]}::uuid[], now())`.execute(transaction);
      expect(rows.map(({ tenant_id, classes }) => [tenant_id, classes])).toEqual([
        [ids.theirs, 2],
        [ids.ours, 2],
      ]);
      expect(await schools(transaction)).toEqual([ids.ours]);
    });
  });
});

describe('a guest', () => {
  it('has no name to sign in with, and others have one', async () => {
    const insert = (values: string) =>
      touch(
        sql`insert into users (tenant_id, id, role, first_name, last_name, email, username, home_tenant_id, home_user_id)
            values (${ids.ours}, gen_random_uuid(), 'school_admin', 'A', 'Guest', ${sql.raw(values)})`,
      );
    const home = `'${world.organization.tenant.id}', '${world.organization.admin.id}'`;
    expect(await attempt(insert(`null, null, ${home}`))).toBe(1);
    for (const values of [
      `'a@b.test', null, ${home}`,
      `null, 'a-name', ${home}`,
      'null, null, null, null',
      `'a@b.test', null, '${world.organization.tenant.id}', null`,
    ]) {
      expect(await attempt(insert(values)), values).toMatch(/violates check constraint/u);
    }
  });
});

describe('the work scope', () => {
  const asWork = (work: (transaction: TenantTransaction) => Promise<void>) =>
    inWorkScope(world.context.database, work);

  it('reads tasks that wait in any school, and not those that ended', async () => {
    expect(await attempt(count('tasks', ids.ours), asWork)).toBe(1);
    expect(await attempt(count('tasks', ids.theirs), asWork)).toBe(1);
    const done = sql`update tasks set state = 'done', finished_at = now()`;
    expect(
      await attempt(async (transaction) => {
        await done.execute(transaction);
        await sql`select set_config('app.scope', 'work', true), set_config('app.tenant_id', '', true)`.execute(
          transaction,
        );
        return await count('tasks', ids.ours)(transaction);
      }),
    ).toBe(0);
  });

  it('changes nothing and sees nothing else', async () => {
    const change = touch(sql`update tasks set attempts = 9`);
    const loss = touch(sql`delete from tasks`);
    expect(await attempt(change, asWork)).toBe(0);
    expect(await attempt(loss, asWork)).toBe(0);
    for (const table of tables.filter((name) => name !== 'tasks')) {
      expect(await attempt(count(table, ids.ours), asWork), table).toBe(0);
    }
    const tenants = async (transaction: TenantTransaction) =>
      (await transaction.selectFrom('tenants').select('id').execute()).length;
    expect(await attempt(tenants, asWork)).toBe(0);
  });
});

describe('a reference to the other school’s row', () => {
  it('is refused although the row is there: a class’s teacher, a place in a class, a work’s author', async () => {
    const { greenfield, riverside } = world;
    const references = [
      sql`insert into class_teachers (tenant_id, school_class_id, teacher_id)
          values (${ids.ours}, ${greenfield.ownClass.id}, ${riverside.teacher.id})`,
      sql`insert into class_teachers (tenant_id, school_class_id, teacher_id)
          values (${ids.ours}, ${riverside.ownClass.id}, ${greenfield.teacher.id})`,
      sql`insert into enrollments (tenant_id, school_class_id, student_id)
          values (${ids.ours}, ${greenfield.ownClass.id}, ${riverside.students[0]?.id})`,
      sql`insert into works (tenant_id, id, kind, author_id, title)
          values (${ids.ours}, ${randomUUID()}, 'book', ${riverside.student.id}, 'Stolen')`,
      sql`insert into sessions (tenant_id, id, user_id) values (${ids.ours}, ${randomUUID()}, ${riverside.teacher.id})`,
    ];
    for (const reference of references) {
      expect(await attempt(touch(reference))).toMatch(/violates foreign key constraint/u);
    }
  });
});

describe('a connection that was used', () => {
  it('remembers no tenant', async () => {
    const { database } = world.context;
    await Promise.all(
      Array.from({ length: 20 }, () => inTenant(database, ids.ours, count('users', ids.ours))),
    );
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => database.selectFrom('users').select('id').execute()),
    );
    expect(seen.flat()).toEqual([]);
  });
});

describe('after all this', () => {
  it('nothing in the database is different', async () => {
    expect(await fingerprint()).toEqual(ids.atFirst);
  });
});
