import type { SnapshotRow } from '#contract/sync/sync.schema.ts';
import { withDeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import { DeviceFullError, isQuotaError } from './quota.ts';
import { rowsPerBucket, type SealedRows, type SnapshotRecord, type WrittenRows } from './replica-stores.ts';
import { openSealed, sealWith } from './sealing.ts';

/** Rows that cannot be opened: the key of their session is gone, or a bit of them. They have to be fetched again. */
export class RowsLostError extends Error {
  override readonly name = 'RowsLostError';
}

interface Owner {
  readonly tenant_id: string;
  readonly user_id: string;
}

const keyOf = ({ tenant_id, user_id }: Owner) => `rows ${tenant_id} ${user_id}`;

const contextOf = (
  { tenant_id, user_id }: Owner,
  { table, scope, bucket }: Pick<SnapshotRecord, 'table' | 'scope' | 'bucket'>,
) => `rows ${tenant_id} ${user_id} ${table} ${scope} ${bucket}`;

/**
 * Seals what a person may see under a key of their session, which cannot be taken out and is dropped when they sign out: deleted
 * rows stay in a browser's files until it tidies up. A transaction ends while one seals or opens, so rows are sealed before it and
 * opened after it.
 */
export class RowsSealer {
  readonly #environment: Pick<SyncEnvironment, 'indexedDb' | 'crypto' | 'randomBytes'>;
  readonly #owner: Owner;
  #known: Promise<CryptoKey | null> | null = null;

  constructor(environment: Pick<SyncEnvironment, 'indexedDb' | 'crypto' | 'randomBytes'>, owner: Owner) {
    this.#environment = environment;
    this.#owner = owner;
  }

  #keyThatIs(): Promise<CryptoKey | null> {
    this.#known ??= withDeviceDatabase(this.#environment, (device) =>
      device.readKey<CryptoKey>(keyOf(this.#owner)),
    ).catch((error: unknown) => {
      // What failed for a moment must not fail for as long as the app is open.
      this.#known = null;
      throw error;
    });
    return this.#known;
  }

  /** Has the key at hand by the time that rows were read. What fails at it fails again for whoever opens one. */
  async fetchKey(): Promise<void> {
    await this.#keyThatIs().catch(() => undefined);
  }

  /** Asked for each time: another tab may have dropped the one that this one knows. @throws DeviceFullError */
  async #keyToSeal(): Promise<CryptoKey> {
    const { crypto } = this.#environment;
    const make = () => crypto.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    try {
      const key = await withDeviceDatabase(this.#environment, (device) =>
        device.keepKey(keyOf(this.#owner), make),
      );
      this.#known = Promise.resolve(key);
      return key;
    } catch (error) {
      throw isQuotaError(error) ? new DeviceFullError(error) : error;
    }
  }

  /** Records in which nothing changed are left alone: IndexedDB costs per record and hardly per byte. @throws DeviceFullError */
  async seal(written: readonly WrittenRows[]): Promise<SealedRows[]> {
    const changed = written.map((each) => ({ ...each, buckets: changedBuckets(each) }));
    if (changed.every(({ buckets }) => buckets.length === 0)) return changed.map(withoutPuts);
    const key = await this.#keyToSeal();
    return await Promise.all(
      changed.map(async (each) => {
        const { scope, table, buckets } = each;
        const puts = buckets.map(async ({ bucket, rows }): Promise<SnapshotRecord> => {
          const place = { scope, table, bucket };
          const sealed = await sealWith(this.#environment, key, rows, contextOf(this.#owner, place));
          return { ...place, count: rows.length, sealed };
        });
        return { ...withoutPuts(each), puts: await Promise.all(puts) };
      }),
    );
  }

  /** The rows of these records, in their order. @throws RowsLostError */
  async open(records: readonly SnapshotRecord[]): Promise<SnapshotRow[]> {
    const opened = await Promise.all(records.map((record) => this.#open(record)));
    return opened.flat();
  }

  async #open(record: SnapshotRecord): Promise<readonly SnapshotRow[]> {
    // Stored by a version of the app that sealed none.
    if (record.rows) return record.rows;
    const before = await this.#keyThatIs();
    const opened = await this.#openWith(before, record);
    if (opened) return opened;
    // Another tab dropped the key and made one.
    this.#known = null;
    const now = await this.#openWith(await this.#keyThatIs(), record);
    if (!now) throw new RowsLostError('These rows cannot be opened any more');
    return now;
  }

  async #openWith(key: CryptoKey | null, record: SnapshotRecord): Promise<readonly SnapshotRow[] | null> {
    if (!key || !record.sealed) return null;
    const context = contextOf(this.#owner, record);
    try {
      return (await openSealed(this.#environment, key, record.sealed, context)) as SnapshotRow[];
    } catch {
      return null;
    }
  }

  /** What was sealed under it can be read by nobody any more. */
  async dropKey(): Promise<void> {
    this.#known = null;
    await withDeviceDatabase(this.#environment, (device) => device.dropKey(keyOf(this.#owner)));
  }
}

function changedBuckets({ rows, before }: WrittenRows): { bucket: number; rows: readonly SnapshotRow[] }[] {
  const buckets = Array.from({ length: Math.ceil(rows.length / rowsPerBucket) }, (_, bucket) => {
    const start = bucket * rowsPerBucket;
    return {
      bucket,
      rows: rows.slice(start, start + rowsPerBucket),
      had: before.slice(start, start + rowsPerBucket),
    };
  });
  return buckets.filter(
    ({ rows: now, had }) => had.length !== now.length || had.some((row, place) => row !== now[place]),
  );
}

function withoutPuts({ scope, table, rows, before }: WrittenRows): SealedRows {
  const buckets = Math.ceil(rows.length / rowsPerBucket);
  return { scope, table, puts: [], deleteFrom: before.length > buckets * rowsPerBucket ? buckets : null };
}
