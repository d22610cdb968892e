import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import type { PanelStudent, PanelStudentQuery } from '#contract/panel/panel.schema.ts';
import type { Panel } from '#server/platform/panel.ts';
import { foundByWords } from './found.ts';
import { readPage } from './panel-page.ts';
import { enrolled, personOrders } from './people.list.ts';

const week = 7 * 24 * 60 * 60 * 1000;

interface StudentRow extends Omit<PanelStudent, 'tenant' | 'joined_at'> {
  tenant_id: string;
  school_name: string;
  joined_at: Date;
}

/** The rule of `visibleTo` for strangers, of a work of a child called `person` (decision 29). */
const publicWorks = sql<number>`(
  select count(*) from works as work
  where work.tenant_id = person.tenant_id and work.author_id = person.id and work.is_public
    and student.privacy_preference = 'public' and exists (
      select from guardian_permissions as permission
      where permission.tenant_id = person.tenant_id and permission.student_id = person.id
        and permission.purpose = 'public' and permission.ended_at is null
    )
)`;

function conditionsOf({ tenant_id, privacy, active }: PanelStudentQuery, now: Date): RawBuilder<boolean>[] {
  return [
    sql`person.role = 'student' and person.archived_at is null`,
    ...(tenant_id === undefined ? [] : [sql<boolean>`person.tenant_id = ${tenant_id}`]),
    ...(privacy === undefined ? [] : [sql<boolean>`student.privacy_preference = ${privacy}`]),
    ...(active === 'week' ? [sql<boolean>`person.last_login >= ${new Date(now.getTime() - week)}`] : []),
    ...(active === 'never' ? [sql<boolean>`person.last_login is null`] : []),
  ];
}

const toStudent = ({ tenant_id, school_name, joined_at, ...row }: StudentRow): PanelStudent => ({
  id: row.id,
  tenant: { id: tenant_id, school_name },
  name: row.name,
  classes: row.classes,
  public_works: row.public_works,
  privacy_preference: row.privacy_preference,
  last_day: row.last_day,
  joined_at: joined_at.toISOString(),
});

/** Students who are not archived. @param isNamed whether their names may be read and searched (law 2) */
export async function listStudents(
  panel: Panel,
  query: PanelStudentQuery,
  { isNamed, now }: { isNamed: boolean; now: Date },
) {
  const search = isNamed ? foundByWords(query.search, sql`person.listed_search`) : [];
  // By name across schools there is no index: what is found by a search is few.
  const canBeByName = isNamed && (query.tenant_id !== undefined || search.length > 0);
  const { rows, after, count } = await readPage<StudentRow>(
    panel,
    {
      from: sql`users as person
        join students as student on student.tenant_id = person.tenant_id and student.id = person.id
        join tenants as school on school.id = person.tenant_id`,
      where: [...search, ...conditionsOf(query, now)],
      tenant_id: sql`person.tenant_id`,
      id: sql`person.id`,
      columns: {
        id: sql`person.id`,
        tenant_id: sql`person.tenant_id`,
        school_name: sql`school.school_name`,
        name: isNamed ? sql`person.listed_name` : sql`null::text`,
        classes: enrolled,
        public_works: publicWorks,
        privacy_preference: sql`student.privacy_preference`,
        last_day: sql`(person.last_login at time zone 'UTC')::date::text`,
        joined_at: sql`person.date_joined`,
      },
      order: personOrders[canBeByName ? (query.sort ?? 'name') : '-joined'],
      isSearch: search.length > 0,
    },
    query,
  );
  return { results: rows.map(toStudent), next: nextByKey(after, query), count };
}
