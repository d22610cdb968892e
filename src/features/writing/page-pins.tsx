import { UnstyledButton } from '@mantine/core';
import type { PlaceOnPage } from '#contract/writing/own-rows.schema.ts';
import { movedBy, type Pin } from './review-notes.rules.ts';
import styles from './pins.module.css';

interface PagePinsProps {
  pins: readonly Pin[];
  /** The id of the one whose words are shown at it; left out where they stand elsewhere. */
  opened?: string | null;
  onTap: (pin: Pin) => void;
  /** Arrow keys move a pin; left out where it stays. */
  onMove?: (pin: Pin, at: PlaceOnPage) => void;
}

/** Numbers on a page at what a teacher has something to say about. They stand in what is positioned around them. */
export function PagePins({ pins, opened, onTap, onMove }: PagePinsProps) {
  return pins.map((pin) => {
    const { id, at, number, text } = pin;
    const isOpen = opened === id;
    return (
      <div
        key={id}
        className={styles.pin}
        data-side={at.x > 0.5 ? 'end' : 'start'}
        style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
      >
        <UnstyledButton
          className={styles.number}
          data-pin={id}
          aria-label={text === '' ? `Place ${number}` : `Place ${number}: ${text}`}
          aria-expanded={opened === undefined ? undefined : isOpen}
          onClick={() => onTap(pin)}
          onKeyDown={(event) => {
            const place = onMove && movedBy(event.key, at);
            if (!place) return;
            event.preventDefault();
            onMove(pin, place);
          }}
        >
          {number}
        </UnstyledButton>
        {isOpen && (
          <p className={styles.words} dir="auto">
            {text}
          </p>
        )}
      </div>
    );
  });
}
