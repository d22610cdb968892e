import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/kit/day.ts';
import type { CellsOf, ChampionCells } from '../../support/matrix/entry.ts';
import type { Outcome } from '../../support/matrix/names.ts';
import { helps, longAgo } from '../../support/matrix/places.ts';
import { byHost, elsewhere, forbidden, ofChampions, ofThePanel, ok } from '../../support/matrix/who-may.ts';

/** The same of superpower parents. */
const forParents = (outcome: Outcome): ChampionCells => ({
  superpower_teacher: [forbidden],
  superpower_parent: [outcome],
});

export const cells: CellsOf<'champions'> = {
  'champions.list': ofThePanel,
  'champions.grant': {
    ...ofThePanel,
    input: (_target, world) => ({
      body: {
        kind: 'teacher',
        first_name: 'Ana',
        last_name: 'Ruiz',
        email: `${randomUUID()}@example.org`,
        until: dayOf(world.clock.now()),
        ...helps,
      },
    }),
  },
  'champions.extend': {
    ...ofThePanel,
    input: (_target, world) => ({
      params: { id: randomUUID() },
      body: { until: dayOf(world.clock.now()), updated_at: longAgo, ...helps },
    }),
    cells: byHost([elsewhere], [elsewhere], ['champions.not_found']),
  },
  'champions.revoke': {
    ...ofThePanel,
    input: () => ({ params: { id: randomUUID() }, body: { updated_at: longAgo, ...helps } }),
    cells: byHost([elsewhere], [elsewhere], ['champions.not_found']),
  },
  'champions.readOwn': ofChampions({ superpower_teacher: [ok], superpower_parent: [ok] }),
  'champions.listWorks': ofChampions(forParents(ok)),
  'champions.suggest': {
    ...ofChampions(forParents('panel.work_not_found')),
    input: () => ({
      params: { tenantId: randomUUID(), workId: randomUUID() },
      body: { why: 'Good to read' },
    }),
  },
  'champions.listSuggestions': ofChampions(forParents(ok)),
};
