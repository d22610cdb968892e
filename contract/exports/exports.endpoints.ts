import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { officeStaff } from '../kit/roles.ts';
import { LifeReason } from '../tenants/tenant-life.schema.ts';
import { tenantProblems } from '../tenants/tenants.problems.ts';
import { exportProblems } from './exports.problems.ts';
import { ExportLink, ExportPart, TenantExport } from './exports.schema.ts';

const ofSchool = { roles: officeStaff, guests: 'never', offline: 'online-only' } as const;
const ofPlatform = { roles: [product.platformRole], hosts: 'platform', offline: 'online-only' } as const;
const List = v.object({ results: v.array(TenantExport) });

/** Everything that a school has, to take along. */
export const exportEndpoints = {
  list: endpoint({
    name: 'exports.list',
    summary: 'Exports of the own school that are being made or kept, the latest first',
    method: 'GET',
    path: '/v1/exports/',
    ...ofSchool,
    response: List,
    problems: [exportProblems.not_for_guests],
  }),
  start: endpoint({
    name: 'exports.start',
    summary: 'Export all that the own school has; an email says when it is ready',
    method: 'POST',
    path: '/v1/exports/',
    ...ofSchool,
    response: TenantExport,
    problems: [exportProblems.not_for_guests, exportProblems.under_way],
  }),
  makeLink: endpoint({
    name: 'exports.makeLink',
    summary: 'A link that downloads one part of an export once',
    method: 'POST',
    path: '/v1/exports/:exportId/links/',
    ...ofSchool,
    params: v.object({ exportId: Id }),
    body: ExportPart,
    answers: 'once',
    response: ExportLink,
    problems: [exportProblems.not_for_guests, exportProblems.not_found],
  }),
  listOf: endpoint({
    name: 'exports.listOf',
    summary: 'Exports of a school or organization, for the platform',
    method: 'GET',
    path: '/v1/panel/tenants/:tenantId/exports/',
    ...ofPlatform,
    reads: 'panel',
    params: v.object({ tenantId: Id }),
    response: List,
    problems: [tenantProblems.not_found],
  }),
  startOf: endpoint({
    name: 'exports.startOf',
    summary: 'Export all that a school or organization has, with a reason that both audits keep',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/export/',
    ...ofPlatform,
    params: v.object({ tenantId: Id }),
    body: LifeReason,
    response: TenantExport,
    problems: [tenantProblems.not_found, exportProblems.under_way],
  }),
  makeLinkOf: endpoint({
    name: 'exports.makeLinkOf',
    summary: 'A link that downloads one part of an export of a school once',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/exports/:exportId/links/',
    ...ofPlatform,
    params: v.object({ tenantId: Id, exportId: Id }),
    body: ExportPart,
    answers: 'once',
    response: ExportLink,
    problems: [tenantProblems.not_found, exportProblems.not_found],
  }),
} as const;
