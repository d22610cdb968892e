import { randomUUID } from 'node:crypto';
import { readText, revisionOf, toSeen } from '#server/modules/moderation/watch-text.ts';
import { inTenant } from '#server/platform/database.ts';
import type { ApiWorld } from '../../support/api-world.ts';
import type { CellInput, Cells, CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import { putInMonitoring, severalStories, takeDownByPlatform } from '../../support/matrix/watched-stories.ts';
import { byHost, elsewhere, ofThePanel, ok } from '../../support/matrix/who-may.ts';

interface Rows {
  /** Stories of greenfield in monitoring, one for each decision of the platform, as it reads them. */
  watched: Record<WatchedFor, { id: string; revision: string }>;
}

const watchedFor = ['read', 'keep', 'ask', 'takeDown', 'reinstate'] as const;

type WatchedFor = (typeof watchedFor)[number];

/** What the platform reads and decides about a work of a school, from its own site alone; riverside has none in monitoring. */
const ofMonitoring: Cells = {
  targets: bothSchools,
  cells: byHost([elsewhere, elsewhere], [elsewhere, elsewhere], [ok, 'monitoring.not_found']),
};

const watchedOf = (target: string, purpose: WatchedFor, world: ApiWorld, { watched }: Rows) => ({
  params: {
    tenantId: world[target as 'greenfield'].tenant.id,
    workId: target === 'greenfield' ? watched[purpose].id : randomUUID(),
  },
});

const watchRead = (target: string, world: ApiWorld, tokens: Rows): CellInput =>
  watchedOf(target, 'read', world, tokens);

const watchAct =
  (purpose: WatchedFor) =>
  (target: string, world: ApiWorld, tokens: Rows): CellInput => {
    const { revision } = tokens.watched[purpose];
    const state = purpose === 'reinstate' ? 'taken_down' : 'waiting';
    return {
      ...watchedOf(target, purpose, world, tokens),
      body: { seen: { revision, reports: [], state }, reason: 'It is a tale.' },
    };
  };

export const cells: CellsOf<'monitoring', Rows> = {
  // What is listed of whom, and what is decided, is tested with book monitoring itself.
  'monitoring.list': { cells: byHost([elsewhere], [elsewhere], [ok]) },
  'monitoring.count': { cells: byHost([elsewhere], [elsewhere], [ok]) },
  'monitoring.listWords': ofThePanel,
  'monitoring.addWord': {
    ...ofThePanel,
    input: () => ({ body: { words: `word ${randomUUID()}`, reason: 'They asked' } }),
  },
  // Of nobody. watched-words.test.ts removes one.
  'monitoring.removeWord': {
    targets: ['nowhere'],
    input: () => ({ params: { id: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['monitoring.word_not_found']),
  },
  'monitoring.read': { ...ofMonitoring, input: watchRead },
  'monitoring.claim': { ...ofMonitoring, input: watchRead },
  'monitoring.keep': { ...ofMonitoring, input: watchAct('keep') },
  'monitoring.ask': { ...ofMonitoring, input: watchAct('ask') },
  'monitoring.takeDown': { ...ofMonitoring, input: watchAct('takeDown') },
  'monitoring.reinstate': { ...ofMonitoring, input: watchAct('reinstate') },
};

export async function makeRows(world: ApiWorld): Promise<Rows> {
  const { context, greenfield } = world;
  const author = greenfield.students[1];
  const on = await severalStories(world, greenfield, author, {
    state: 'published',
    count: watchedFor.length - 1,
  });
  const off = await severalStories(world, greenfield, author, { state: 'withdrawn', count: 1 });
  await takeDownByPlatform(world, off);
  await putInMonitoring(world, on, { state: 'waiting' });
  await putInMonitoring(world, off, { state: 'taken_down' });
  const ids = [...on, ...off];
  const revisions = await inTenant(context.database, greenfield.tenant.id, async (transaction) => {
    const found = [];
    for (const id of ids)
      found.push(revisionOf(toSeen(await readText(transaction, greenfield.tenant.id, id))));
    return found;
  });
  const watched = Object.fromEntries(
    watchedFor.map((purpose, at) => [purpose, { id: ids[at] ?? '', revision: revisions[at] ?? '' }]),
  ) as Rows['watched'];
  return { watched };
}
