import { randomUUID } from 'node:crypto';
import type { ApiWorld } from '../../support/api-world.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellsOf, WholeCall } from '../../support/matrix/entry.ts';
import { bothSchools, longAgo } from '../../support/matrix/places.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import { byHost, managing, ofMembers, ofOwnSchool, ofWholeSchool, ok } from '../../support/matrix/who-may.ts';
import { makeEmailLinks, stopTokenOf } from '../../support/member-links.ts';

interface OwnRows {
  /** Tokens of links that confirm an e-mail address; greenfield's are enough for two in each cell. */
  emails: { greenfield: string[]; riverside: string[] };
}
type Rows = SharedRows & OwnRows;

const noMember = 'members.not_found';

const changeMember: WholeCall<Rows> = {
  targets: bothSchools,
  input: (target, _world, { members }) => ({ params: { userId: members[target as 'greenfield'] } }),
  cells: ofOwnSchool(noMember),
};

export const cells: CellsOf<'members', Rows> = {
  'members.list': {
    cells: { ...ofWholeSchool, platform_admin_on_own_host: [ok] },
  },
  'members.create': {
    input: () => ({
      body: {
        first_name: 'New',
        last_name: 'Member',
        email: `${randomUUID()}@example.org`,
        country: 'DE',
      },
    }),
    cells: managing,
  },
  'members.read': {
    ...changeMember,
    cells: {
      ...changeMember.cells,
      teacher_admin: [ok, noMember],
      platform_admin_on_own_host: [ok, ok],
    },
  },
  'members.update': {
    ...changeMember,
    // The platform may, so it says that it saw the member of the other school long ago: that one is to be untouched.
    input: (target, ...cell) => ({
      ...changeMember.input(target, ...cell),
      body: { first_name: randomUUID(), ...(target === 'riverside' && { updated_at: longAgo }) },
    }),
    cells: { ...changeMember.cells, platform_admin_on_own_host: [ok, 'members.changed_since'] },
  },
  'members.readOwn': { cells: ofMembers },
  'members.updateOwn': { input: () => ({ body: { country: 'SE' } }), cells: ofMembers },
  'members.archive': changeMember,
  'members.restore': changeMember,
  'members.confirmEmail': {
    targets: bothSchools,
    input: (target, _world, { emails }) => ({
      body: { token: target === 'greenfield' ? emails.greenfield.pop() : emails.riverside[0] },
    }),
    cells: byHost(
      [ok, 'members.email_link_refused'],
      ['members.email_link_refused', 'members.email_link_refused'],
      ['members.email_link_refused', 'members.email_link_refused'],
    ),
  },
  'members.stopEmailChange': {
    targets: bothSchools,
    input: (target, _world, { emails }) => {
      const token = target === 'greenfield' ? emails.greenfield.pop() : emails.riverside[0];
      return { body: { token: stopTokenOf(token ?? '') } };
    },
    cells: byHost(
      [ok, 'members.email_link_refused'],
      ['members.email_link_refused', 'members.email_link_refused'],
      ['members.email_link_refused', 'members.email_link_refused'],
    ),
  },
};

export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<OwnRows> {
  return {
    emails: {
      greenfield: await makeEmailLinks(world, world.greenfield, 2 * callers.length),
      riverside: await makeEmailLinks(world, world.riverside, 1),
    },
  };
}
