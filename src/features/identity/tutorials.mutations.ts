import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { TutorialKey } from '#contract/identity/identity.schema.ts';
import { queued } from '#src/sync/queued.ts';

export function markTutorialSeenInput(key: TutorialKey) {
  return { params: { key } };
}

/** The one row of the table is the signed-in person, so whose tour it was needs no saying. */
export const markTutorialSeen = queued(identityEndpoints.markTutorialSeen, {
  effects: {
    profile: (rows, { params: { key } }) =>
      rows.every(({ tutorials }) => tutorials.includes(key))
        ? rows
        : rows.map((row) => ({ ...row, tutorials: [...new Set([...row.tutorials, key])].toSorted() })),
  },
  isQuiet: true,
  describe: () => 'A guided tour marked as seen',
});
