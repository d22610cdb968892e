import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { inTenant, type Database } from '#server/platform/database.ts';
import { listTenantIds, mediaTables } from '#server/platform/media-mover.ts';
import type { MediaRef, MediaStore } from '#server/platform/media-store.ts';

export interface MediaFindings {
  /** Objects that rows lead to. */
  expected: number;
  /** Of these: those that were read whole and hashed. */
  read: number;
  /** Rows lead to them, and the store has them not, or otherwise. */
  missing: (MediaRef & { table: string })[];
  /** The store has them, and neither a row leads to them nor are they about to go. */
  orphans: MediaRef[];
}

interface ExpectedObject {
  sha256: string;
  bytes: number;
  table: string;
}

async function listExpected(
  database: Database,
  tenantId: string,
): Promise<{ objects: Map<string, ExpectedObject>; going: Set<string> }> {
  return await inTenant(database, tenantId, async (transaction) => {
    const objects = new Map<string, ExpectedObject>();
    for (const table of mediaTables) {
      const { rows } = await sql<{ sha256: string; bytes: number }>`
        select distinct encode(sha256, 'hex') as sha256, bytes from ${sql.table(table)}
        where tenant_id = ${tenantId} and kept_in <> 'row'`.execute(transaction);
      for (const row of rows) objects.set(row.sha256, { ...row, table });
    }
    const { rows: going } = await sql<{ sha256: string }>`
      select encode(sha256, 'hex') as sha256 from removed_media where tenant_id = ${tenantId}`.execute(
      transaction,
    );
    return { objects, going: new Set(going.map(({ sha256 }) => sha256)) };
  });
}

async function isWhole(store: MediaStore, ref: MediaRef): Promise<boolean> {
  const stream = await store.open(ref);
  if (!stream) return false;
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex') === ref.sha256;
}

/**
 * Compares rows and objects both ways. What is written meanwhile may be in neither list yet: it is told the next time.
 * @param most objects that are read whole and hashed
 */
export async function checkMedia(options: {
  database: Database;
  store: MediaStore;
  most: number;
}): Promise<MediaFindings> {
  const { database, store, most } = options;
  const findings: MediaFindings = { expected: 0, read: 0, missing: [], orphans: [] };
  for (const tenantId of await listTenantIds(database)) {
    const found = new Map<string, number>();
    // Objects first: what is moved after that is in the rows, and was not there to be missed.
    for await (const { sha256, bytes } of store.list(tenantId)) found.set(sha256, bytes);
    const { objects, going } = await listExpected(database, tenantId);
    findings.expected += objects.size;
    for (const { sha256, bytes, table } of objects.values()) {
      const ref = { tenantId, sha256 };
      const reads = findings.read < most;
      if (reads) findings.read += 1;
      const isThere = reads || !found.has(sha256) ? await isWhole(store, ref) : found.get(sha256) === bytes;
      if (!isThere) findings.missing.push({ ...ref, table });
    }
    for (const sha256 of found.keys())
      if (!objects.has(sha256) && !going.has(sha256)) findings.orphans.push({ tenantId, sha256 });
  }
  return findings;
}
