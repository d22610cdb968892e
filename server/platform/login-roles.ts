import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { RoleSettings } from './database-roles.ts';
import type { SecretKey } from './secret-key.ts';

export interface LoginRole {
  name: string;
  password: string;
}

/** Not yet able to sign in where it is new. */
export interface MadeRole {
  name: string;
  isNew: boolean;
}

/** One login role per database, so that two installations on one cluster do not change each other's password. */
async function memberOf(client: pg.Client, group: string): Promise<string> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database');
  return `${group}_${rows[0]?.database ?? ''}`.slice(0, 63);
}

/** As it was made by whoever brought the database up to date; null where nobody did. */
export async function findMember(client: pg.Client, group: string): Promise<LoginRole | null> {
  const name = await memberOf(client, group);
  const { rows } = await client.query<LoginRole>('select name, password from login_roles where name = $1', [
    name,
  ]);
  return rows[0] ?? null;
}

/** Makes a group, which migrations grant to, and the role of this database that is its member. */
export async function makeMember(client: pg.Client, group: string): Promise<MadeRole> {
  const name = await memberOf(client, group);
  await makeRole(client, group, 'nologin nosuperuser nobypassrls nocreatedb nocreaterole');
  const isNew = await makeRole(client, name, 'login nosuperuser nobypassrls nocreatedb nocreaterole');
  await client.query(`grant ${group} to ${client.escapeIdentifier(name)}`);
  return { name, isNew };
}

/** Lets a role sign in with the password that the database keeps for it. */
export async function giveRolePassword(
  client: pg.Client,
  role: MadeRole,
  secretKey: SecretKey,
): Promise<LoginRole> {
  const { name } = role;
  const password = await passwordOf(client, role, secretKey);
  await client.query(
    `alter role ${client.escapeIdentifier(name)} password ${client.escapeLiteral(password)}`,
  );
  return { name, password };
}

/** Changes what is different alone; connections that are open keep what they began with. */
export async function putRoleSettings(
  client: pg.Client,
  role: string,
  settings: RoleSettings,
): Promise<void> {
  const { rows } = await client.query<{ entry: string }>(
    'select unnest(rolconfig) as entry from pg_roles where rolname = $1',
    [role],
  );
  const known = new Set(rows.map(({ entry }) => entry));
  for (const [name, value] of Object.entries(settings)) {
    if (known.has(`${name}=${value}`)) continue;
    await client.query(
      `alter role ${client.escapeIdentifier(role)} set ${client.escapeIdentifier(name)} = ${client.escapeLiteral(value)}`,
    );
  }
}

/**
 * Kept for the database's owner alone, who may set any. A role from before that has the password that followed from the key, which
 * servers of the version before go on signing in with.
 */
async function passwordOf(
  client: pg.Client,
  { name, isNew }: MadeRole,
  secretKey: SecretKey,
): Promise<string> {
  const { rows } = await client.query<{ password: string }>(
    'select password from login_roles where name = $1',
    [name],
  );
  if (rows[0]) return rows[0].password;
  const password = isNew
    ? randomBytes(32).toString('base64url')
    : (secretKey.signAll('database role', name).at(-1) ?? Buffer.alloc(0)).toString('base64url');
  await client.query('insert into login_roles (name, password) values ($1, $2)', [name, password]);
  return password;
}

/** @returns whether it was not there */
async function makeRole(client: pg.Client, name: string, attributes: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  if (rowCount) return false;
  try {
    await client.query(`create role ${client.escapeIdentifier(name)} ${attributes}`);
    return true;
  } catch (error) {
    // Roles belong to the cluster: another database's server may have made it between the look and the making.
    if (!(error instanceof pg.DatabaseError) || (error.code !== '42710' && error.code !== '23505'))
      throw error;
    return false;
  }
}
