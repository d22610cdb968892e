import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';

/** For what runs and balances servers; apart from the check, which devices ask. */
export const probeEndpoints = {
  live: endpoint({
    name: 'health.live',
    summary: 'Whether the server runs at all; where it does not, it wants to be started again',
    method: 'GET',
    path: '/livez',
    roles: 'anyone',
    hosts: 'any',
    offline: 'online-only',
    response: v.object({ status: v.literal('ok') }),
  }),
  ready: endpoint({
    name: 'health.ready',
    summary:
      'Whether to send calls to this server: it reached the database within ten seconds, and is not about to end',
    method: 'GET',
    path: '/readyz',
    roles: 'anyone',
    hosts: 'any',
    offline: 'online-only',
    response: v.object({ status: v.literal('ok') }),
  }),
} as const;
