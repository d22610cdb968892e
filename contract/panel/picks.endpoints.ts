import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { panelProblems } from './panel.problems.ts';
import { PanelWorkParams } from './works.schema.ts';

const ofPlatform = {
  roles: [product.platformRole],
  hosts: 'platform',
  offline: 'online-only',
  path: '/v1/panel/picks/:tenantId/:workId/',
  params: PanelWorkParams,
  response: v.object({}),
} as const;

/** What is put on the shelf of the platform, and taken off it. */
export const pickEndpoints = {
  pick: endpoint({
    ...ofPlatform,
    name: 'picks.pick',
    summary: 'Put a work that strangers may see on the shelf of the platform; its school’s audit says so',
    method: 'PUT',
    problems: [panelProblems.work_not_found, panelProblems.already_here],
  }),
  unpick: endpoint({
    ...ofPlatform,
    name: 'picks.unpick',
    summary: 'Take a work off the shelf of the platform; it stays where it is at its school',
    method: 'DELETE',
    problems: [panelProblems.not_picked],
  }),
} as const;
