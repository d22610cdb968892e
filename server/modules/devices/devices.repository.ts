import { sql, type ExpressionBuilder } from 'kysely';
import type { DevicePublicKey } from '#contract/sync/grants.schema.ts';
import type { Device, DeviceReport } from '#contract/devices/devices.schema.ts';
import { nameFromId } from '#contract/devices/devices.rules.ts';
import { product } from '#contract/kit/product.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';

/** Which tablets: those whose last user is the person, or belongs to one of the classes, or that are prepared for one. */
export interface DeviceFilter {
  id?: string;
  /** Undefined: whoever used them last. */
  usedBy?: { userId: string; classIds: readonly string[] };
  /** Prepared for this class by name, or last used by somebody of it, its teachers among them. */
  classId?: string | undefined;
}

/** Its names are on the tablet, so those of the class see it, whoever uses it. */
function preparedFor(
  where: ExpressionBuilder<Tables & { device: Tables['devices'] }, 'device'>,
  classIds: readonly string[],
) {
  return where
    .selectFrom('device_preparations as preparation')
    .innerJoin('device_preparation_classes as chosen', (join) =>
      join
        .onRef('chosen.tenant_id', '=', 'preparation.tenant_id')
        .onRef('chosen.preparation_id', '=', 'preparation.id'),
    )
    .select('preparation.id')
    .whereRef('preparation.tenant_id', '=', 'device.tenant_id')
    .whereRef('preparation.device_id', '=', 'device.id')
    .where('preparation.revoked_at', 'is', null)
    .where('chosen.school_class_id', '=', sql<string>`any(${classIds}::uuid[])`);
}

function devices(transaction: TenantTransaction, tenantId: string, filter: DeviceFilter) {
  const { id, usedBy, classId } = filter;
  return transaction
    .selectFrom('devices as device')
    .where('device.tenant_id', '=', tenantId)
    .$if(id !== undefined, (query) => query.where('device.id', '=', id ?? ''))
    .$if(usedBy !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('device.last_user_id', '=', usedBy?.userId ?? ''),
          where.exists(
            where
              .selectFrom('enrollments as enrollment')
              .select('enrollment.student_id')
              .whereRef('enrollment.tenant_id', '=', 'device.tenant_id')
              .whereRef('enrollment.student_id', '=', 'device.last_user_id')
              .where('enrollment.ended_at', 'is', null)
              .where('enrollment.school_class_id', '=', sql<string>`any(${usedBy?.classIds ?? []}::uuid[])`),
          ),
          where.exists(preparedFor(where, usedBy?.classIds ?? [])),
        ]),
      ),
    )
    .$if(classId !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where.exists(
            where
              .selectFrom('enrollments as member')
              .select('member.student_id')
              .whereRef('member.tenant_id', '=', 'device.tenant_id')
              .whereRef('member.student_id', '=', 'device.last_user_id')
              .where('member.ended_at', 'is', null)
              .where('member.school_class_id', '=', classId ?? ''),
          ),
          where.exists(
            where
              .selectFrom('class_teachers as teaching')
              .select('teaching.teacher_id')
              .whereRef('teaching.tenant_id', '=', 'device.tenant_id')
              .whereRef('teaching.teacher_id', '=', 'device.last_user_id')
              .where('teaching.school_class_id', '=', classId ?? ''),
          ),
          where.exists(preparedFor(where, [classId ?? ''])),
        ]),
      ),
    );
}

