import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import { foldForComparing } from '#contract/kit/fold.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { PanelCategory, PanelCategoryQuery } from '#contract/panel/categories.schema.ts';
import { categoryProblems } from '#contract/works/works.problems.ts';
import type { PanelCall } from '#server/platform/route.ts';
import { readPage, unlessTooWide } from '../panel/panel-page.ts';

/** How many others have one of the name, of a row called `category`. */
const schools = sql<number>`(
  select count(*) from categories as theirs
  where theirs.folded_name = category.folded_name and theirs.archived_at is null
    and theirs.tenant_id <> category.tenant_id
)`;
/** Works there that strangers may see. */
const publicWorks = sql<number>`(
  select coalesce(sum(counted.works), 0)::bigint from tenant_work_numbers as counted
  where counted.part = 'shelf' and counted.value = category.folded_name
    and counted.tenant_id <> category.tenant_id
)`;
const columns = {
  id: sql`category.id`,
  name: sql`category.name`,
  is_offered: sql`category.is_offered`,
  schools,
  public_works: publicWorks,
};

/** Of the platform: not archived. */
const isOwn = (tenantId: string): RawBuilder<boolean> =>
  sql`category.tenant_id = ${tenantId} and category.archived_at is null`;

/** Categories of the platform by name. */
export async function listCategories(
  query: PanelCategoryQuery,
  { panel, tenant }: Pick<PanelCall, 'panel' | 'tenant'>,
) {
  const { search, offered } = query;
  const { rows, after, count } = await readPage<PanelCategory>(
    panel,
    {
      from: sql`categories as category`,
      where: [
        isOwn(tenant.id),
        ...(search === ''
          ? []
          : [sql<boolean>`position(${foldForComparing(search)} in category.folded_name) > 0`]),
        ...(offered === undefined ? [] : [sql<boolean>`category.is_offered = ${offered === 'yes'}`]),
      ],
      tenant_id: sql`category.tenant_id`,
      id: sql`category.id`,
      columns,
      order: { value: sql`category.folded_name collate "C"`, form: 'text' },
      isSearch: false,
    },
    query,
  );
  return {
    results: rows.map(({ id, name, is_offered, ...used }) => ({
      id,
      name,
      is_offered,
      schools: used.schools,
      public_works: used.public_works,
    })),
    next: nextByKey(after, query),
    count,
  };
}

/** @throws Problem `categories.not_found` */
export async function readCategory(
  categoryId: string,
  { panel, tenant }: Pick<PanelCall, 'panel' | 'tenant'>,
): Promise<PanelCategory> {
  const { rows } = await unlessTooWide(() =>
    sql<PanelCategory>`
      select category.id, category.name, category.is_offered, ${schools} as schools, ${publicWorks} as public_works
      from categories as category where ${isOwn(tenant.id)} and category.id = ${categoryId}`.execute(panel),
  );
  const [category] = rows;
  if (!category) throw new Problem(categoryProblems.not_found);
  return category;
}
