import { randomUUID } from 'node:crypto';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { tenantOf } from '../../support/matrix/places.ts';
import {
  byHost,
  elsewhere,
  noTenant,
  ofAdministrators,
  ofMembers,
  ok,
} from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'exports'> = {
  'exports.list': { cells: ofAdministrators },
  // The first one asks, and one at a time is made. exports.test.ts looks into what it holds.
  'exports.start': {
    cells: { ...ofAdministrators, organization_admin: ['exports.under_way'] },
  },
  'exports.makeLink': {
    targets: ['nowhere'],
    input: () => ({ params: { exportId: randomUUID() }, body: { part: 1 } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['exports.not_found'],
      organization_admin: ['exports.not_found'],
      organization_admin_on_own_host: ['exports.not_found'],
    },
  },
  'exports.noteList': {
    input: () => ({ body: { list: 'students' as const, rows: 25 } }),
    cells: { ...ofMembers, platform_admin_on_own_host: [elsewhere] },
  },
  'exports.listOf': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  'exports.startOf': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID() }, body: { reason: 'They asked' } }),
    cells: byHost([elsewhere], [elsewhere], [noTenant]),
  },
  'exports.makeLinkOf': {
    targets: ['riverside'],
    input: (target, world) => ({
      params: { ...tenantOf(target, world), exportId: randomUUID() },
      body: { part: 1 },
    }),
    cells: byHost([elsewhere], [elsewhere], ['exports.not_found']),
  },
};
