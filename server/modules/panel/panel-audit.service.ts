import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { panelAuditEndpoints } from '#contract/panel/panel-audit.endpoints.ts';
import type { PanelAuditDetails } from '#contract/panel/panel-audit.schema.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { PanelCall } from '#server/platform/route.ts';
import { listAudit } from './audit.list.ts';

type Parsed<Name extends keyof typeof panelAuditEndpoints> = EndpointParsed<
  (typeof panelAuditEndpoints)[Name]
>;

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

export const panelAudit = {
  list: ({ query }: Parsed<'listAudit'>, { panel }: PanelCall) => listAudit(panel, query),

  /** Each look is a row of the audit (law 4). @throws Problem `panel.entry_not_found` */
  async read(
    { params: { tenantId, id } }: Parsed<'readAudit'>,
    { transaction, actor, panel }: PanelCall,
  ): Promise<PanelAuditDetails> {
    const tenant = await panel
      .selectFrom('tenants')
      .select('school_name')
      .where('id', '=', tenantId)
      .executeTakeFirst();
    const entry = await elsewhere(transaction, tenantId, () =>
      transaction
        .selectFrom('audit_entries')
        .select(['action', 'subject_id', 'details'])
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (!tenant || !entry) throw new Problem(panelProblems.entry_not_found);
    await audit(transaction, {
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      action: 'panel.audit_looked_at',
      subject_id: id,
      details: { action: entry.action, partner: tenant.school_name },
    });
    return {
      subject_id: entry.subject_id,
      details: Object.keys(entry.details)
        .toSorted()
        .map((name) => ({ name, value: asText(entry.details[name]) })),
    };
  },
};
