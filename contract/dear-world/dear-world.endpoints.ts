import { endpoint } from '../kit/endpoint.ts';
import { DearWorld, DearWorldQuery } from './dear-world.schema.ts';

/** Messages of children to the world, in one edition a year. */
export const dearWorldEndpoints = {
  read: endpoint({
    name: 'dearWorld.read',
    summary: 'Messages of an edition that strangers may see at their schools now, in the order of the book',
    method: 'GET',
    path: '/dear-world/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'cached',
    query: DearWorldQuery,
    response: DearWorld,
  }),
} as const;
