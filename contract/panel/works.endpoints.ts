import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { panelProblems } from './panel.problems.ts';
import { PanelWorkPage, PanelWorkParams, PanelWorkQuery, PanelWorkText } from './works.schema.ts';

const reading = {
  method: 'GET',
  roles: [product.platformRole],
  hosts: 'platform',
  reads: 'panel',
  offline: 'online-only',
} as const;

/** Works of all schools, as far as a stranger may see them. */
export const panelWorkEndpoints = {
  listWorks: endpoint({
    ...reading,
    name: 'panel.listWorks',
    summary:
      'Works of all schools that a stranger may see, the latest first, and how many schools keep to themselves',
    path: '/v1/panel/works/',
    query: PanelWorkQuery,
    response: PanelWorkPage,
    problems: [panelProblems.too_wide],
  }),
  readWork: endpoint({
    ...reading,
    name: 'panel.readWork',
    summary:
      'The text of a work that a stranger may read, or that is in book monitoring; each look is in the audit of its school',
    path: '/v1/panel/works/:tenantId/:workId/',
    params: PanelWorkParams,
    response: PanelWorkText,
    problems: [panelProblems.work_not_found],
  }),
} as const;