export async function countDevices(
  transaction: TenantTransaction,
  tenantId: string,
  filter: DeviceFilter,
): Promise<number> {
  const { count } = await devices(transaction, tenantId, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those seen last come first. */
export async function listDevices(
  transaction: TenantTransaction,
  tenantId: string,
  filter: DeviceFilter,
  page?: { limit: number; offset: number },
): Promise<Omit<Device, 'preparation'>[]> {
  const rows = await devices(transaction, tenantId, filter)
    .innerJoin('users as person', (join) =>
      join.onRef('person.tenant_id', '=', 'device.tenant_id').onRef('person.id', '=', 'device.last_user_id'),
    )
    .select([
      'device.id',
      'device.name',
      'device.last_seen_at',
      'device.last_user_id',
      'person.first_name',
      'person.last_name',
      'device.app_version',
      'device.unsent',
      'device.unsent_people',
      'device.free_bytes',
      'device.storage_persisted',
      'device.storage_wiped_at',
    ])
    .orderBy('device.last_seen_at', 'desc')
    .orderBy('device.id')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
  return rows.map(({ last_user_id, first_name, last_name, ...row }) => ({
    ...row,
    name: row.name ?? nameFromId(row.id),
    last_seen_at: row.last_seen_at.toISOString(),
    last_user: { id: last_user_id, first_name, last_name },
    is_current_version: row.app_version === product.version,
    storage_wiped_at: row.storage_wiped_at?.toISOString() ?? null,
  }));
}

/** Stores what a tablet says of itself. True where it was not known before. */
export async function storeReport(
  transaction: TenantTransaction,
  by: { tenant_id: string; last_user_id: string },
  { device_id, storage_wiped, ...facts }: DeviceReport,
  { key, now }: { key: { public_key: DevicePublicKey; known_by_hash: Buffer }; now: Date },
): Promise<'new' | 'known' | 'another_tablet'> {
  const { known_by_hash } = key;
  const public_key = JSON.stringify(key.public_key);
  const stored = { last_user_id: by.last_user_id, ...facts, public_key, known_by_hash, last_seen_at: now };
  // By our clock: a tablet's own is often wrong. What once happened stays known.
  const wiped = storage_wiped ? { storage_wiped_at: now } : {};
  const row = await transaction
    .insertInto('devices')
    .values({ tenant_id: by.tenant_id, id: device_id, ...stored, ...wiped })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet({ ...stored, ...wiped })
        .where((where) =>
          where.or([
            where('devices.public_key', 'is', null),
            where('devices.public_key', '=', sql`excluded.public_key`),
            where('devices.known_by_hash', '=', sql<Buffer>`excluded.known_by_hash`),
          ]),
        ),
    )
    // PostgreSQL's mark of a row that was inserted and not updated.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirst();
  if (!row) return 'another_tablet';
  return row.is_new ? 'new' : 'known';
}

/**
 * Keeps the tablets that a person used last to so many; those that were not seen for longest go. One that is prepared stays:
 * somebody has to be able to take that back.
 */
export async function dropOldest(
  transaction: TenantTransaction,
  by: { tenant_id: string; last_user_id: string },
  kept: number,
): Promise<void> {
  const tooMany = await transaction
    .selectFrom('devices as device')
    .select('device.id')
    .where('device.tenant_id', '=', by.tenant_id)
    .where('device.last_user_id', '=', by.last_user_id)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('device_preparations as preparation')
            .select('preparation.id')
            .whereRef('preparation.tenant_id', '=', 'device.tenant_id')
            .whereRef('preparation.device_id', '=', 'device.id')
            .where('preparation.revoked_at', 'is', null),
        ),
      ),
    )
    .orderBy('device.last_seen_at', 'desc')
    .orderBy('device.id')
    .offset(kept)
    .execute();
  if (tooMany.length === 0) return;
  await transaction
    .deleteFrom('devices')
    .where('tenant_id', '=', by.tenant_id)
    .where(
      'id',
      'in',
      tooMany.map(({ id }) => id),
    )
    .execute();
}

/** Until the transaction ends, nobody else prepares the tablet or takes that back. */
export async function lockDevice(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<void> {
  await transaction
    .selectFrom('devices')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

export async function setName(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  name: string,
): Promise<void> {
  await transaction
    .updateTable('devices')
    .set({ name })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function deleteDevice(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<void> {
  await transaction.deleteFrom('devices').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}
