import { useEffect, useEffectEvent, useState } from 'react';
import { isOpen } from '#contract/writing/writing.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useLocalDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { saveLeftWords } from '#src/desk/left-words.ts';
import { saveChapter } from '#src/desk/writing.mutations.ts';

const underWay = new Map<string, Promise<void>>();

/** A story may be opened while its list still looks: the same words are saved once. */
function once(workId: string, save: () => Promise<void>): Promise<void> {
  const saving = underWay.get(workId) ?? save().finally(() => underWay.delete(workId));
  underWay.set(workId, saving);
  return saving;
}

/**
 * Saves what a killed tab left of these works: kept and not saved, it would end with the session.
 * @returns whether that is done, so that an editor may begin with it
 */
export function useLeftWords(works: readonly OwnWork[], chapters: readonly OwnChapter[]): boolean {
  const replica = useReplica();
  const localDrafts = useLocalDrafts();
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const chaptersNow = useEffectEvent(() => chapters);
  const look = useEffectEvent(async () => {
    for (const { id, state } of works)
      if (isOpen(state))
        await once(id, () =>
          saveLeftWords(
            localDrafts,
            id,
            () => chaptersNow(),
            (input) => replica.enqueue(saveChapter, input),
          ),
        );
  });
  const ids = works.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === '') return;
    look()
      .catch(report)
      .finally(() => setLookedAt(ids));
  }, [ids]);
  return ids !== '' && lookedAt === ids;
}
