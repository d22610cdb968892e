import { randomUUID } from 'node:crypto';
import type { ApiWorld, TestSchool } from '../../support/api-world.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellInput, Cells, CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import { byHost, ofWholeSchool, ok, refusedByRole } from '../../support/matrix/who-may.ts';
import { handedInBook, makeOffers, type TestOffer } from '../../support/offers.ts';

interface OwnRows {
  /** Of visitors: one of each school that is confirmed and one that is handed in, and of greenfield's one for each cell. */
  offers: Record<'confirmed' | 'handed_in', Record<'greenfield' | 'riverside', TestOffer>> & {
    decided: TestOffer[];
  };
}
type Rows = SharedRows & OwnRows;

const noOffer = 'offers.not_found';

/** What a device does with the offer that it began, whoever is signed in there. */
const ofTickets: Cells = {
  targets: bothSchools,
  cells: byHost([ok, noOffer], [noOffer, noOffer], [noOffer, noOffer]),
};

const offerOf =
  (state: 'confirmed' | 'handed_in', body: (ticket: string) => unknown) =>
  (target: string, _world: ApiWorld, { offers }: Rows): CellInput => {
    const { id, ticket } = offers[state][target as 'greenfield'];
    return { params: { offerId: id }, body: body(ticket) };
  };

/** Who decides about the books of visitors; each about a book of its own. */
const ofOffers: Cells = {
  targets: bothSchools,
  cells: {
    ...refusedByRole(2),
    teacher_admin: [ok, noOffer],
    school_admin: [ok, noOffer],
    organization_admin: [ok, noOffer],
    organization_admin_on_own_host: [noOffer, noOffer],
    platform_admin_on_own_host: [noOffer, noOffer],
  },
};

const offerToDecide =
  (body: unknown) =>
  (target: string, _world: ApiWorld, { offers }: Rows): CellInput => {
    const offer = target === 'greenfield' ? offers.decided.pop() : offers.handed_in.riverside;
    return { params: { offerId: offer?.id ?? '' }, body };
  };

export const cells: CellsOf<'offers', Rows> = {
  'offers.ask': {
    input: () => ({ body: { name: 'Ada', email: `${randomUUID()}@example.org`, is_adult: true } }),
    cells: byHost([ok], [ok], [ok]),
  },
  'offers.confirm': {
    targets: bothSchools,
    input: (target, _world, { offers }) => ({
      body: { token: offers.confirmed[target as 'greenfield'].token },
    }),
    cells: byHost(
      [ok, 'offers.link_refused'],
      ['offers.link_refused', 'offers.link_refused'],
      ['offers.link_refused', 'offers.link_refused'],
    ),
  },
  'offers.readState': { ...ofTickets, input: offerOf('confirmed', (ticket) => ({ ticket })) },
  'offers.sendPage': {
    ...ofTickets,
    input: (target, _world, { offers, picture }) => {
      const { id, ticket } = offers.confirmed[target as 'greenfield'];
      return { params: { offerId: id, sha256: picture.sha256 }, body: { ticket, picture: picture.file } };
    },
  },
  'offers.handIn': {
    ...ofTickets,
    input: offerOf('handed_in', (ticket) => handedInBook(ticket, [{ sha256: '0'.repeat(64), alt: '' }])),
  },
  'offers.takeBack': {
    ...ofTickets,
    input: (target, _world, { offers }) => {
      const offer = target === 'greenfield' ? offers.decided.pop() : offers.confirmed.riverside;
      return { params: { offerId: offer?.id ?? '' }, body: { ticket: offer?.ticket ?? '' } };
    },
  },
  'offers.list': {
    cells: { ...ofWholeSchool, platform_admin_on_own_host: [ok] },
  },
  'offers.accept': { ...ofOffers, input: offerToDecide({}) },
  'offers.refuse': { ...ofOffers, input: offerToDecide({ reason: 'Not for us' }) },
};

export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<OwnRows> {
  const { greenfield, riverside } = world;
  const one = async (school: TestSchool, state: 'confirmed' | 'handed_in') => {
    const [offer] = await makeOffers(world, school, { count: 1, state });
    if (!offer) throw new Error('No offer was made');
    return offer;
  };
  const both = async (state: 'confirmed' | 'handed_in') => ({
    greenfield: await one(greenfield, state),
    riverside: await one(riverside, state),
  });
  return {
    offers: {
      confirmed: await both('confirmed'),
      handed_in: await both('handed_in'),
      // To be accepted, refused and taken back.
      decided: await makeOffers(world, greenfield, { count: 3 * callers.length, state: 'handed_in' }),
    },
  };
}
