import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { panelProblems } from './panel.problems.ts';
import {
  PanelPersonPage,
  PanelPersonQuery,
  PanelStudentPage,
  PanelStudentQuery,
  PanelTenantPage,
  PanelTenantQuery,
} from './panel.schema.ts';

/** Lists of all schools for the platform, by key and with a count of no more than 200. */
const list = {
  method: 'GET',
  roles: [product.platformRole],
  hosts: 'platform',
  reads: 'panel',
  offline: 'online-only',
} as const;

export const panelEndpoints = {
  listTenants: endpoint({
    ...list,
    name: 'panel.listTenants',
    summary: 'Schools and organizations with their numbers, found by name, subdomain or domain',
    path: '/v1/panel/tenants/',
    query: PanelTenantQuery,
    response: PanelTenantPage,
    problems: [panelProblems.too_wide],
  }),
  listPeople: endpoint({
    ...list,
    name: 'panel.listPeople',
    summary:
      'People of all schools, found by name, email address or @domain; students with one school chosen',
    path: '/v1/panel/people/',
    query: PanelPersonQuery,
    response: PanelPersonPage,
    problems: [panelProblems.too_wide, panelProblems.reason_needed],
  }),
  listStudents: endpoint({
    ...list,
    name: 'panel.listStudents',
    summary: 'Students of all schools; their names with one school chosen or a reason given',
    path: '/v1/panel/students/',
    query: PanelStudentQuery,
    response: PanelStudentPage,
    problems: [panelProblems.too_wide, panelProblems.reason_needed],
  }),
} as const;
