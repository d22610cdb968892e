import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { createTickets } from '#server/modules/requests/ticket.ts';
import type { ApiWorld } from '../../support/api-world.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellInput, Cells, CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import { byHost, ofWholeSchool, ok, refusedByRole } from '../../support/matrix/who-may.ts';
import { contactFields, makeRequests, type TestRequest } from '../../support/requests.ts';

interface Rows {
  /** Messages to each school; greenfield's are enough for one in each cell. And a ticket of a form for each host. */
  requests: Record<'greenfield' | 'riverside', TestRequest[]> & { ticketOf: (host: string) => string };
}

const noRequest = 'requests.not_found';

const noRequestLink = 'requests.link_refused';

/** Who answers the messages of a school, each about a message of its own. */
const ofRequests: Cells = {
  targets: bothSchools,
  cells: {
    ...refusedByRole(2),
    teacher_admin: [ok, noRequest],
    school_admin: [ok, noRequest],
    organization_admin: [ok, noRequest],
    organization_admin_on_own_host: [noRequest, noRequest],
    platform_admin_on_own_host: [noRequest, noRequest],
  },
};

const requestTo =
  (body?: object) =>
  (target: string, _world: ApiWorld, { requests }: Rows): CellInput => {
    const request = requests[target as 'greenfield'].pop();
    const input = { params: { requestId: request?.id ?? '' } };
    return body ? { ...input, body: { ...body, seen: request?.updated_at ?? '' } } : input;
  };

export const cells: CellsOf<'requests', Rows> = {
  'requests.ticket': { cells: byHost([ok], [ok], [ok]) },
  'requests.send': {
    input: (_target, _world, { requests }) => ({
      body: {
        ...contactFields,
        email: `${randomUUID()}@example.org`,
        id: uuidv7(),
        secret: randomUUID(),
        ticket: requests.ticketOf('greenfield'),
        proof: '',
      },
    }),
    // A ticket is good where it was given.
    cells: byHost([ok], ['requests.ticket_old'], ['requests.ticket_old']),
  },
  'requests.confirm': {
    targets: bothSchools,
    input: (target, _world, { requests }) => ({
      body: { token: requests[target as 'greenfield'][0]?.token ?? '' },
    }),
    cells: byHost([ok, noRequestLink], [noRequestLink, noRequestLink], [noRequestLink, noRequestLink]),
  },
  'requests.readState': {
    targets: bothSchools,
    input: (target, _world, { requests }) => {
      const { reference = '', secret = '' } = requests[target as 'greenfield'][0] ?? {};
      return { body: { reference, secret } };
    },
    cells: byHost([ok, noRequest], [noRequest, noRequest], [noRequest, noRequest]),
  },
  'requests.list': {
    cells: { ...ofWholeSchool, platform_admin_on_own_host: [ok] },
  },
  'requests.read': { ...ofRequests, input: requestTo() },
  'requests.answer': { ...ofRequests, input: requestTo({ words: 'Thank you.' }) },
  'requests.decide': { ...ofRequests, input: requestTo({ state: 'closed' }) },
  // Lists of schools come to the platform alone: enrolments.test.ts has one.
  'requests.invite': {
    targets: bothSchools,
    input: (target, _world, { requests }) => {
      const { id = '', updated_at = '' } = requests[target as 'greenfield'][0] ?? {};
      return { params: { requestId: id }, body: { seen: updated_at, emails: ['hill@example.org'] } };
    },
    cells: { platform_admin_on_own_host: [noRequest, noRequest] },
  },
  'requests.remind': {
    targets: bothSchools,
    input: (target, _world, { requests }) => {
      const { id = '', updated_at = '' } = requests[target as 'greenfield'][0] ?? {};
      return { params: { requestId: id }, body: { seen: updated_at, emails: ['hill@example.org'] } };
    },
    cells: { platform_admin_on_own_host: [noRequest, noRequest] },
  },
  'requests.assign': { ...ofRequests, input: requestTo({ to_me: true }) },
};

export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<Rows> {
  const tickets = createTickets(world.context.secretKey);
  const count = 4 * callers.length + 1;
  return {
    requests: {
      greenfield: await makeRequests(world, world.greenfield, { count }),
      riverside: await makeRequests(world, world.riverside, { count }),
      ticketOf: (name) => tickets.issue(world[name as 'greenfield'].tenant.id, world.clock.now()),
    },
  };
}
