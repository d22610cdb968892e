import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { ResourceAudience } from '#contract/resources/resources.schema.ts';
import type { ApiWorld, Caller } from '../../support/api-world.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellsOf, WhoMay } from '../../support/matrix/entry.ts';
import type { Outcome } from '../../support/matrix/names.ts';
import { helps, longAgo } from '../../support/matrix/places.ts';
import {
  byHost,
  elsewhere,
  forbidden,
  forTeachers,
  ofChampions,
  ofThePanel,
  ok,
  openToReaders,
  refusedByRole,
} from '../../support/matrix/who-may.ts';
import { resourceForm, shareResource } from '../../support/resources.ts';

interface Rows {
  /** Ids of resources: by who sees them, one of a teacher that is changed, and for each cell one to remove. */
  resources: Record<'staff' | 'community' | 'public' | 'riverside' | 'changed', string> & {
    removed: string[];
  };
}

const noResource = 'resources.not_found';

const othersResource = 'resources.not_yours';

const notForEverybody = 'resources.not_for_everybody';

/** What is done about one that a teacher of maple shares. */
const ofSharing = (outcome: Outcome, onOtherHosts: Outcome, about: readonly [Outcome]): WhoMay => ({
  ...refusedByRole(2),
  teacher: [outcome, ...about],
  teacher_of_birch: [othersResource, ...about],
  teacher_admin: [outcome, ...about],
  school_admin: [outcome, ...about],
  organization_admin: [outcome, ...about],
  organization_admin_on_own_host: [onOtherHosts, ...about],
  platform_admin_on_own_host: [onOtherHosts, ...about],
});

export const cells: CellsOf<'resources', Rows> = {
  'resources.list': { cells: openToReaders },
  'resources.read': {
    targets: ['staff', 'community', 'public', 'riverside'],
    input: (target, _world, { resources }) => ({ params: { resourceId: resources[target as 'staff'] } }),
    cells: {
      visitor: [noResource, noResource, ok, noResource],
      student: [noResource, ok, ok, noResource],
      parent: [noResource, ok, ok, noResource],
      teacher: [ok, ok, ok, noResource],
      teacher_of_birch: [ok, ok, ok, noResource],
      teacher_admin: [ok, ok, ok, noResource],
      school_admin: [ok, ok, ok, noResource],
      organization_admin: [ok, ok, ok, noResource],
      organization_admin_on_own_host: [noResource, noResource, noResource, noResource],
      platform_admin_on_own_host: [noResource, noResource, noResource, noResource],
    },
  },
  'resources.save': {
    targets: ['teachers', 'new'],
    input: (target, _world, { resources }) => ({
      params: { resourceId: target === 'new' ? uuidv7() : resources.changed },
      body: resourceForm(),
    }),
    // On another host it is one of their own, under an id that somebody else has elsewhere.
    cells: ofSharing(ok, ok, [ok]),
    // What they share is for everybody, or refused.
    champions: {
      superpower_teacher: [notForEverybody, notForEverybody],
      superpower_parent: [forbidden, forbidden],
    },
  },
  'resources.remove': {
    targets: ['teachers', 'riverside'],
    input: (target, _world, { resources }) => ({
      params: { resourceId: (target === 'riverside' ? resources.riverside : resources.removed.pop()) ?? '' },
    }),
    cells: ofSharing(ok, noResource, [noResource]),
    champions: { superpower_teacher: [noResource, noResource], superpower_parent: [forbidden, forbidden] },
  },
  'resources.listOwn': ofChampions(forTeachers(ok)),
  'resources.readOwn': {
    ...ofChampions(forTeachers(noResource)),
    input: () => ({ params: { resourceId: randomUUID() } }),
  },
  'resources.listOffered': ofThePanel,
  // Of none. resource-offers.test.ts answers some.
  'resources.approve': {
    targets: ['nowhere'],
    input: () => ({ params: { resourceId: randomUUID() }, body: { updated_at: longAgo } }),
    cells: byHost([elsewhere], [elsewhere], [noResource]),
  },
  'resources.decline': {
    targets: ['nowhere'],
    input: () => ({ params: { resourceId: randomUUID() }, body: { updated_at: longAgo, ...helps } }),
    cells: byHost([elsewhere], [elsewhere], [noResource]),
  },
};

/** Shared by a teacher of maple but for what everybody sees, which the office shares. */
export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<Rows> {
  const { greenfield, riverside } = world;
  const teacher = await world.as(greenfield.teacher);
  const shared = async (by: Caller, audience: ResourceAudience = 'staff') =>
    (await shareResource(world, by, { audience })).id;
  const removed: string[] = [];
  for (const _caller of callers) removed.push(await shared(teacher));
  return {
    resources: {
      staff: await shared(teacher),
      community: await shared(teacher, 'community'),
      public: await shared(await world.as(greenfield.schoolAdmin), 'public'),
      riverside: await shared(await world.as(riverside.schoolAdmin), 'public'),
      changed: await shared(teacher),
      removed,
    },
  };
}
