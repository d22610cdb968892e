import { useMemo } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { Day } from '#contract/kit/day.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useAllRows, useReplica } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { assign, assignInput, takeBackInput } from './assignments.mutations.ts';

/** For which of these classes a page is set, and the ways to change that, with or without a network. */
export function useAssignments(pageId: string, classes: readonly SchoolClass[]) {
  const replica = useReplica();
  const { rows } = useAllRows('assignments');
  const assigned = useMemo(
    () =>
      classes.flatMap((schoolClass) => {
        const row = rows.find(({ class_id, page_id }) => class_id === schoolClass.id && page_id === pageId);
        return row ? [{ schoolClass, due: row.due }] : [];
      }),
    [classes, rows, pageId],
  );
  return {
    assigned,
    set: ({ id, name }: SchoolClass, due: Day | null) =>
      saveAndSay(notify, [`Set for ${name}`, 'The task could not be set'], () =>
        replica.enqueue(assign, assignInput(id, pageId, due)),
      ),
    takeBack: ({ id, name }: SchoolClass) =>
      saveAndSay(notify, [`Taken back from ${name}`, 'The task could not be taken back'], () =>
        replica.enqueue(assign, takeBackInput(id, pageId)),
      ),
  };
}
