import type { ApiWorld, TestSchool } from '../../support/api-world.ts';
import { insertCertificate } from '../../support/certificates.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import { byHost, elsewhere, forbidden, ok, unknown } from '../../support/matrix/who-may.ts';

interface OwnRows {
  /** Addresses of certificates: of a gift to each school, and withdrawn ones of works of each part. */
  certificates: Record<'greenfield' | 'riverside' | 'of_maple' | 'of_birch' | 'of_riverside', string>;
}
type Rows = SharedRows & OwnRows;

const noCertificate = 'certificates.not_found';

const nothingRaised = 'certificates.nothing_raised';

export const cells: CellsOf<'certificates', Rows> = {
  'certificates.read': {
    targets: bothSchools,
    input: (target, _world, { certificates }) => ({
      params: { publicId: certificates[target as 'greenfield'] },
    }),
    cells: {
      ...byHost([ok, noCertificate], [noCertificate, noCertificate], [elsewhere, elsewhere]),
      anyone_signed_in_elsewhere: [unknown, unknown],
    },
  },
  'certificates.issue': {
    targets: ['maple'],
    input: (_target, _world, { works, causes }) => ({
      body: { kind: 'raised', work_id: works.maple, cause_id: causes.greenfield },
    }),
    cells: {
      ...byHost([nothingRaised], [nothingRaised], [elsewhere]),
      visitor: [unknown],
      parent: [forbidden],
      anyone_signed_in_elsewhere: [unknown],
    },
  },
  // Withdrawn already: to do it once more changes nothing.
  'certificates.withdraw': {
    targets: ['maple', 'birch', 'riverside'],
    input: (target, _world, { certificates }) => ({
      params: { publicId: certificates[`of_${target as 'maple'}`] },
      body: { reason: 'By mistake' },
    }),
    cells: {
      teacher: [ok, noCertificate, noCertificate],
      teacher_of_birch: [noCertificate, ok, noCertificate],
      teacher_admin: [ok, ok, noCertificate],
      school_admin: [ok, ok, noCertificate],
      organization_admin: [ok, ok, noCertificate],
      organization_admin_on_own_host: [noCertificate, noCertificate, noCertificate],
      platform_admin_on_own_host: [ok, ok, ok],
    },
  },
};

export async function makeRows(
  world: ApiWorld,
  _callers: readonly MatrixCaller[],
  { works, orders, causes }: SharedRows,
): Promise<OwnRows> {
  const { greenfield, riverside } = world;
  // Who has the address of a gift's certificate reads the name on it, so it is nobody's here.
  const ofGift = (school: TestSchool, order: { id: string; line: string }) =>
    insertCertificate(world, school, { kind: 'giving', order, name: 'A giver' });
  const ofWork = (school: TestSchool, workId: string, causeId: string) =>
    insertCertificate(world, school, { kind: 'raised', workId, causeId, name: 'Zoe', isWithdrawn: true });
  return {
    certificates: {
      greenfield: await ofGift(greenfield, orders.greenfield),
      riverside: await ofGift(riverside, orders.riverside),
      of_maple: await ofWork(greenfield, works.maple, causes.greenfield),
      of_birch: await ofWork(greenfield, works.birch, causes.greenfield),
      of_riverside: await ofWork(riverside, works.riverside, causes.riverside),
    },
  };
}
