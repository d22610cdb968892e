import { endpoint } from '../kit/endpoint.ts';
import { PickedWorks } from './picks.schema.ts';

/** The shelf of the platform, for its library: apart from what fills it. */
export const pickedEndpoints = {
  list: endpoint({
    name: 'picks.list',
    summary:
      'Works of schools that the platform picked and that strangers may see now, the latest pick first',
    method: 'GET',
    path: '/library-picks/',
    roles: 'anyone',
    hosts: 'platform',
    offline: 'online-only',
    response: PickedWorks,
  }),
} as const;
