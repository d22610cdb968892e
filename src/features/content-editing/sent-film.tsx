import { Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo } from 'react';
import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { captionsFile, readCaptions } from '#contract/content/webvtt.rules.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import styles from './page-editor.module.css';

interface SentFilmProps {
  api: ApiClient;
  pageId: string;
  film: string;
  captions: string;
  /** It was taken down. */
  onGone: () => void;
}

/** Captions as they are written now, for the film beside them. */
function useCaptions(captions: string): string {
  const address = useMemo(() => {
    const file = captionsFile(readCaptions(captions).cues ?? []);
    return URL.createObjectURL(new Blob([file], { type: 'text/vtt' }));
  }, [captions]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address;
}

/** A film of the page as its editors watch it, and the way to take it down. */
export function SentFilm({ api, pageId, film, captions, onGone }: SentFilmProps) {
  const params = useMemo(() => ({ id: pageId, filmId: film }), [pageId, film]);
  const load = useCallback(
    (signal: AbortSignal) => api.call(filmEndpoints.read, { params }, { signal }),
    [api, params],
  );
  const { value, status, isGone, reload } = useAnswer(load);
  const asked = useDialog<true>();
  const track = useCaptions(captions);

  async function takeDown(): Promise<void> {
    try {
      await api.call(filmEndpoints.remove, { params });
      notify.success('Film taken down');
      onGone();
    } catch (error) {
      notify.error('The film could not be taken down', failureOf(error).text);
    }
  }

  if (isGone) return <Text role="alert">This film was taken down. Choose it again.</Text>;
  if (status === 'failed' || status === 'unreachable')
    return (
      <div role="alert" className={styles.itemHead}>
        <Text>The film cannot be shown right now. It is kept.</Text>
        <Button variant="default" onClick={reload}>
          Try again
        </Button>
      </div>
    );
  if (!value?.watch) return <Text role="status">Loading the film…</Text>;
  return (
    <>
      <video
        aria-label="The film"
        className={styles.video}
        controls
        playsInline
        preload="none"
        poster="/pictures/kinds/film.svg"
        src={value.watch}
      >
        <track key={track} default kind="captions" label="Captions" src={track} />
      </video>
      <Group>
        <Button variant="default" color="red" onClick={() => asked.open(true)}>
          Take the film down
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked.opened}
        title="Take the film down?"
        question="Nobody can watch it any more, on the live page too. The file is deleted for good."
        confirmLabel="Take the film down"
        danger
        onConfirm={takeDown}
        onClose={asked.close}
      />
    </>
  );
}
