import { UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import type { PlaceOnPage } from '#contract/writing/own-rows.schema.ts';
import { paperMark, placeOnPaper } from './place-on-paper.ts';
import { movedBy, type Pin } from './review-notes.rules.ts';
import { useSpot } from './use-spot.ts';
import styles from './pins.module.css';

interface PagePinsProps {
  pins: readonly Pin[];
  /** The id of the one whose words are shown at it; left out where they stand elsewhere. */
  opened?: string | null;
  onTap: (pin: Pin) => void;
  /** Arrow keys move a pin; left out where it stays. */
  onMove?: (pin: Pin, at: PlaceOnPage) => void;
}

/** Numbers on a page at what a teacher has something to say about. They stand in what is marked as its paper. */
export function PagePins({ pins, ...props }: PagePinsProps) {
  return pins.map((pin) => <PagePin key={pin.id} pin={pin} {...props} />);
}

const bringIntoView = (words: HTMLElement | null) => words?.scrollIntoView({ block: 'nearest' });

function PagePin({ pin, opened, onTap, onMove }: Omit<PagePinsProps, 'pins'> & { pin: Pin }) {
  const { id, at, number, text } = pin;
  const isOpen = opened === id;
  const place = useRef<HTMLDivElement>(null);
  const spot = useSpot(place, at);
  return (
    <div
      ref={place}
      data-pins
      className={styles.pin}
      data-words={(at.on && 'words' in at.on) || undefined}
      data-side={spot.x > 0.5 ? 'end' : 'start'}
      style={{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%` }}
    >
      <UnstyledButton
        className={styles.number}
        data-pin={id}
        aria-label={text === '' ? `Place ${number}` : `Place ${number}: ${text}`}
        aria-expanded={opened === undefined ? undefined : isOpen}
        title={onMove && 'The arrow keys move it'}
        onClick={() => onTap(pin)}
        onKeyDown={(event) => {
          const paper = place.current?.closest(`[${paperMark}]`);
          const point = onMove && paper && movedBy(event.key, spot, paper.getBoundingClientRect());
          if (!point) return;
          event.preventDefault();
          onMove(pin, placeOnPaper(paper, point));
        }}
      >
        {number}
      </UnstyledButton>
      {isOpen && (
        <p ref={bringIntoView} className={styles.words} dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
