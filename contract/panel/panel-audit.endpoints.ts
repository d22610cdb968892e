import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { PanelAuditDetails, PanelAuditPage, PanelAuditQuery } from './panel-audit.schema.ts';
import { panelProblems } from './panel.problems.ts';

const reading = {
  method: 'GET',
  roles: [product.platformRole],
  hosts: 'platform',
  reads: 'panel',
  offline: 'online-only',
} as const;

/** Who did what in all schools. */
export const panelAuditEndpoints = {
  listAudit: endpoint({
    ...reading,
    name: 'panel.listAudit',
    summary: 'Who did what in all schools, the latest first, without the details',
    path: '/v1/panel/audit/',
    query: PanelAuditQuery,
    response: PanelAuditPage,
    problems: [panelProblems.too_wide],
  }),
  readAudit: endpoint({
    ...reading,
    name: 'panel.readAudit',
    summary: 'The details of an entry of the audit; each look is audited',
    path: '/v1/panel/audit/:tenantId/:id/',
    params: v.object({ tenantId: Id, id: Id }),
    response: PanelAuditDetails,
    problems: [panelProblems.entry_not_found],
  }),
} as const;
