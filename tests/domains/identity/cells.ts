import type { ApiWorld } from '../../support/api-world.ts';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { byHost, elsewhere, ofAdministrators, ok, syncing } from '../../support/matrix/who-may.ts';

/** Refresh tokens of sessions that are the matrix's own. */
interface Rows {
  refresh: { greenfield: string; riverside: string };
  leave: { greenfield: string; riverside: string };
}

const wrong = 'identity.wrong_credentials';

const wrongCommunity = 'identity.wrong_community_password';

/** Those of a school who sign in with an e-mail address, by the name before the @. */
const staffNames = ['teacher', 'other', 'lead', 'admin', 'trust', 'parent'] as const;

let drawn = 0;

/** Each in turn. */
function anyOf<Value>(values: readonly Value[]): Value | undefined {
  drawn += 1;
  return values[drawn % values.length];
}

const refused = 'identity.refresh_refused';

export const cells: CellsOf<'identity', Rows> = {
  'identity.signIn': {
    targets: ['greenfield', 'riverside'],
    // By many names, since too many wrong tries for one are refused as such.
    input: (target) => ({
      body: { username: `${anyOf(staffNames)}@${target}.test`, password: 'Test-password-1' },
    }),
    cells: byHost([ok, wrong], [wrong, wrong], [wrong, wrong]),
  },
  'identity.enterCommunity': {
    targets: ['greenfield', 'riverside'],
    input: (target) => ({ body: { password: `welcome-to-${target}` } }),
    cells: byHost([ok, wrongCommunity], [wrongCommunity, wrongCommunity], [elsewhere, elsewhere]),
  },
  'identity.checkCommunity': {
    cells: byHost([ok], [ok], [elsewhere]),
  },
  'identity.leaveCommunity': {
    cells: byHost([ok], [ok], [elsewhere]),
  },
  'identity.readCommunityPassword': { cells: ofAdministrators },
  'identity.setCommunityPassword': {
    input: () => ({ body: { password: 'three words in a row' } }),
    cells: ofAdministrators,
  },
  'identity.refresh': {
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { refresh }) => ({ body: { refresh: refresh[target as 'greenfield'] } }),
    cells: byHost([ok, refused], [refused, refused], [refused, refused]),
  },
  'identity.signOut': {
    // It answers alike to all, so that a token cannot be tried out; the other school's session goes on.
    targets: ['riverside', 'greenfield'],
    input: (target, _world, { leave }) => ({ body: { refresh: leave[target as 'greenfield'] } }),
    cells: byHost([ok, ok], [ok, ok], [ok, ok]),
  },
  'identity.readProfile': {
    cells: { ...syncing, platform_admin_on_own_host: [ok] },
    champions: { superpower_teacher: [ok], superpower_parent: [ok] },
  },
  'identity.markTutorialSeen': {
    input: () => ({ params: { key: 'stories' } }),
    cells: syncing,
  },
};

export async function makeRows(world: ApiWorld): Promise<Rows> {
  const session = async (school: 'greenfield' | 'riverside') =>
    (await world.signIn(world[school].host, `lead@${school}.test`)).refresh;
  const pair = async () => ({
    greenfield: await session('greenfield'),
    riverside: await session('riverside'),
  });
  return { refresh: await pair(), leave: await pair() };
}
