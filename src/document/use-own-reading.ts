import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { scopeOf, type SnapshotRow } from '#contract/sync/sync.schema.ts';
import type { ReadingRow } from '#contract/works/reading-rows.schema.ts';
import { isFurther, notBegun, type Progress } from '#contract/works/reading.rules.ts';
import type { Reaction } from '#contract/works/reactions.schema.ts';
import type { ReaderSettings } from '#contract/works/reading.schema.ts';
import { report } from '#src/session/report.ts';
import { useOfAny, useReplicaState } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { QueuedDefinition } from '#src/sync/queued.ts';
import type { Replica } from '#src/sync/replica.ts';
import { settingsOf } from './reader-settings.rules.ts';
import {
  chooseInput,
  chooseSettings,
  markInput,
  markPart,
  react as reactTo,
  reactInput,
  reachInput,
  reachPart,
  readingCalls,
} from './reading.mutations.ts';
import { doAsVisitor, useVisitorReading } from './visitor-reading.ts';

type OwnTable = 'reading' | 'reader_settings';

/** Null where there is no replica, or it has not read them yet. */
function useOwnRows<Table extends OwnTable>(
  replica: Replica | null,
  table: Table,
): readonly SnapshotRow<Table>[] | null {
  const result = useOfAny(replica, (own) => own.read(scopeOf.user(own.user_id), table));
  return result?.status === 'ready' ? result.rows : null;
}

/** The replica of whoever reads, once it knows what the calls of readers do; null for a visitor, and until it is open. */
function useReadingReplica() {
  const state = useReplicaState();
  const replica = state.status === 'ready' ? state.replica : null;
  useEffect(() => replica?.learn(readingCalls), [replica]);
  return { replica, isOpening: state.status === 'opening' };
}

/** Does it for whoever reads: as a change that goes to school, or in the tab of a visitor. Nobody waits for it. */
function useDo(replica: Replica | null) {
  return useCallback(
    async <E extends Endpoint>(definition: QueuedDefinition<E>, input: EndpointInput<E>): Promise<void> => {
      if (replica) await replica.enqueue(definition, input).catch(report);
      else doAsVisitor(definition, input);
    },
    [replica],
  );
}

/** What whoever reads has read; null until this device knows. With or without a network, and for visitors in this tab. */
export function useReadings() {
  const { replica, isOpening } = useReadingReplica();
  const visitor = useVisitorReading((kept) => kept.reading);
  const own = useOwnRows(replica, 'reading');
  const act = useDo(replica);
  // Of somebody who only looks around, nothing is kept.
  const isLooking = useUser()?.visiting?.may === 'look';
  const readings: readonly ReadingRow[] | null = replica || isOpening ? own : visitor;
  return {
    readings,
    reach: useCallback(
      (workId: string, progress: Progress) =>
        isLooking ? undefined : void act(reachPart, reachInput(workId, progress)),
      [act, isLooking],
    ),
    mark: useCallback(
      (workId: string, partId: string, isSet: boolean) =>
        void act(markPart, markInput(workId, partId, isSet)),
      [act],
    ),
  };
}

/** What the signed-in person said of a work; `say` puts it in the place of what they said before. Visitors say nothing. */
export function useReaction(workId: string) {
  const { replica } = useReadingReplica();
  const rows = useOwnRows(replica, 'reading');
  const act = useDo(replica);
  return {
    isKnown: rows !== null,
    reaction: rows?.find(({ id }) => id === workId)?.reaction ?? null,
    say: (reaction: Reaction | null) => void act(reactTo, reactInput(workId, reaction)),
  };
}

/** How far whoever reads has come in a work; null where they have not begun it. */
export function useReadingOf(workId: string): ReadingRow | null {
  const { readings } = useReadings();
  return readings?.find((row) => row.id === workId && isFurther(row, notBegun)) ?? null;
}

/** Milliseconds of rest after which a choice is kept: who looks for the right size presses more than once. */
const rest = 600;

/** How pages look to whoever reads; null until this device knows. A choice is there at once, and kept a moment later. */
export function useReaderSettings() {
  const { replica, isOpening } = useReadingReplica();
  const visitor = useVisitorReading((kept) => kept.reader_settings);
  const own = useOwnRows(replica, 'reader_settings');
  const act = useDo(replica);
  const [chosen, setChosen] = useState<ReaderSettings | null>(null);
  const keep = useDebouncedCallback(
    async (settings: ReaderSettings) => {
      await act(chooseSettings, chooseInput(settings));
      setChosen((now) => (now === settings ? null : now));
    },
    { delay: rest, flushOnUnmount: true },
  );
  const rows = replica || isOpening ? own : visitor;
  const row = rows?.[0];
  const kept = useMemo(() => settingsOf(row?.settings), [row]);
  return {
    settings: chosen ?? (rows === null ? null : kept),
    choose: (settings: ReaderSettings) => {
      setChosen(settings);
      keep(settings);
    },
  };
}
