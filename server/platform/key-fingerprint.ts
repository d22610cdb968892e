import type pg from 'pg';
import { unseal } from './sealing.ts';
import { SecretKeyError, type SecretKey } from './secret-key.ts';
import { tenantKeyPurpose } from './tenant-keys.ts';

/*
 * Which secret key a database belongs to. All of it is asked as the owner of the database, before migrations have run: tables
 * and columns may be missing. A database of a version before fingerprints tells by the keys of its tenants.
 */

/** True where no tenant is and no key was remembered. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  if ((await fingerprintIn(client)) !== null) return false;
  return (await seeingAll(client, 'tenants', 'select from tenants limit 1')).length === 0;
}

/** @throws SecretKeyError where the database was made with another key */
export async function refuseOtherKey(client: pg.Client, secretKey: SecretKey): Promise<void> {
  const known = await fingerprintIn(client);
  const isRight =
    known === null ? await opensTenantKey(client, secretKey) : known.equals(secretKey.fingerprint());
  if (isRight) return;
  throw new SecretKeyError(
    'SECRET_KEY_FILE holds another key than the one that the database was made with. Put that one back from the backup.',
  );
}

/** From now on the database refuses every other key. */
export async function rememberKey(client: pg.Client, secretKey: SecretKey): Promise<void> {
  await client.query('update installation set key_fingerprint = $1 where key_fingerprint is null', [
    secretKey.fingerprint(),
  ]);
}

async function fingerprintIn(client: pg.Client): Promise<Buffer | null> {
  if (!(await isThere(client, 'installation'))) return null;
  // By its name in a document, because the column may be missing.
  const { rows } = await client.query<{ fingerprint: string | null }>(
    "select to_jsonb(installation) ->> 'key_fingerprint' as fingerprint from installation",
  );
  const text = rows[0]?.fingerprint ?? null;
  return text === null ? null : Buffer.from(text.slice(String.raw`\x`.length), 'hex');
}

/** True where there is none to open. */
async function opensTenantKey(client: pg.Client, secretKey: SecretKey): Promise<boolean> {
  const [row] = await seeingAll<{ tenant_id: string; wrapped_key: Buffer }>(
    client,
    'tenant_keys',
    'select tenant_id, wrapped_key from tenant_keys limit 1',
  );
  if (!row) return true;
  try {
    unseal(secretKey.derive(tenantKeyPurpose), row.wrapped_key, row.tenant_id);
    return true;
  } catch {
    return false;
  }
}

/** Asks past row-level security, which holds for the owner, too: for this question alone, and nothing of it is kept. */
async function seeingAll<Row extends pg.QueryResultRow>(
  client: pg.Client,
  table: 'tenants' | 'tenant_keys',
  question: string,
): Promise<Row[]> {
  if (!(await isThere(client, table))) return [];
  await client.query('begin');
  try {
    await client.query(`alter table ${table} no force row level security`);
    return (await client.query<Row>(question)).rows;
  } finally {
    await client.query('rollback');
  }
}

async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    'select to_regclass($1) is not null as is_there',
    [`public.${table}`],
  );
  return rows[0]?.is_there === true;
}
