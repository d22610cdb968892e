import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { PanelLetterQuery } from '../mail/panel-mail.schema.ts';
import { PanelAuditQuery } from './panel-audit.schema.ts';
import { panelProblems } from './panel.problems.ts';
import { PanelPersonQuery, PanelTenantQuery } from './panel.schema.ts';
import { PanelWorkQuery } from './works.schema.ts';

const file = {
  method: 'GET',
  roles: [product.platformRole],
  hosts: 'platform',
  reads: 'panel',
  offline: 'online-only',
  answers: 'csv',
  response: v.string(),
} as const;
const problems = [panelProblems.too_wide, panelProblems.too_many_rows] as const;

/** Lists of all schools as files for a spreadsheet: what the list finds with the same filters, all of it. Each is in the audit. */
export const listFileEndpoints = {
  exportTenants: endpoint({
    ...file,
    name: 'panel.exportTenants',
    summary: 'Schools and organizations with their numbers as CSV',
    path: '/v1/panel/tenants/csv/',
    query: v.omit(PanelTenantQuery, ['after', 'limit']),
    problems,
  }),
  exportPeople: endpoint({
    ...file,
    name: 'panel.exportPeople',
    summary: 'Staff and parents of all schools as CSV; never students',
    path: '/v1/panel/people/csv/',
    query: v.omit(PanelPersonQuery, ['after', 'limit']),
    problems: [...problems, panelProblems.no_students],
  }),
  exportWorks: endpoint({
    ...file,
    name: 'panel.exportWorks',
    summary: 'Works of all schools as CSV, as far as a stranger may see them',
    path: '/v1/panel/works/csv/',
    query: v.omit(PanelWorkQuery, ['after', 'limit']),
    problems,
  }),
  exportLetters: endpoint({
    ...file,
    name: 'panel.exportLetters',
    summary: 'Letters of all schools of the last 90 days as CSV; addresses are shortened',
    path: '/v1/panel/mail/csv/',
    query: v.omit(PanelLetterQuery, ['after', 'limit']),
    problems,
  }),
  exportAudit: endpoint({
    ...file,
    name: 'panel.exportAudit',
    summary: 'Who did what in all schools as CSV; no student is named or found',
    path: '/v1/panel/audit/csv/',
    query: v.omit(PanelAuditQuery, ['after', 'limit']),
    problems,
  }),
} as const;
