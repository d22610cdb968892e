import type { Media } from '#server/platform/media.ts';
import { sql, type RawBuilder } from 'kysely';
import { csvLine } from '#server/platform/csv.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Archive, ArchivedFile } from './archive.ts';
import { fileOf, isExported, isLeftOut, keepsFiles } from './export.rules.ts';
import { listTenantTables, type TenantTable } from '#server/platform/tenant-tables.ts';

/** Rows that are read at once. */
const rowsAtOnce = 500;
/** Bytes after which the rows of a table go on in another file. */
const fileBytes = 200 * 1024 * 1024;

interface Manifest {
  school: { id: string; school_name: string };
  made_at: string;
  tables: { table: string; rows: number }[];
  /** Of these nothing is in the archive. */
  left_out: string[];
  files: ArchivedFile[];
}

/** Reads by a cursor, so that no more than some rows are in memory. In a transaction that sees one moment. */
async function* read<Row>(
  transaction: TenantTransaction,
  query: RawBuilder<Row>,
  most = rowsAtOnce,
): AsyncGenerator<Row> {
  await sql`declare exported no scroll cursor for ${query}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(most)} from exported`.execute(transaction);
    yield* rows;
    if (rows.length < most) break;
  }
  await sql`close exported`.execute(transaction);
}

/** For spreadsheets: what people look for, with the names of what it belongs to. */
const lists = (
  tenantId: string,
): Readonly<Record<string, { heads: string[]; query: RawBuilder<unknown> }>> => ({
  'students.csv': {
    heads: ['First name', 'Last name', 'Username', 'Class', 'Joined', 'Archived'],
    query: sql`select array[person.first_name, person.last_name, person.username,
        (select string_agg(class.name, ', ' order by class.name) from enrollments as place
          join school_classes as class on class.tenant_id = place.tenant_id and class.id = place.school_class_id
          where place.tenant_id = person.tenant_id and place.student_id = person.id and place.ended_at is null),
        person.date_joined::date::text, person.archived_at::date::text] as cells
      from users as person where person.tenant_id = ${sql.lit(tenantId)} and person.role = 'student'
      order by person.last_name, person.first_name, person.id`,
  },
  'classes.csv': {
    heads: ['Name', 'Class code', 'Teachers', 'Students', 'Archived'],
    query: sql`select array[class.name, class.class_id,
        (select string_agg(trim(person.first_name || ' ' || person.last_name), ', ' order by person.last_name)
          from class_teachers as place
          join users as person on person.tenant_id = place.tenant_id and person.id = place.teacher_id
          where place.tenant_id = class.tenant_id and place.school_class_id = class.id),
        (select count(*)::text from enrollments as place
          where place.tenant_id = class.tenant_id and place.school_class_id = class.id and place.ended_at is null),
        class.archived_at::date::text] as cells
      from school_classes as class where class.tenant_id = ${sql.lit(tenantId)} order by class.name, class.id`,
  },
  'members.csv': {
    heads: ['First name', 'Last name', 'Email', 'Role', 'Country', 'Joined', 'Archived'],
    query: sql`select array[first_name, last_name, email, role, country, date_joined::date::text,
        archived_at::date::text] as cells
      from users where tenant_id = ${sql.lit(tenantId)} and role <> 'student' order by last_name, first_name, id`,
  },
  'works.csv': {
    heads: ['Title', 'Kind', 'Author', 'State', 'Visible to', 'Made', 'Published'],
    query: sql`select array[work.title, work.kind, trim(person.first_name || ' ' || person.last_name), work.state,
        work.visibility, work.created_at::date::text, work.published_at::date::text] as cells
      from works as work
      left join users as person on person.tenant_id = work.tenant_id and person.id = work.author_id
      where work.tenant_id = ${sql.lit(tenantId)} order by work.title, work.id`,
  },
});

async function* csvOf(
  transaction: TenantTransaction,
  { heads, query }: { heads: string[]; query: RawBuilder<unknown> },
): AsyncGenerator<Buffer> {
  // Without the mark Excel takes it for another encoding.
  yield Buffer.from(`\uFEFF${csvLine(heads)}`);
  for await (const { cells } of read(transaction, query as RawBuilder<{ cells: (string | null)[] }>))
    yield Buffer.from(csvLine(cells));
}

