import { randomUUID } from 'node:crypto';
import type { ApiWorld } from '../../support/api-world.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellsOf, WhoMay } from '../../support/matrix/entry.ts';
import { byHost, elsewhere, ofAdministrators, ok, refusedByRole } from '../../support/matrix/who-may.ts';
import { makeVisitLinks, setGuestConsent } from '../../support/visits.ts';

interface Rows {
  /** Tokens of links into the schools; greenfield's are enough for one in each cell. */
  visits: { greenfield: string[]; riverside: string[] };
}

/** Those who look after several schools from outside of them. */
const visiting: WhoMay = {
  ...refusedByRole(1),
  organization_admin: [ok],
  organization_admin_on_own_host: [ok],
  platform_admin_on_own_host: [ok],
};

const noVisit = 'visits.unknown_school';

const noWayIn = 'visits.link_refused';

const toVisit = (target: string, { greenfield }: ApiWorld) => ({
  params: { tenantId: target === 'greenfield' ? greenfield.tenant.id : randomUUID() },
});

export const cells: CellsOf<'visits', Rows> = {
  'visits.list': { input: () => ({ query: { limit: '1000' } }), cells: visiting },
  'visits.summarize': { cells: visiting },
  'visits.makeLink': {
    // The organization is a tenant that no organization is linked to.
    targets: ['greenfield', 'organization'],
    input: (target, { greenfield, organization }) => ({
      body: {
        tenant_id: (target === 'greenfield' ? greenfield : organization).tenant.id,
        reason: 'The matrix looks around',
      },
    }),
    cells: {
      organization_admin: [noVisit, noVisit],
      organization_admin_on_own_host: [ok, noVisit],
      platform_admin_on_own_host: [ok, ok],
    },
  },
  'visits.readAccess': {
    targets: ['greenfield', 'nowhere'],
    input: toVisit,
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, noVisit]),
  },
  'visits.ask': {
    targets: ['greenfield', 'nowhere'],
    input: (target, world) => ({
      ...toVisit(target, world),
      body: { wants: 'look', reason: 'The matrix looks around' },
    }),
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, noVisit]),
  },
  'visits.askOverride': {
    targets: ['greenfield', 'nowhere'],
    input: (target, world) => ({
      ...toVisit(target, world),
      body: { wants: 'look', reason: 'The matrix calls for help' },
    }),
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, noVisit]),
  },
  // Of nothing: tests/api/breaking-glass.test.ts has two administrators.
  'visits.confirmOverride': {
    targets: ['greenfield', 'nowhere'],
    input: (target, world) => ({
      params: { ...toVisit(target, world).params, overrideId: randomUUID() },
      body: {},
    }),
    cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], ['visits.override_over', noVisit]),
  },
  'visits.readHere': { cells: ofAdministrators },
  'visits.setConsent': {
    input: () => ({ body: { guest_consent: 'always' } }),
    cells: ofAdministrators,
  },
  // Of nobody here: tests/api/visits-by-consent.test.ts has requests and guests of two schools.
  'visits.answer': {
    input: () => ({ params: { requestId: randomUUID() }, body: { answer: 'look' } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['visits.request_over'],
      organization_admin: ['visits.request_over'],
      organization_admin_on_own_host: ['visits.request_over'],
    },
  },
  'visits.end': {
    input: () => ({ params: { guestId: randomUUID() } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['visits.guest_gone'],
      organization_admin: ['visits.guest_gone'],
      organization_admin_on_own_host: ['visits.guest_gone'],
    },
  },
  'visits.check': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { visits }) => ({
      body: { token: visits[target as 'greenfield'][0] ?? '' },
    }),
    cells: byHost([ok, noWayIn], [noWayIn, noWayIn], [elsewhere, elsewhere]),
  },
  'visits.redeem': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { visits }) => ({
      body: { token: (target === 'greenfield' ? visits.greenfield.shift() : visits.riverside[0]) ?? '' },
    }),
    cells: byHost([ok, noWayIn], [noWayIn, noWayIn], [elsewhere, elsewhere]),
  },
};

export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<Rows> {
  await setGuestConsent(world, world.organization, 'always');
  return {
    visits: {
      greenfield: await makeVisitLinks(world, world.greenfield, callers.length),
      riverside: await makeVisitLinks(world, world.riverside, 1),
    },
  };
}
