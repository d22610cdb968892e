import { sql } from 'kysely';
import type { Preparation } from '#contract/devices/preparation.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** The preparations in force, by the id of their tablet. */
export async function readPreparations(
  transaction: TenantTransaction,
  tenantId: string,
  deviceIds: readonly string[],
): Promise<Map<string, Preparation>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('device_preparations as preparation')
    .innerJoin('users as maker', (join) =>
      join
        .onRef('maker.tenant_id', '=', 'preparation.tenant_id')
        .onRef('maker.id', '=', 'preparation.made_by'),
    )
    .leftJoin('device_preparation_classes as chosen', (join) =>
      join
        .onRef('chosen.tenant_id', '=', 'preparation.tenant_id')
        .onRef('chosen.preparation_id', '=', 'preparation.id'),
    )
    .leftJoin('school_classes as class', (join) =>
      join.onRef('class.tenant_id', '=', 'chosen.tenant_id').onRef('class.id', '=', 'chosen.school_class_id'),
    )
    .select([
      'preparation.id',
      'preparation.device_id',
      'preparation.whole_school',
      'preparation.made_at',
      'preparation.made_by',
      'preparation.last_pack_at',
      'maker.first_name',
      'maker.last_name',
      'class.id as class_id',
      'class.name as class_name',
    ])
    .where('preparation.tenant_id', '=', tenantId)
    .where('preparation.device_id', '=', sql<string>`any(${deviceIds}::uuid[])`)
    .where('preparation.revoked_at', 'is', null)
    .orderBy('class.name')
    .orderBy('class.id')
    .execute();
  const found = new Map<string, Preparation>();
  for (const row of rows) {
    const { device_id, class_id, class_name } = row;
    const preparation = found.get(device_id) ?? {
      id: row.id,
      school_classes: row.whole_school ? null : [],
      made_at: row.made_at.toISOString(),
      made_by: { id: row.made_by, first_name: row.first_name, last_name: row.last_name },
      last_pack_at: row.last_pack_at.toISOString(),
    };
    if (class_id !== null && class_name !== null)
      preparation.school_classes?.push({ id: class_id, name: class_name });
    found.set(device_id, preparation);
  }
  return found;
}

export interface FoundPreparation {
  id: string;
  whole_school: boolean;
  /** Empty where it is for the whole school. */
  classIds: string[];
}

async function withClasses(
  transaction: TenantTransaction,
  tenantId: string,
  row: { id: string; whole_school: boolean },
): Promise<FoundPreparation> {
  const chosen = await transaction
    .selectFrom('device_preparation_classes')
    .select('school_class_id')
    .where('tenant_id', '=', tenantId)
    .where('preparation_id', '=', row.id)
    .execute();
  return { ...row, classIds: chosen.map(({ school_class_id }) => school_class_id) };
}

/** The preparation in force of a tablet, if it is the one of this token. */
export async function findPreparation(
  transaction: TenantTransaction,
  tenantId: string,
  deviceId: string,
  tokenHash: Buffer,
): Promise<FoundPreparation | null> {
  const row = await transaction
    .selectFrom('device_preparations')
    .select(['id', 'whole_school'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ? await withClasses(transaction, tenantId, row) : null;
}

/** Notes that a tablet asked, and answers what it is prepared for; null for a token that is no good. */
export async function noteAsked(
  transaction: TenantTransaction,
  tenantId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundPreparation | null> {
  const row = await transaction
    .updateTable('device_preparations')
    .set({ last_pack_at: now })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .returning(['id', 'whole_school'])
    .executeTakeFirst();
  return row ? await withClasses(transaction, tenantId, row) : null;
}

export async function insertPreparation(
  transaction: TenantTransaction,
  made: {
    tenant_id: string;
    id: string;
    device_id: string;
    token_hash: Buffer;
    made_at: Date;
    made_by: string;
  },
  classIds: readonly string[] | null,
): Promise<void> {
  await transaction
    .insertInto('device_preparations')
    .values({ ...made, whole_school: classIds === null, last_pack_at: made.made_at })
    .execute();
  if (classIds === null || classIds.length === 0) return;
  const { tenant_id, id: preparation_id } = made;
  await transaction
    .insertInto('device_preparation_classes')
    .values(classIds.map((school_class_id) => ({ tenant_id, preparation_id, school_class_id })))
    .execute();
}

/** Ends the preparation in force of a tablet; answers its id, or null where there was none. */
export async function revokePreparation(
  transaction: TenantTransaction,
  tenantId: string,
  deviceId: string,
  end: { revoked_at: Date; revoked_by: string },
): Promise<string | null> {
  const row = await transaction
    .updateTable('device_preparations')
    .set(end)
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Of these ids, or all where it is null; by name. Archived ones never. */
export async function listPackClasses(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[] | null,
) {
  return await transaction
    .selectFrom('school_classes')
    .select(['id', 'class_id', 'name', 'class_theme'])
    .where('tenant_id', '=', tenantId)
    .where('archived_at', 'is', null)
    .$if(ids !== null, (query) => query.where('id', '=', sql<string>`any(${ids}::uuid[])`))
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * The children of these classes, or of the whole school where it is null, with hashes of their good badges in hexadecimal.
 * A child stands there once for each class that it is in, or once without one. Archived ones never.
 */
export async function listPackStudents(
  transaction: TenantTransaction,
  tenantId: string,
  classIds: readonly string[] | null,
) {
  return await transaction
    .selectFrom('students as student')
    .innerJoin('users as user', (join) =>
      join.onRef('user.tenant_id', '=', 'student.tenant_id').onRef('user.id', '=', 'student.id'),
    )
    .leftJoin('enrollments as enrollment', (join) =>
      join
        .onRef('enrollment.tenant_id', '=', 'student.tenant_id')
        .onRef('enrollment.student_id', '=', 'student.id')
        .on('enrollment.ended_at', 'is', null),
    )
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('login_cards as card')
          .select(
            sql<
              string[] | null
            >`array_agg(encode(card.badge_hash, 'hex') order by card.printed_at, card.id)`.as('badges'),
          )
          .whereRef('card.tenant_id', '=', 'student.tenant_id')
          .whereRef('card.student_id', '=', 'student.id')
          .where('card.revoked_at', 'is', null)
          .as('good'),
      (join) => join.onTrue(),
    )
    .select([
      'user.id',
      'user.first_name',
      'user.last_name',
      'user.avatar',
      'enrollment.school_class_id',
      'good.badges',
    ])
    .where('student.tenant_id', '=', tenantId)
    .where('user.archived_at', 'is', null)
    .$if(classIds !== null, (query) =>
      query.where('enrollment.school_class_id', '=', sql<string>`any(${classIds}::uuid[])`),
    )
    .orderBy('enrollment.position')
    .orderBy('user.id')
    .execute();
}