/** The rows of a table as JSON, one a line. */
function rowsOf({ name, columns }: TenantTable, tenantId: string): RawBuilder<{ line: string }> {
  const shown = columns.filter(isExported).map((column) => {
    const ref = sql.ref(column.name);
    return column.type === 'bytea' ? sql`encode(${ref}, 'hex') as ${ref}` : ref;
  });
  return sql<{ line: string }>`select row_to_json(shown)::text as line
    from (select ${sql.join(shown)} from ${sql.table(name)} where tenant_id = ${sql.lit(tenantId)}) as shown`;
}

/** Of the tables of which rows are exported. */
export async function countRows(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<ReadonlyMap<string, number>> {
  const tables = (await listTenantTables(transaction)).filter(({ name }) => !isLeftOut(name));
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where tenant_id = ${tenantId}`.execute(transaction);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}

/**
 * Writes a copy of all that a school has: lists for people, the rows of each table, files, and at last what there is of what. Reads in
 * one transaction that sees one moment.
 * @param onRows told of rows as they are written
 */
export async function copySchool(
  transaction: TenantTransaction,
  archive: Archive,
  {
    tenantId,
    now,
    media,
    onRows,
  }: { tenantId: string; now: Date; media: Media; onRows: (count: number) => void },
): Promise<void> {
  const files: ArchivedFile[] = [];
  for (const [name, list] of Object.entries(lists(tenantId)))
    files.push(await archive.add(`lists/${name}`, csvOf(transaction, list)));
  const { rows } = await sql<{ id: string; school_name: string; line: string }>`
    select id, school_name, row_to_json(tenants)::text as line from tenants where id = ${tenantId}`.execute(
    transaction,
  );
  const [school] = rows;
  if (!school) throw new Error('There is no such tenant');
  files.push(await archive.add('tables/tenants.jsonl', [Buffer.from(`${school.line}\n`)]));

  const all = await listTenantTables(transaction);
  const counted: Manifest['tables'] = [];
  for (const table of all.filter(({ name }) => !isLeftOut(name))) {
    const lines = read(transaction, rowsOf(table, tenantId));
    let count = 0;
    let isOver = false;
    async function* some(): AsyncGenerator<Buffer> {
      for (let bytes = 0; bytes < fileBytes;) {
        const next = await lines.next();
        if (next.done === true) {
          isOver = true;
          return;
        }
        const line = Buffer.from(`${next.value.line}\n`);
        bytes += line.length;
        count += 1;
        onRows(1);
        yield line;
      }
    }
    for (let number = 1; !isOver; number += 1) {
      const path = number === 1 ? table.name : `${table.name}.${number}`;
      files.push(await archive.add(`tables/${path}.jsonl`, some()));
    }
    counted.push({ table: table.name, rows: count });
  }

  const known = new Set<string>();
  for (const table of all.filter(keepsFiles)) {
    const hasType = table.columns.some(({ name }) => name === 'media_type');
    const query = sql<{ sha256: string; media_type: string | null; content: Buffer | null }>`
      select encode(sha256, 'hex') as sha256, ${hasType ? sql.ref('media_type') : sql`null::text as media_type`}, content
      from ${sql.table(table.name)} where tenant_id = ${sql.lit(tenantId)}`;
    for await (const { sha256, media_type, content } of read(transaction, query, 1)) {
      if (known.has(sha256)) continue;
      known.add(sha256);
      const bytes = await media.read({ tenantId, sha256, content });
      files.push(await archive.add(fileOf(sha256, media_type), [bytes], true));
    }
  }

  const { id, school_name } = school;
  const manifest: Manifest = {
    school: { id, school_name },
    made_at: now.toISOString(),
    tables: counted,
    left_out: all.map(({ name }) => name).filter(isLeftOut),
    files,
  };
  await archive.add('manifest.json', [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
  await archive.end();
}
