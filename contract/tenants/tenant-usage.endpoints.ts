import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { CeilingsForm, TenantUsage } from './tenant-usage.schema.ts';
import { tenantProblems } from './tenants.problems.ts';

const ofPlatform = {
  roles: [product.platformRole],
  hosts: 'platform',
  offline: 'online-only',
  params: v.object({ tenantId: Id }),
  response: TenantUsage,
  problems: [tenantProblems.not_found],
} as const;

/** What a school or organization uses, and how much it may. */
export const tenantUsageEndpoints = {
  readUsage: endpoint({
    name: 'tenants.readUsage',
    summary: 'How much media a school keeps and how many emails it sends, against what it may',
    method: 'GET',
    path: '/tenants/:tenantId/usage/',
    ...ofPlatform,
  }),
  setCeilings: endpoint({
    name: 'tenants.setCeilings',
    summary: 'Say how much a school may keep and send; null is as usual',
    method: 'PUT',
    path: '/tenants/:tenantId/ceilings/',
    ...ofPlatform,
    body: CeilingsForm,
  }),
} as const;
