import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';

export const healthEndpoints = {
  check: endpoint({
    name: 'health.check',
    summary: 'Whether the service and its database answer',
    method: 'GET',
    path: '/healthz',
    roles: 'anyone',
    hosts: 'any',
    offline: 'online-only',
    response: v.object({ status: v.literal('ok') }),
  }),
} as const;
