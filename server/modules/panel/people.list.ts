import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import type {
  PanelPerson,
  PanelPersonQuery,
  PanelStudent,
  PersonState,
} from '#contract/panel/panel.schema.ts';
import type { Panel } from '#server/platform/panel.ts';
import { foundPeople } from './found.ts';
import { readPage, type Asked, type ListOrder, type ListQuestion } from './panel-page.ts';

export interface PersonRow extends Omit<PanelPerson, 'tenant' | 'joined_at' | 'last_login'> {
  tenant_id: string;
  school_name: string;
  joined_at: Date;
  last_login: Date | null;
}

export const personOrders: Readonly<Record<'name' | '-joined', ListOrder>> = {
  name: { value: sql`person.listed_search`, form: 'text' },
  '-joined': { value: sql`person.date_joined`, form: 'moment', descending: true },
};

/** An account without a password, whose link was sent. */
const isInvited = sql<boolean>`exists (
  select from invitations as invitation
  where invitation.tenant_id = person.tenant_id and invitation.user_id = person.id and invitation.kind = 'account'
    and invitation.used_at is null and invitation.revoked_at is null
)`;

const state = sql<PersonState>`(case
  when person.archived_at is not null then 'archived'
  when person.is_guest then 'guest'
  when ${isInvited} then 'invited'
  else 'active'
end)`;

const states: Readonly<Record<PersonState, RawBuilder<boolean>>> = {
  archived: sql`person.archived_at is not null`,
  guest: sql`(person.is_guest and person.archived_at is null)`,
  invited: sql`(person.archived_at is null and not person.is_guest and ${isInvited})`,
  active: sql`(person.archived_at is null and not person.is_guest and not ${isInvited})`,
};

/** Classes that somebody called `person` teaches. */
const classes = sql<number>`(
  select count(*) from class_teachers as taught
  join school_classes as class on class.tenant_id = taught.tenant_id and class.id = taught.school_class_id
    and class.archived_at is null
  where taught.tenant_id = person.tenant_id and taught.teacher_id = person.id
)`;

/** Classes that a student called `person` is in. */
export const enrolled = sql<number>`(
  select count(*) from enrollments as place
  join school_classes as class on class.tenant_id = place.tenant_id and class.id = place.school_class_id
    and class.archived_at is null
  where place.tenant_id = person.tenant_id and place.student_id = person.id and place.ended_at is null
)`;

function conditionsOf(query: Asked<PanelPersonQuery>): RawBuilder<boolean>[] {
  const { roles, tenant_id, country, came } = query;
  const [role, ...others] = roles ?? [];
  return [
    // As literals, so that the indexes of staff are known to fit.
    ...(tenant_id === undefined ? [sql<boolean>`person.role <> 'student'`] : []),
    ...(role === undefined
      ? []
      : [
          others.length === 0
            ? sql<boolean>`person.role = ${role}`
            : sql<boolean>`person.role = any(${[...(roles ?? [])]}::text[])`,
        ]),
    ...(tenant_id === undefined ? [] : [sql<boolean>`person.tenant_id = ${tenant_id}`]),
    ...(query.state === undefined ? [] : [states[query.state]]),
    ...(country === undefined ? [] : [sql<boolean>`person.country = ${country}`]),
    ...(came === undefined ? [] : [sql<boolean>`person.last_login is null`]),
  ];
}

export const toPerson = ({
  tenant_id,
  school_name,
  joined_at,
  last_login,
  ...row
}: PersonRow): PanelPerson => ({
  id: row.id,
  tenant: { id: tenant_id, school_name },
  role: row.role,
  name: row.name,
  email: row.email,
  country: row.country,
  state: row.state,
  classes: row.classes,
  joined_at: joined_at.toISOString(),
  last_login: last_login?.toISOString() ?? null,
});

export interface FoundPerson extends PersonRow {
  is_organization: boolean;
  is_platform: boolean;
  archived_at: Date | null;
  updated_at: Date;
  privacy_preference: PanelStudent['privacy_preference'] | null;
  enrolled: number;
}

/**
 * One person by the id alone. Ids of staff are made by the server; one of a student, which a device makes, never hides theirs.
 */
export async function findPerson(panel: Panel, userId: string): Promise<FoundPerson | undefined> {
  const { rows } = await sql<FoundPerson>`
    select person.id, person.tenant_id, school.school_name, school.is_organization, school.is_platform, person.role,
      person.listed_name as name, person.listed_email as email, person.country, ${state} as state, ${classes} as classes,
      ${enrolled} as enrolled, student.privacy_preference, person.date_joined as joined_at, person.last_login,
      person.archived_at, person.updated_at
    from users as person join tenants as school on school.id = person.tenant_id
      left join students as student on student.tenant_id = person.tenant_id and student.id = person.id
    where person.id = ${userId}
    order by person.role = 'student', person.date_joined, person.tenant_id limit 1`.execute(panel);
  return rows[0];
}

/** People of all schools. Students are among them with one school chosen (law 2). */
export function peopleAsked(query: Asked<PanelPersonQuery>): ListQuestion<PersonRow> {
  const search = foundPeople(query.search);
  return {
    from: sql`users as person join tenants as school on school.id = person.tenant_id`,
    where: [...search, ...conditionsOf(query)],
    tenant_id: sql`person.tenant_id`,
    id: sql`person.id`,
    columns: {
      id: sql`person.id`,
      tenant_id: sql`person.tenant_id`,
      school_name: sql`school.school_name`,
      role: sql`person.role`,
      name: sql`person.listed_name`,
      email: sql`person.listed_email`,
      country: sql`person.country`,
      state,
      classes,
      joined_at: sql`person.date_joined`,
      last_login: sql`person.last_login`,
    },
    order: personOrders[query.sort],
    isSearch: search.length > 0,
  };
}

export async function listPeople(panel: Panel, query: PanelPersonQuery) {
  const { rows, after, count } = await readPage(panel, peopleAsked(query), query);
  return { results: rows.map(toPerson), next: nextByKey(after, query), count };
}
