import { sql } from 'kysely';
import { isForbidden } from './database-errors.ts';
import type { Database } from './database.ts';
import { appRole, panelRole } from './database-roles.ts';
import { panelColumns } from './panel-columns.ts';
import type { Panel } from './panel.ts';
import { SelfTestError } from './self-test.ts';

const expected: ReadonlySet<string> = new Set(
  Object.entries(panelColumns).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
);

/**
 * Checks at start that the role of the platform's panel reads the columns that are listed and nothing else: what the catalog says it
 * may, then by trying. A grant too many, by hand or by a migration, stops the start.
 * @throws SelfTestError
 */
export async function testPanelRole(panel: Panel, database: Database): Promise<void> {
  await refuseKinship(panel, database);
  await refuseOtherGrants(panel);
  await expectRefused('an ungranted column', () => sql`select last_name from users limit 1`.execute(panel));
  await expectRefused('a write', () =>
    panel
      .transaction()
      .setAccessMode('read write')
      .execute((transaction) => sql`update users set country = country where false`.execute(transaction)),
  );
  await expectRefused('set role', () => sql`set role ${sql.id(appRole)}`.execute(panel));
}

/** A role inherits from all that it is a member of. Either way it would be one statement from the other. */
async function refuseKinship(panel: Panel, database: Database): Promise<void> {
  const { rows } = await sql<{ mighty: boolean; owner: boolean; groups: string[] }>`
    select rolsuper or rolbypassrls or rolcreaterole as mighty,
      exists (select from pg_class where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace) as owner,
      array(
        select other.rolname::text from pg_roles as other
        where pg_has_role(pg_roles.oid, other.oid, 'member') and other.rolname not in (pg_roles.rolname, ${panelRole})
      ) as groups
    from pg_roles where rolname = current_user`.execute(panel);
  const [role] = rows;
  if (role?.mighty !== false || role.owner)
    throw new SelfTestError(
      'The database role of the panel could go round row-level security; it must not be an owner, a superuser, BYPASSRLS or CREATEROLE.',
    );
  if (role.groups.length > 0)
    throw new SelfTestError(
      `The database role of the panel could become ${role.groups.join(', ')}; it must be a member of ${panelRole} alone.`,
    );
  const { rows: programs } = await sql<{ is_member: boolean }>`
    select pg_has_role(current_user, ${panelRole}, 'member') as is_member`.execute(database);
  if (programs[0]?.is_member !== false)
    throw new SelfTestError(`The database role of the program could become ${panelRole}.`);
}

/** Tables of extensions are no tables of ours. */
async function refuseOtherGrants(panel: Panel): Promise<void> {
  const { rows } = await sql<{ name: string; reads: boolean; writes: boolean }>`
    select relation.relname || '.' || attribute.attname as name,
      has_column_privilege(relation.oid, attribute.attnum, 'select') as reads,
      has_table_privilege(relation.oid, 'insert, update, delete, truncate, references, trigger')
        or has_column_privilege(relation.oid, attribute.attnum, 'insert, update, references') as writes
    from pg_class as relation
    join pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum > 0
      and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (
        select from pg_depend as part
        where part.classid = 'pg_class'::regclass and part.objid = relation.oid and part.deptype = 'e'
      )
    order by 1`.execute(panel);
  const named = (found: typeof rows) => found.map(({ name }) => name).join(', ');
  const written = rows.filter(({ writes }) => writes);
  if (written.length > 0)
    throw new SelfTestError(`The database role of the panel may write: ${named(written)}.`);
  const tooMany = rows.filter(({ name, reads }) => reads && !expected.has(name));
  if (tooMany.length > 0)
    throw new SelfTestError(`The database role of the panel may read what no list shows: ${named(tooMany)}.`);
  const readable = new Set(rows.filter(({ reads }) => reads).map(({ name }) => name));
  const missing = [...expected].filter((name) => !readable.has(name));
  if (missing.length > 0)
    throw new SelfTestError(`The database role of the panel may not read: ${missing.join(', ')}.`);
}

async function expectRefused(what: string, attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (isForbidden(error)) return;
    throw error;
  }
  throw new SelfTestError(`The database role of the panel was not refused ${what}.`);
}
