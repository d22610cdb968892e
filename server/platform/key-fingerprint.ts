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
  if ((await fingerprintsIn(client)).length > 0) return false;
  return (await seeingAll(client, 'tenants', 'select from tenants limit 1')).length === 0;
}

/**
 * A server that has not heard of the newest key yet may start all the same: servers are replaced one after the other. One that has
 * needs each key that may still have sealed something.
 * @throws SecretKeyError where the database was made with another key, or a key is missing that is still needed
 */
export async function refuseOtherKey(client: pg.Client, secretKey: SecretKey): Promise<void> {
  const known = await fingerprintsIn(client);
  const isOurs = isAmong(secretKey.fingerprints());
  const newest = known.at(-1);
  const isRight = newest ? known.some(isOurs) : await opensTenantKey(client, secretKey);
  if (!isRight)
    throw new SecretKeyError(
      'SECRET_KEY_FILE holds another key than the one that the database was made with. Put that one back from the backup.',
    );
  if (newest && isOurs(newest) && !known.every(isOurs))
    throw new SecretKeyError(
      'SECRET_KEY_FILE lacks a key that some of what is sealed still needs. Put its line back, run npm run keys:rotate, and take it out then.',
    );
}

const isAmong = (all: readonly Buffer[]) => (one: Buffer) => all.some((each) => each.equals(one));

/** From now on the database refuses every other key, and this one is needed. */
export async function rememberKey(client: pg.Client, secretKey: SecretKey): Promise<void> {
  const [first] = secretKey.fingerprints();
  const known = await fingerprintsIn(client);
  if (isAmong(known)(first)) return;
  await keepFingerprints(client, [...known, first]);
}

/** All that is sealed was sealed anew with the first key: the others are needed no more. */
export async function forgetEarlierKeys(client: pg.Client, secretKey: SecretKey): Promise<void> {
  await keepFingerprints(client, [secretKey.fingerprints()[0]]);
}

/** `key_fingerprint` is for servers of the version before, which know one key. */
async function keepFingerprints(client: pg.Client, fingerprints: readonly Buffer[]): Promise<void> {
  await client.query('update installation set key_fingerprints = $1, key_fingerprint = $2', [
    fingerprints,
    fingerprints[0],
  ]);
}

/** Of the keys that may have sealed something, in the order in which they came; empty where none is remembered. */
async function fingerprintsIn(client: pg.Client): Promise<Buffer[]> {
  if (!(await isThere(client, 'installation'))) return [];
  // By their names in a document, because the columns may be missing.
  const { rows } = await client.query<{ one: string | null; all: string[] | null }>(
    `select to_jsonb(installation) ->> 'key_fingerprint' as one, to_jsonb(installation) -> 'key_fingerprints' as all
     from installation`,
  );
  const { one = null, all = null } = rows[0] ?? {};
  const texts = all ?? (one === null ? [] : [one]);
  return texts.map((text) => Buffer.from(text.slice(String.raw`\x`.length), 'hex'));
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
    unseal(secretKey.sealing(tenantKeyPurpose), row.wrapped_key, row.tenant_id);
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
