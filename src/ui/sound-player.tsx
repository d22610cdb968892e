import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './sound-player.module.css';

/** “0:07”. */
export function sayTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What is heard now: there is one at a time. */
let heard: HTMLAudioElement | null = null;

interface SoundPlayerProps {
  /** What it is, for whoever does not see where it stands. */
  label: string;
  /** Null until it is there. */
  src: string | null;
  /** How long it is: what is recorded in a browser does not always say so itself. */
  seconds: number;
  onFailure: () => void;
}

/** A sound that one listens to: one large button, and how far it is. */
export function SoundPlayer({ label, src, seconds, onFailure }: SoundPlayerProps) {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [isOn, setOn] = useState(false);
  const [time, setTime] = useState(0);

  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (src === null) return undefined;
    const sound = new Audio(src);
    sound.preload = 'metadata';
    sound.addEventListener('play', () => setOn(true));
    sound.addEventListener('pause', () => setOn(false));
    sound.addEventListener('ended', () => setTime(0));
    sound.addEventListener('timeupdate', () => !sound.ended && setTime(sound.currentTime));
    sound.addEventListener('error', () => fail());
    audio.current = sound;
    return () => {
      // What is not on the page any more would go on.
      if (!sound.paused) sound.pause();
      audio.current = null;
    };
  }, [src]);

  function listen(): void {
    const { current } = audio;
    if (!current) return;
    if (!current.paused) {
      current.pause();
      return;
    }
    if (heard !== current) heard?.pause();
    heard = current;
    current.play().catch((error: unknown) => {
      // Somebody stopped it before it began.
      if (!(error instanceof DOMException && error.name === 'AbortError')) onFailure();
    });
  }

  return (
    <div role="group" aria-label={label} className={styles.player}>
      <Button
        size="md"
        mih={48}
        variant="light"
        disabled={src === null}
        leftSection={
          isOn ? <IconPlayerPause size={24} aria-hidden /> : <IconPlayerPlay size={24} aria-hidden />
        }
        onClick={listen}
      >
        {isOn ? 'Pause' : 'Listen'}
      </Button>
      <progress className={styles.progress} value={Math.min(time, seconds)} max={seconds} aria-hidden />
      <span className={styles.time} dir="ltr">
        {sayTime(time)} / {sayTime(seconds)}
      </span>
    </div>
  );
}
