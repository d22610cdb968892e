import { sql } from 'kysely';
import type { ImportJob, KeptStudent, RefusedRow } from '#contract/imports/imports.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { inBatches } from '#server/platform/in-batches.ts';

export interface NewJob {
  id: string;
  school_class_id: string;
  file_name: string;
  row_count: number;
  made_by: string;
  made_at: Date;
  undo_until: Date;
}

/** Makes it where nobody did, waits for whoever works on it just now, and holds it to the end of the transaction. */
export async function openJob(transaction: TenantTransaction, tenantId: string, job: NewJob) {
  const made = await transaction
    .insertInto('import_jobs')
    .values({ tenant_id: tenantId, ...job })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  const held = await lockJob(transaction, tenantId, job.id);
  if (!held) throw new Error('An import that was just made is not there');
  return { ...held, isNew: made !== undefined };
}

export async function lockJob(transaction: TenantTransaction, tenantId: string, id: string) {
  return await transaction
    .selectFrom('import_jobs')
    .select(['id', 'school_class_id', 'undo_until', 'undone_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function countRows(
  transaction: TenantTransaction,
  tenantId: string,
  importId: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('import_rows')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What was decided of these rows before, by id: null where the child was added, else why it was not. */
export async function findDecided(
  transaction: TenantTransaction,
  tenantId: string,
  importId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await transaction
    .selectFrom('import_rows')
    .select(['student_id', 'refused_because'])
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .where('student_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.student_id, row.refused_because]));
}

export interface DecidedRow {
  id: string;
  row: number;
  first_name: string;
  last_name: string;
  /** Null where the child was added. */
  reason: string | null;
}

export async function insertRows(
  transaction: TenantTransaction,
  tenantId: string,
  importId: string,
  rows: readonly DecidedRow[],
): Promise<void> {
  const lines = rows.map((row) => ({
    tenant_id: tenantId,
    import_id: importId,
    student_id: row.id,
    row_number: row.row,
    first_name: row.reason === null ? null : row.first_name,
    last_name: row.reason === null ? null : row.last_name,
    refused_because: row.reason,
  }));
  for (const batch of inBatches(lines)) await transaction.insertInto('import_rows').values(batch).execute();
}

export interface MadeStudent {
  id: string;
  is_archived: boolean;
  has_signed_in: boolean;
  has_works: boolean;
  is_in_class: boolean;
}

/** The children that an import made, with what has become of them since. */
export async function listMade(
  transaction: TenantTransaction,
  tenantId: string,
  { id, school_class_id }: { id: string; school_class_id: string },
): Promise<MadeStudent[]> {
  return await transaction
    .selectFrom('import_rows as row')
    .innerJoin('users as user', (join) =>
      join.onRef('user.tenant_id', '=', 'row.tenant_id').onRef('user.id', '=', 'row.student_id'),
    )
    .where('row.tenant_id', '=', tenantId)
    .where('row.import_id', '=', id)
    .where('row.refused_because', 'is', null)
    .select([
      'user.id',
      sql<boolean>`"user".archived_at is not null`.as('is_archived'),
      sql<boolean>`"user".last_login is not null`.as('has_signed_in'),
      sql<boolean>`exists (
        select from works where works.tenant_id = "user".tenant_id and works.author_id = "user".id
      )`.as('has_works'),
      sql<boolean>`exists (
        select from enrollments
        where enrollments.tenant_id = "user".tenant_id and enrollments.student_id = "user".id
          and enrollments.school_class_id = ${school_class_id} and enrollments.ended_at is null
      )`.as('is_in_class'),
    ])
    .orderBy('row.row_number')
    .execute();
}

export async function setUndone(
  transaction: TenantTransaction,
  tenantId: string,
  importId: string,
  undone: { at: Date; by: string; kept: readonly KeptStudent[] },
): Promise<void> {
  await transaction
    .updateTable('import_jobs')
    .set({ undone_at: undone.at, undone_by: undone.by })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', importId)
    .execute();
  if (undone.kept.length === 0) return;
  await sql`
    update import_rows as row set kept_because = kept.reason
    from unnest(
      ${undone.kept.map((student) => student.id)}::uuid[],
      ${undone.kept.map((student) => student.reason)}::text[]
    ) as kept (id, reason)
    where row.tenant_id = ${tenantId} and row.import_id = ${importId} and row.student_id = kept.id
  `.execute(transaction);
}

export async function listKept(
  transaction: TenantTransaction,
  tenantId: string,
  importId: string,
): Promise<KeptStudent[]> {
  return await transaction
    .selectFrom('import_rows')
    .select(['student_id as id', 'kept_because as reason'])
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', importId)
    .where('kept_because', 'is not', null)
    .$narrowType<{ reason: KeptStudent['reason'] }>()
    .orderBy('row_number')
    .execute();
}

/** Imports of these classes, or those of these ids alone, the newest first. */
export async function listJobs(
  transaction: TenantTransaction,
  tenantId: string,
  filter: { classIds: readonly string[]; ids?: readonly string[] },
): Promise<(ImportJob & { school_class_id: string })[]> {
  const { classIds, ids } = filter;
  const rows = await transaction
    .selectFrom('import_jobs as job')
    .innerJoin('users as maker', (join) =>
      join.onRef('maker.tenant_id', '=', 'job.tenant_id').onRef('maker.id', '=', 'job.made_by'),
    )
    .where('job.tenant_id', '=', tenantId)
    .where('job.school_class_id', '=', sql<string>`any(${classIds}::uuid[])`)
    .$if(ids !== undefined, (query) => query.where('job.id', '=', sql<string>`any(${ids}::uuid[])`))
    .select([
      'job.id',
      'job.school_class_id',
      'job.file_name',
      'job.made_at',
      'job.undo_until',
      'job.row_count',
      'job.undone_at',
      'maker.first_name',
      'maker.last_name',
      sql<string[]>`array(
        select row.student_id from import_rows as row
        where row.tenant_id = job.tenant_id and row.import_id = job.id and row.refused_because is null
        order by row.row_number, row.student_id
      )`.as('student_ids'),
      sql<RefusedRow[]>`(
        select coalesce(json_agg(json_build_object(
          'id', row.student_id, 'row', row.row_number, 'first_name', row.first_name, 'last_name', row.last_name,
          'reason', row.refused_because
        ) order by row.row_number, row.student_id), '[]')
        from import_rows as row
        where row.tenant_id = job.tenant_id and row.import_id = job.id and row.refused_because is not null
      )`.as('refused'),
      sql<KeptStudent[]>`(
        select coalesce(json_agg(json_build_object('id', row.student_id, 'reason', row.kept_because)
          order by row.row_number, row.student_id), '[]')
        from import_rows as row
        where row.tenant_id = job.tenant_id and row.import_id = job.id and row.kept_because is not null
      )`.as('kept'),
    ])
    .orderBy('job.made_at', 'desc')
    .orderBy('job.id', 'desc')
    .execute();
  return rows.map(({ first_name, last_name, made_at, undo_until, undone_at, ...row }) => ({
    ...row,
    made_by: { first_name, last_name },
    made_at: made_at.toISOString(),
    undo_until: undo_until.toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  }));
}
