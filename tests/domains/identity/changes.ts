import { tutorialKeys } from '#contract/identity/identity.schema.ts';
import { markTutorialSeen, markTutorialSeenInput } from '#src/features/identity/tutorials.mutations.ts';
import { change, type Generator, pick, type Screen } from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

export const generators: Readonly<Record<string, Generator>> = {
  [markTutorialSeen.endpoint.name]: ({ profile }, { which }) => {
    const [person] = profile;
    const unseen = tutorialKeys.filter((key) => !person?.tutorials.includes(key));
    const key = pick(unseen, which) ?? pick(tutorialKeys, which);
    if (!person || !key) return null;
    return change(markTutorialSeen, markTutorialSeenInput(key), [
      { row: person.id, field: `tutorial ${key}`, value: true },
    ]);
  },
};

export const fields = /^tutorial /u;

export function shownAt({ profile }: Screen, { row, field }: Effect): boolean | undefined {
  return profile.find(({ id }) => id === row)?.tutorials.includes(field.slice('tutorial '.length));
}
