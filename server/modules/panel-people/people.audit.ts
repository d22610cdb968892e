import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';

type Acting = Pick<Call<Actor>, 'transaction' | 'actor'>;

/** Each look past a list is one row of the platform's audit (law 4). */
export async function noteLook(
  { transaction, actor }: Acting,
  person: { id: string; tenant_id: string; school_name: string },
): Promise<void> {
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action: 'panel.person_looked_at',
    subject_id: person.id,
    details: { tenant_id: person.tenant_id, partner: person.school_name },
  });
}

/** The platform's own row of what was done to somebody elsewhere (law 7); the school's was written there. */
export async function noteHere(
  { transaction, actor }: Acting,
  action: AuditAction<'members'>,
  person: {
    id: string;
    first_name: string;
    last_name: string;
    school: { id: string; school_name: string };
  },
  details: Record<string, unknown> = {},
): Promise<void> {
  const { id, first_name, last_name, school } = person;
  if (school.id === actor.tenant_id) return;
  const name = `${first_name} ${last_name}`.trim();
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action,
    subject_id: id,
    details: { ...details, tenant_id: school.id, partner: school.school_name, name },
  });
}
