import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import { Problem } from '#contract/kit/problem.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { PanelAuditEntry, PanelAuditQuery } from '#contract/panel/panel-audit.schema.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { Panel } from '#server/platform/panel.ts';
import { foundPeople } from './found.ts';
import { readPage, unlessTooWide, type Asked, type ListQuestion } from './panel-page.ts';

/** People of one search whose entries are listed; of more another word is asked for. */
const mostPeople = 50;

export interface AuditRow {
  id: string;
  tenant_id: string;
  school_name: string;
  at: Date;
  action: string;
  actor_id: string | null;
  actor_name: string | null;
  actor_role: Role | null;
  actor_is_guest: boolean | null;
  subject_id: string | null;
  subject_name: string | null;
  subject_role: Role | null;
  subject_is_guest: boolean | null;
}

/** Ids of those whom a search finds. */
async function findPeople(
  panel: Panel,
  { who, tenant_id }: Asked<PanelAuditQuery>,
  withStudents: boolean,
): Promise<string[]> {
  const conditions = [
    ...foundPeople(who),
    ...(withStudents ? [] : [sql<boolean>`person.role <> 'student'`]),
    ...(tenant_id === undefined ? [] : [sql<boolean>`person.tenant_id = ${tenant_id}`]),
  ];
  const { rows } = await sql<{ id: string }>`
    select id from users as person where ${sql.join(conditions, sql` and `)} limit ${mostPeople + 1}`.execute(
    panel,
  );
  if (rows.length > mostPeople) throw new Problem(panelProblems.too_wide);
  return rows.map(({ id }) => id);
}

async function conditionsOf(
  panel: Panel,
  query: Asked<PanelAuditQuery>,
  withStudents: boolean,
): Promise<RawBuilder<boolean>[]> {
  const { tenant_id, action, who, from, to } = query;
  const people = who === '' ? null : await findPeople(panel, query, withStudents);
  return [
    ...(tenant_id === undefined ? [] : [sql<boolean>`entry.tenant_id = ${tenant_id}`]),
    ...(action === undefined ? [] : [sql<boolean>`entry.action = ${action}`]),
    ...(people === null ? [] : [sql<boolean>`entry.actor_id = any(${people}::uuid[])`]),
    ...(from === undefined
      ? []
      : [sql<boolean>`entry.created_at >= ${from}::date::timestamp at time zone 'UTC'`]),
    ...(to === undefined
      ? []
      : [sql<boolean>`entry.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`]),
  ];
}

/** A child's name is shown with one school chosen alone (law 2). */
function personOf(
  person: { id: string | null; name: string | null; role: Role | null; is_guest: boolean | null },
  showsChildren: boolean,
): PanelAuditEntry['actor'] {
  const { id, name, role, is_guest } = person;
  if (id === null || role === null) return null;
  return { id, role, is_guest: is_guest === true, name: role === 'student' && !showsChildren ? null : name };
}

export const toEntry =
  (showsChildren: boolean) =>
  (row: AuditRow): PanelAuditEntry => ({
    id: row.id,
    tenant: { id: row.tenant_id, school_name: row.school_name },
    at: row.at.toISOString(),
    action: row.action,
    actor: personOf(
      { id: row.actor_id, name: row.actor_name, role: row.actor_role, is_guest: row.actor_is_guest },
      showsChildren,
    ),
    subject: personOf(
      { id: row.subject_id, name: row.subject_name, role: row.subject_role, is_guest: row.subject_is_guest },
      showsChildren,
    ),
  });

/** Who did what in all schools, the latest first. @param withStudents whether a search finds students */
export async function auditAsked(
  panel: Panel,
  query: Asked<PanelAuditQuery>,
  { withStudents }: { withStudents: boolean },
): Promise<ListQuestion<AuditRow>> {
  return {
    from: sql`audit_entries as entry join tenants as school on school.id = entry.tenant_id
      left join users as actor on actor.tenant_id = entry.tenant_id and actor.id = entry.actor_id
      left join users as subject on subject.tenant_id = entry.tenant_id and subject.id = entry.subject_id`,
    where: await unlessTooWide(() => conditionsOf(panel, query, withStudents)),
    tenant_id: sql`entry.tenant_id`,
    id: sql`entry.id`,
    columns: {
      id: sql`entry.id`,
      tenant_id: sql`entry.tenant_id`,
      school_name: sql`school.school_name`,
      at: sql`entry.created_at`,
      action: sql`entry.action`,
      actor_id: sql`entry.actor_id`,
      actor_name: sql`actor.listed_name`,
      actor_role: sql`actor.role`,
      actor_is_guest: sql`actor.is_guest`,
      subject_id: sql`entry.subject_id`,
      subject_name: sql`subject.listed_name`,
      subject_role: sql`subject.role`,
      subject_is_guest: sql`subject.is_guest`,
    },
    order: { value: sql`entry.created_at`, form: 'moment', descending: true },
    isSearch: false,
  };
}

/** Students are found and named with one school chosen (law 2). */
export async function listAudit(panel: Panel, query: PanelAuditQuery) {
  const isOfOneSchool = query.tenant_id !== undefined;
  const question = await auditAsked(panel, query, { withStudents: isOfOneSchool });
  const { rows, after, count } = await readPage(panel, question, query);
  return { results: rows.map(toEntry(isOfOneSchool)), next: nextByKey(after, query), count };
}
