import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { tenantLifeProblems } from './tenant-life.problems.ts';
import { LifeReason, TenantLife } from './tenant-life.schema.ts';
import { tenantProblems } from './tenants.problems.ts';

const ofPlatform = {
  roles: [product.platformRole],
  hosts: 'platform',
  offline: 'online-only',
  params: v.object({ tenantId: Id }),
} as const;

/** Life of a tenant: pending, then active, and suspended for a while. */
export const tenantLifeEndpoints = {
  readLife: endpoint({
    name: 'tenants.readLife',
    summary: 'Where a school or organization is in its life, and how many people are in it',
    method: 'GET',
    path: '/v1/panel/tenants/:tenantId/life/',
    ...ofPlatform,
    reads: 'panel',
    response: TenantLife,
    problems: [tenantProblems.not_found],
  }),
  suspend: endpoint({
    name: 'tenants.suspend',
    summary: 'Suspend a school: sessions end and nobody signs in; tablets still send what they hold',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/suspend/',
    ...ofPlatform,
    body: LifeReason,
    response: v.object({}),
    problems: [tenantProblems.not_found, tenantLifeProblems.not_active],
  }),
  resume: endpoint({
    name: 'tenants.resume',
    summary: 'Let a suspended school go on; everybody signs in again',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/resume/',
    ...ofPlatform,
    body: LifeReason,
    response: v.object({}),
    problems: [tenantProblems.not_found, tenantLifeProblems.not_suspended],
  }),
} as const;
