import { sql } from 'kysely';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { audit } from '#server/platform/audit.ts';
import { lockName } from '#server/platform/database.ts';
import type { PanelCall } from '#server/platform/route.ts';
import { listPeople } from './people.list.ts';
import { listStudents } from './students.list.ts';
import { listTenants } from './tenants.list.ts';

type Parsed<Name extends keyof typeof panelEndpoints> = EndpointParsed<(typeof panelEndpoints)[Name]>;

export type PanelService = ReturnType<typeof createPanelService>;

/** The reason counts for the session: one row of the audit for each (law 2). */
export async function noteReason(
  { transaction, actor }: Pick<PanelCall, 'transaction' | 'actor'>,
  reason: string,
): Promise<void> {
  await lockName(transaction, `children looked for ${actor.session_id}`);
  const { rows } = await sql<{ is_noted: boolean }>`
    select exists (
      select from audit_entries
      where tenant_id = ${actor.tenant_id} and action = 'panel.children_looked_for' and actor_id = ${actor.id}
        and created_at >= now() - make_interval(days => ${limits.sessionDays + 1}) and details ->> 'session' = ${actor.session_id} and details ->> 'reason' = ${reason}
    ) as is_noted`.execute(transaction);
  if (rows[0]?.is_noted) return;
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action: 'panel.children_looked_for',
    details: { reason, session: actor.session_id },
  });
}

/** Lists of all schools for those who run the platform. */
export function createPanelService({ baseDomain }: { baseDomain: string }) {
  return {
    listTenants: ({ query }: Parsed<'listTenants'>, { panel }: PanelCall) =>
      listTenants(panel, query, baseDomain),

    /** @throws Problem `panel.reason_needed` for students of all schools */
    async listPeople({ query }: Parsed<'listPeople'>, { panel }: PanelCall) {
      if (query.tenant_id === undefined && query.roles?.includes('student'))
        throw new Problem(panelProblems.reason_needed);
      return await listPeople(panel, query);
    },

    /** @throws Problem `panel.reason_needed` for a search or an order by name in all schools */
    async listStudents({ query }: Parsed<'listStudents'>, call: PanelCall) {
      const { tenant_id, reason, search, sort } = query;
      const isNamed = tenant_id !== undefined || reason !== undefined;
      if (!isNamed && (search !== '' || sort === 'name')) throw new Problem(panelProblems.reason_needed);
      if (tenant_id === undefined && reason !== undefined) await noteReason(call, reason);
      return await listStudents(call.panel, query, { isNamed, now: call.now });
    },
  };
}
