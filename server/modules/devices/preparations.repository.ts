import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';

/** A preparation in force with who gave what of it. */
export interface LivePreparation {
  id: string;
  device_id: string;
  whole_school: boolean;
  /** Whose right the whole school is; without a meaning where single classes were given. */
  given_by: string;
  /** By name; empty where it is for the whole school. Archived ones among them. */
  classes: { id: string; name: string; given_by: string; is_archived: boolean }[];
  made_at: Date;
  made_by: { id: string; first_name: string; last_name: string };
  last_pack_at: Date;
}

/** Those of these tablets, or all that count on the right of these people. */
export type WhichPreparations = { deviceIds: readonly string[] } | { givenBy: readonly string[] };

export async function listLive(
  transaction: TenantTransaction,
  tenantId: string,
  which: WhichPreparations,
): Promise<LivePreparation[]> {
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
      'preparation.given_by',
      'preparation.last_pack_at',
      'maker.first_name',
      'maker.last_name',
      'chosen.given_by as class_given_by',
      'class.id as class_id',
      'class.name as class_name',
      'class.archived_at as class_archived_at',
    ])
    .where('preparation.tenant_id', '=', tenantId)
    .where('preparation.revoked_at', 'is', null)
    .where((where) => {
      if ('deviceIds' in which)
        return where('preparation.device_id', '=', sql<string>`any(${which.deviceIds}::uuid[])`);
      const theirs = sql<string>`any(${which.givenBy}::uuid[])`;
      return where.or([
        where.and([
          where('preparation.whole_school', '=', true),
          where(sql`coalesce(preparation.given_by, preparation.made_by)`, '=', theirs),
        ]),
        where.exists(
          where
            .selectFrom('device_preparation_classes as given')
            .select('given.school_class_id')
            .whereRef('given.tenant_id', '=', 'preparation.tenant_id')
            .whereRef('given.preparation_id', '=', 'preparation.id')
            .where(sql`coalesce(given.given_by, preparation.made_by)`, '=', theirs),
        ),
      ]);
    })
    .orderBy('class.name')
    .orderBy('class.id')
    .execute();
  const found = new Map<string, LivePreparation>();
  for (const row of rows) {
    const { device_id, class_id, class_name, made_by } = row;
    const preparation = found.get(row.id) ?? {
      id: row.id,
      device_id,
      whole_school: row.whole_school,
      given_by: row.given_by ?? made_by,
      classes: [],
      made_at: row.made_at,
      made_by: { id: made_by, first_name: row.first_name, last_name: row.last_name },
      last_pack_at: row.last_pack_at,
    };
    if (class_id !== null && class_name !== null)
      preparation.classes.push({
        id: class_id,
        name: class_name,
        given_by: row.class_given_by ?? made_by,
        is_archived: row.class_archived_at !== null,
      });
    found.set(row.id, preparation);
  }
  return [...found.values()];
}

/** Which of these classes each of these people teaches. */
export async function listTaught(
  transaction: TenantTransaction,
  tenantId: string,
  { teacherIds, classIds }: { teacherIds: readonly string[]; classIds: readonly string[] },
): Promise<{ teacher_id: string; school_class_id: string }[]> {
  return await transaction
    .selectFrom('class_teachers')
    .select(['teacher_id', 'school_class_id'])
    .where('tenant_id', '=', tenantId)
    .where('teacher_id', '=', sql<string>`any(${teacherIds}::uuid[])`)
    .where('school_class_id', '=', sql<string>`any(${classIds}::uuid[])`)
    .execute();
}

/** The names of tablets, by id; null where nobody gave one. */
export async function listNames(
  transaction: TenantTransaction,
  tenantId: string,
  deviceIds: readonly string[],
): Promise<{ id: string; name: string | null }[]> {
  return await transaction
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${deviceIds}::uuid[])`)
    .execute();
}

/** From now on the whole school, or these classes, are on the tablet by the right of this person. */
export async function setGivenBy(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  what: 'whole school' | readonly string[],
  given_by: string,
): Promise<void> {
  if (what === 'whole school') {
    await transaction
      .updateTable('device_preparations')
      .set({ given_by })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .execute();
    return;
  }
  await transaction
    .updateTable('device_preparation_classes')
    .set({ given_by })
    .where('tenant_id', '=', tenant_id)
    .where('preparation_id', '=', id)
    .where('school_class_id', '=', sql<string>`any(${what}::uuid[])`)
    .execute();
}

export interface FoundPreparation {
  id: string;
  whole_school: boolean;
  given_by: string;
  /** Empty where it is for the whole school. */
  classes: { id: string; given_by: string }[];
}

async function withClasses(
  transaction: TenantTransaction,
  tenantId: string,
  { made_by, ...row }: { id: string; whole_school: boolean; made_by: string; given_by: string | null },
): Promise<FoundPreparation> {
  const chosen = await transaction
    .selectFrom('device_preparation_classes')
    .select(['school_class_id as id', 'given_by'])
    .where('tenant_id', '=', tenantId)
    .where('preparation_id', '=', row.id)
    .execute();
  return {
    ...row,
    given_by: row.given_by ?? made_by,
    classes: chosen.map(({ id, given_by }) => ({ id, given_by: given_by ?? made_by })),
  };
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
    .select(['id', 'whole_school', 'made_by', 'given_by'])
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
    .returning(['id', 'whole_school', 'made_by', 'given_by'])
    .executeTakeFirst();
  return row ? await withClasses(transaction, tenantId, row) : null;
}

/** What a tablet is prepared for, by whose right: the whole school, or some classes. */
export type GivenClasses = { given_by: string } | { id: string; given_by: string }[];

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
  given: GivenClasses,
): Promise<void> {
  const whole_school = !Array.isArray(given);
  await transaction
    .insertInto('device_preparations')
    .values({
      ...made,
      whole_school,
      given_by: whole_school ? given.given_by : null,
      last_pack_at: made.made_at,
    })
    .execute();
  if (whole_school || given.length === 0) return;
  const { tenant_id, id: preparation_id } = made;
  await transaction
    .insertInto('device_preparation_classes')
    .values(given.map(({ id, given_by }) => ({ tenant_id, preparation_id, school_class_id: id, given_by })))
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
