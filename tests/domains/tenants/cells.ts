import { randomUUID } from 'node:crypto';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import type { Cells, CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools, tenantOf } from '../../support/matrix/places.ts';
import {
  byHost,
  elsewhere,
  noTenant,
  ofOwnSchool,
  ofPlatformAlone,
  ok,
} from '../../support/matrix/who-may.ts';

const noSchool = 'tenants.unknown_slug';

/** What those see and change of a tenant who run it. */
const ofTenants: Cells = {
  targets: bothSchools,
  cells: { ...ofOwnSchool(noTenant), platform_admin_on_own_host: [ok, ok] },
};

/** A school that is nobody's yet. */
const newSchool = () => ({
  school_name: 'New School',
  school_email: `${randomUUID()}@example.org`,
  first_name: 'Robin',
  last_name: 'Quill',
  domain_url: 'https://new-school.example',
  ...defaultColors,
});

export const cells: CellsOf<'tenants'> = {
  'tenants.readCurrent': { cells: byHost([ok], [ok], [ok]) },
  'tenants.findBySlug': {
    targets: ['greenfield', 'nowhere'],
    input: (target) => ({ params: { slug: target } }),
    cells: byHost([ok, noSchool], [ok, noSchool], [ok, noSchool]),
  },
  'tenants.checkSubdomain': {
    targets: ['greenfield', 'nowhere'],
    input: (target) => ({ params: { subdomain: target } }),
    cells: byHost([ok, ok], [ok, ok], [ok, ok]),
  },
  'tenants.register': {
    input: () => ({ body: newSchool() }),
    cells: byHost(['tenants.register_elsewhere'], ['tenants.register_elsewhere'], [ok]),
  },
  'tenants.create': { input: () => ({ body: newSchool() }), cells: ofPlatformAlone },
  'tenants.list': { input: () => ({ query: { limit: '1000' } }), cells: ofPlatformAlone },
  'tenants.showDomain': {
    // One’s own is either shown or not; tenant-domains.test.ts has both.
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: {
      school_admin: [noTenant],
      organization_admin: [noTenant],
      organization_admin_on_own_host: [noTenant],
      platform_admin_on_own_host: ['tenants.no_domain_to_show'],
    },
  },
  'tenants.read': { ...ofTenants, input: (target, world) => ({ params: tenantOf(target, world) }) },
  'tenants.update': {
    // What it is already: the other school is to be untouched.
    ...ofTenants,
    input: (target, world) => ({
      params: tenantOf(target, world),
      body: { school_name: `${target} school` },
    }),
  },
  'tenants.readLife': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  'tenants.readUsage': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  // Of nobody: the other school is to be untouched. tenant-usage.test.ts sets some.
  'tenants.setCeilings': {
    targets: ['nowhere'],
    input: () => ({
      params: { tenantId: randomUUID() },
      body: {
        media_gb: null,
        mails_a_day: 700,
        student_mb_a_week: null,
        student_pieces_a_week: null,
        reason: 'A large school',
      },
    }),
    cells: byHost([elsewhere], [elsewhere], [noTenant]),
  },
  // Of nobody: a school that is suspended has no callers any more. tenant-life.test.ts suspends one.
  'tenants.suspend': {
    targets: ['nowhere'],
    input: () => ({ params: { tenantId: randomUUID() }, body: { reason: 'Not paid' } }),
    cells: byHost([elsewhere], [elsewhere], [noTenant]),
  },
  'tenants.resume': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world), body: { reason: 'Paid' } }),
    cells: byHost([elsewhere], [elsewhere], ['tenants.not_suspended']),
  },
};
