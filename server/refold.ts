import { sql, type RawBuilder } from 'kysely';
import { foldForComparing, foldForSearch, foldVersion } from '#contract/kit/fold.ts';
import { textOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { indexedText } from './modules/works/work-words.ts';
import { lockName, openDatabase, type TenantTransaction } from './platform/database.ts';
import { searchedAs, tenantSearchedAs } from './platform/listed.ts';

/** Tables that are read or written here. Row-level security holds for their owner as well. */
const tables = [
  'categories',
  'causes',
  'chapters',
  'pages',
  'resources',
  'tenants',
  'users',
  'work_texts',
  'works',
] as const;

/** Rows in one statement. */
const atOnce = 1000;

interface Folded {
  tenant_id: string;
  id: string;
  folded: string;
}

async function store(
  transaction: TenantTransaction,
  column: RawBuilder<unknown>,
  rows: readonly Folded[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += atOnce) {
    const part = rows.slice(start, start + atOnce);
    await sql`
      update ${column} = fresh.folded
      from unnest(
        ${part.map((row) => row.tenant_id)}::uuid[], ${part.map((row) => row.id)}::uuid[],
        ${part.map((row) => row.folded)}::text[]
      ) as fresh (tenant_id, id, folded)
      where stored.tenant_id = fresh.tenant_id and stored.id = fresh.id`.execute(transaction);
  }
}

async function refoldStudents(transaction: TenantTransaction): Promise<void> {
  const rows = await transaction
    .selectFrom('users')
    .select(['tenant_id', 'id', 'first_name', 'last_name', 'username'])
    .where('role', '=', 'student')
    .execute();
  const folded = rows.map(({ first_name, last_name, username, ...row }) => ({
    ...row,
    folded: foldForSearch(`${first_name} ${last_name} ${username ?? ''}`),
  }));
  await store(transaction, sql`users as stored set search_text`, folded);
}

/**
 * Names that were two and have one fold now stay two: the older keeps the fold, the other one's ends with its id, which nobody types.
 * Each first makes room, since the fold of one may be that of another before.
 */
async function refoldCategories(transaction: TenantTransaction): Promise<void> {
  const rows = await transaction
    .selectFrom('categories')
    .select(['tenant_id', 'id', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const taken = new Set<string>();
  const folded = rows.map(({ tenant_id, id, name }) => {
    const fold = foldForComparing(name);
    const isTaken = taken.has(`${tenant_id} ${fold}`);
    taken.add(`${tenant_id} ${fold}`);
    return { tenant_id, id, folded: isTaken ? `${fold} ${id}` : fold };
  });
  await sql`update categories set folded_name = id::text`.execute(transaction);
  await store(transaction, sql`categories as stored set folded_name`, folded);
}

async function refoldResources(transaction: TenantTransaction): Promise<void> {
  const rows = await transaction
    .selectFrom('resources')
    .select(['tenant_id', 'id', 'title', 'description', 'credit', 'text'])
    .execute();
  const all = rows.map(({ tenant_id, id, title, description, credit, text }) => ({
    tenant_id,
    id,
    folded: foldForSearch([title, description, credit, text].join(' ')),
  }));
  await store(transaction, sql`resources as stored set search_text`, all);
  const titles = rows.map(({ tenant_id, id, title }) => ({ tenant_id, id, folded: foldForSearch(title) }));
  await store(transaction, sql`resources as stored set folded_title`, titles);
}

async function refoldWorks(transaction: TenantTransaction): Promise<void> {
  const works = await transaction
    .selectFrom('works as work')
    .leftJoin('users as author', (join) =>
      join.onRef('author.tenant_id', '=', 'work.tenant_id').onRef('author.id', '=', 'work.author_id'),
    )
    .leftJoin('work_texts as text', (join) =>
      join.onRef('text.tenant_id', '=', 'work.tenant_id').onRef('text.work_id', '=', 'work.id'),
    )
    .select(['work.tenant_id', 'work.id', 'work.title', 'work.blurb', 'work.pen_name', 'author.first_name'])
    .select('text.work_id')
    .execute();
  const named = works.map((work) => `${work.title} ${work.pen_name ?? work.first_name ?? ''}`);
  await store(
    transaction,
    sql`works as stored set search_text`,
    works.map(({ tenant_id, id }, place) => ({ tenant_id, id, folded: foldForSearch(named[place] ?? '') })),
  );
  for (const [place, { tenant_id, id, blurb, work_id }] of works.entries()) {
    // What has none was never shown in a library.
    if (work_id === null) continue;
    const body = await readBody(transaction, tenant_id, id);
    await transaction
      .updateTable('work_texts')
      .set(indexedText({ named: named[place] ?? '', blurb, body }))
      .where('tenant_id', '=', tenant_id)
      .where('work_id', '=', id)
      .execute();
  }
}

async function readBody(transaction: TenantTransaction, tenantId: string, workId: string): Promise<string> {
  const { rows } = await sql<{ title: string; document: WorkDocument }>`
    select part.title, part.document from (
      select 0 as kind, title, document, place, id from chapters
      where tenant_id = ${tenantId} and work_id = ${workId} and removed_at is null
      union all
      select 1, '', document, place, id from pages where tenant_id = ${tenantId} and work_id = ${workId}
    ) as part
    order by part.kind, part.place, part.id`.execute(transaction);
  return rows.flatMap(({ title, document }) => [title, textOf(document)]).join('\n');
}

async function refoldCauses(transaction: TenantTransaction): Promise<void> {
  const rows = await transaction.selectFrom('causes').select(['id', 'name']).execute();
  for (const { id, name } of rows)
    await transaction
      .updateTable('causes')
      .set({ search_text: foldForSearch(name) })
      .where('id', '=', id)
      .execute();
}

/** What the platform's lists find people and tenants by. */
async function refoldListed(transaction: TenantTransaction): Promise<void> {
  const people = await transaction
    .selectFrom('users')
    .select(['tenant_id', 'id', 'role', 'first_name', 'last_name'])
    .execute();
  const folded = people.map(({ tenant_id, id, ...person }) => ({
    tenant_id,
    id,
    folded: searchedAs(person),
  }));
  await store(transaction, sql`users as stored set listed_search`, folded);
  const tenants = await transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'subdomain', 'domain_url'])
    .execute();
  for (const { id, ...tenant } of tenants)
    await transaction
      .updateTable('tenants')
      .set({ listed_search: tenantSearchedAs(tenant) })
      .where('id', '=', id)
      .execute();
}

/**
 * Makes all stored folds again, as the owner of the database, where they are of an older version; in one transaction, so that no
 * search sees half of them.
 */
export async function refold(ownerUrl: string): Promise<void> {
  const database = openDatabase(ownerUrl);
  try {
    await database.transaction().execute(async (transaction) => {
      await lockName(transaction, 'refold');
      const { fold_version } = await transaction
        .selectFrom('installation')
        .select('fold_version')
        .executeTakeFirstOrThrow();
      if (fold_version >= foldVersion) return;
      await sql`set local statement_timeout = 0`.execute(transaction);
      for (const table of tables)
        await sql`create policy refold on ${sql.table(table)} to current_user using (true)`.execute(
          transaction,
        );
      await refoldStudents(transaction);
      await refoldCategories(transaction);
      await refoldResources(transaction);
      await refoldWorks(transaction);
      await refoldCauses(transaction);
      await refoldListed(transaction);
      for (const table of tables) await sql`drop policy refold on ${sql.table(table)}`.execute(transaction);
      await transaction.updateTable('installation').set({ fold_version: foldVersion }).execute();
    });
  } finally {
    await database.destroy();
  }
}
