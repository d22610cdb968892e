import { Button, Text, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import { foldForSearch } from '#contract/kit/fold.ts';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import type { WatchedWord } from '#contract/monitoring/watched-words.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { notify } from '#src/ui/notify.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { WatchedWordDialog } from './watched-word.dialog.tsx';
import styles from './watch.module.css';

const columnsWith = (onRemove: (word: WatchedWord) => void, now: Date): readonly Column<WatchedWord>[] => [
  { key: 'words', header: 'Word', heading: true, cell: ({ words }) => <bdi>{words}</bdi> },
  { key: 'by', header: 'Added by', cell: ({ added_by }) => <bdi>{added_by === '' ? '–' : added_by}</bdi> },
  { key: 'at', header: 'Added', width: '150px', cell: ({ added_at }) => sayDay(added_at, now) },
  {
    key: 'actions',
    header: 'Actions',
    width: '140px',
    cell: (word) => (
      <Button variant="default" aria-label={`Remove ${word.words}`} onClick={() => onRemove(word)}>
        Remove…
      </Button>
    ),
  },
];

/** `?tab=words`: the words that the platform looks for in what strangers may read. */
export function WatchedWordsSection({ api }: { api: ApiClient }) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(monitoringEndpoints.listWords, {}, { signal }),
    [api],
  );
  const { status, value, busy, isGone, reload } = useAnswer(load);
  const [search, setSearch] = useState('');
  const now = useNow();
  const adding = useDialog<true>();
  const removing = useDialog<WatchedWord>();
  const typed = foldForSearch(search.trim());
  const rows = (value?.results ?? []).filter(({ words }) => foldForSearch(words).includes(typed));

  async function remove({ id, words }: WatchedWord): Promise<void> {
    try {
      await api.call(monitoringEndpoints.removeWord, { params: { id } });
      notify.success(`“${words}” is off the list`);
    } catch (error) {
      notify.error('The word could not be removed', failureOf(error).text);
    }
    reload();
  }

  if (status === 'unreachable' || status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The words could not be fetched"
        unreachable={`The words show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  return (
    <div className={styles.cards}>
      <Text>
        A work that everybody may read waits here when one of these words stands in it. Works that you decided
        about stay as they are.
      </Text>
      <div className={styles.wordTools}>
        <TextInput
          label="Find a word"
          value={search}
          dir="auto"
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button onClick={() => adding.open(true)}>Add a word</Button>
      </div>
      <DataTable
        caption="Watched words"
        columns={columnsWith(removing.open, now)}
        rows={rows}
        rowKey={({ id }) => id}
        loading={value === null}
        empty={
          search === '' ? (
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="No word is watched"
              text="Add words that somebody should look at before children read them."
            />
          ) : (
            <NothingMatches noun="words" search={search} onClear={() => setSearch('')} />
          )
        }
      />
      <WatchedWordDialog opened={adding.opened} api={api} onDone={reload} onClose={adding.close} />
      <ConfirmDialog
        opened={removing.opened}
        onClose={removing.close}
        title="Remove the word?"
        question={
          <>
            Stop looking for “<bdi>{removing.subject?.words}</bdi>”? Works that wait for nothing else leave
            the queue. You can add it again.
          </>
        }
        confirmLabel="Remove"
        onConfirm={async () => {
          if (removing.subject) await remove(removing.subject);
        }}
      />
    </div>
  );
}
