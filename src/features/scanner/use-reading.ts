import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { NoReaderError, type CodeReader } from './code-reader.ts';
import { lastRead, noteRead } from './just-read.ts';
import { pictureOf } from './pictures.ts';
import { readOneByOne } from './reading-loop.ts';
import { Sightings } from './sightings.ts';

/** Milliseconds. */
const betweenLooks = 300;

interface Reading {
  stream: MediaStream | null;
  reader: CodeReader | null;
  refusal: string | null;
  /** Whether the card that was read last has to leave the picture before it is read again. */
  isUnasked: boolean;
  onRead: (text: string) => void;
  /** Called where the reader broke and no other is left. */
  onNoReader: (error: NoReaderError) => void;
}

/** Shows the stream in the video and reads what it shows. */
export function useReading({ stream, reader, refusal, isUnasked, onRead, onNoReader }: Reading) {
  const video = useRef<HTMLVideoElement>(null);
  const [sightings] = useState(() => new Sightings(refusal, isUnasked ? lastRead() : null));
  const sighting = useSyncExternalStore(sightings.subscribe, sightings.sighting);
  const [failed, setFailed] = useState<MediaStream | null>(null);

  function handOn(text: string | null): void {
    if (text === null) return;
    noteRead(text);
    onRead(text);
  }

  const seeInVideo = useEffectEvent((texts: readonly string[]) =>
    handOn(sightings.see(texts, performance.now())),
  );

  const fail = useEffectEvent((error: unknown) => {
    console.error(error);
    if (error instanceof NoReaderError) onNoReader(error);
    else setFailed(stream);
  });

  useEffect(() => sightings.refusalIs(refusal, performance.now()), [sightings, refusal]);

  // Without a camera no picture comes that would show how late it is.
  useEffect(() => {
    if (sighting !== 'got') return undefined;
    const timer = setInterval(() => sightings.look(performance.now()), betweenLooks);
    return () => clearInterval(timer);
  }, [sightings, sighting]);

  useEffect(() => {
    const screen = video.current;
    if (!screen || !stream) return undefined;
    let isOver = false;
    screen.srcObject = stream;
    screen.play().catch((error: unknown) => {
      // Playing that was ended before it began is no failure.
      if (!isOver) fail(error);
    });
    return () => {
      isOver = true;
      screen.srcObject = null;
      sightings.see([], performance.now());
    };
  }, [stream, sightings]);

  useEffect(() => {
    const screen = video.current;
    if (!screen || !stream || !reader) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const reading = { take: () => pictureOf(screen), reader, onTexts: seeInVideo, signal };
    readOneByOne(reading).catch((error: unknown) => {
      if (!signal.aborted) fail(error);
    });
    return () => stopping.abort();
  }, [stream, reader]);

  return {
    video,
    sighting,
    /** True where the stream cannot be shown or read; another one may be. */
    hasFailed: stream !== null && failed === stream,
    /** For what was read in a photo. */
    see: (texts: readonly string[]) => handOn(sightings.seeOnce(texts, performance.now())),
  };
}
