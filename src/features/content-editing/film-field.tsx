import { Button, FileButton, Group, Text, Textarea } from '@mantine/core';
import { use, useRef, useState } from 'react';
import { filmLimits } from '#contract/content/films.schema.ts';
import type { Unfinished } from '#contract/content/editor.schema.ts';
import { readCaptions } from '#contract/content/webvtt.rules.ts';
import { FilmPlace } from './film-place.ts';
import { SentFilm } from './sent-film.tsx';
import { useFilmUpload } from './use-film-upload.ts';
import styles from './page-editor.module.css';

const megabytes = (bytes: number) => Math.ceil(bytes / (1024 * 1024));
const example = 'WEBVTT\n\n00:00.000 --> 00:04.000\nFirst words';
/** Of the longest captions; more is no file of captions. */
const largestCaptions = 200_000;

interface FilmFieldProps {
  label: string;
  video: Unfinished | null;
  /** What the block lacks, by the field. */
  lacks: Readonly<Record<string, string>>;
  onChange: (video: Unfinished | null) => void;
}

/** An MP4 with its captions. */
export function FilmField({ label, video, lacks, onChange }: FilmFieldProps) {
  const place = use(FilmPlace);
  const film = typeof video?.['film'] === 'string' && video['film'] !== '' ? video['film'] : null;
  const captions = typeof video?.['captions'] === 'string' ? video['captions'] : '';
  const [problem, setProblem] = useState<string | null>(null);
  const reset = useRef<() => void>(null);
  const { sending, send, stop } = useFilmUpload(place, ({ id }) => onChange({ film: id, captions }));
  const lack = sending.state === 'idle' && (sending.problem ?? lacks['video.film'] ?? lacks['video']);

  if (place === null && video === null)
    return <Text size="sm">The people who run this site can put a film here.</Text>;

  async function takeCaptions(file: File | null): Promise<void> {
    if (file === null) return;
    const words = file.size > largestCaptions ? '' : await file.text();
    const wrong = readCaptions(words).problem;
    setProblem(wrong);
    if (wrong === null) onChange({ film: film ?? '', captions: words });
  }

  return (
    <fieldset className={styles.items}>
      <legend>{label}</legend>
      {film !== null && place && (
        <SentFilm {...place} film={film} captions={captions} onGone={() => onChange(null)} />
      )}
      {place && sending.state === 'sending' && (
        <div role="status" className={styles.items}>
          <Text>{`Sending the film: ${megabytes(sending.sent)} of ${megabytes(sending.of)} MB. Keep this block open.`}</Text>
          <progress aria-label="Sent" max={sending.of} value={sending.sent} className={styles.progress} />
          <Group>
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          </Group>
        </div>
      )}
      {sending.state === 'stopped' && (
        <div role="alert" className={styles.items}>
          <Text>{sending.why}</Text>
          <Group>
            <Button onClick={() => void send(sending.file)}>Go on</Button>
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          </Group>
        </div>
      )}
      {place && sending.state === 'idle' && (
        <Group>
          <FileButton
            resetRef={reset}
            accept="video/mp4,.mp4"
            onChange={(file) => {
              // The same file can be chosen again, to go on with it.
              reset.current?.();
              if (file) void send(file);
            }}
          >
            {(button) => (
              <Button variant="default" {...button}>
                {film === null ? 'Choose a film' : 'Choose another film'}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {`MP4 with H.264 and AAC, at most ${megabytes(filmLimits.bytes)} MB. If the network breaks, choose the same file again: it goes on where it stopped.`}
      </Text>
      {lack && (
        <Text size="sm" c="red" role="alert">
          {lack}
        </Text>
      )}
      {video !== null && (
        <>
          <Textarea
            label="Captions"
            description="WebVTT: what is said and heard, for those who do not hear it. Readers get the same words as a transcript."
            placeholder={example}
            autosize
            minRows={4}
            maxRows={16}
            dir="auto"
            spellCheck
            value={captions}
            error={problem ?? lacks['video.captions']}
            onChange={({ target }) => {
              setProblem(null);
              onChange({ film: film ?? '', captions: target.value });
            }}
            onBlur={() => setProblem(captions === '' ? null : readCaptions(captions).problem)}
          />
          <Group>
            <FileButton accept=".vtt,text/vtt" onChange={(file) => void takeCaptions(file)}>
              {(button) => (
                <Button variant="default" {...button}>
                  Take captions from a file
                </Button>
              )}
            </FileButton>
          </Group>
        </>
      )}
    </fieldset>
  );
}
