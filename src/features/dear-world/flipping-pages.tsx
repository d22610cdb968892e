import { ActionIcon, Button } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconMessageReport,
  IconPlayerStop,
  IconPrinter,
  IconVolume,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Message } from '#contract/dear-world/dear-world.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { MessagePage } from './message-page.tsx';
import styles from './dear-world.module.css';

/** Reads these words aloud for as long as it is there. */
export type ReadAloudSlot = (words: HTMLElement, language: string, onEnd: () => void) => ReactNode;

interface FlippingPagesProps {
  messages: readonly Message[];
  hasMore: boolean;
  isReading: boolean;
  /** True once there are more. */
  readMore: () => Promise<boolean>;
  readAloud: ReadAloudSlot;
}

/** One message after the other, by buttons or by the arrow keys. */
export function FlippingPages({ messages, hasMore, isReading, readMore, readAloud }: FlippingPagesProps) {
  const [turnedTo, setTurnedTo] = useState(0);
  const [spoken, setSpoken] = useState<HTMLElement | null>(null);
  const words = useRef<HTMLDivElement>(null);
  const place = Math.min(turnedTo, messages.length - 1);
  const message = messages[place];
  const isLast = place === messages.length - 1 && !hasMore;

  async function turn(by: 1 | -1): Promise<void> {
    const to = place + by;
    if (to < 0 || isReading) return;
    if (to >= messages.length && !(hasMore && (await readMore()))) return;
    setSpoken(null);
    setTurnedTo(to);
  }

  const turnByKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (target instanceof HTMLElement && target.closest('input, select, textarea, [role="dialog"]')) return;
    if (key === 'ArrowRight') void turn(1);
    if (key === 'ArrowLeft') void turn(-1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => turnByKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  if (!message) return null;
  const toggle = () => setSpoken(spoken === null ? words.current : null);
  return (
    <div role="group" aria-label="Pages of the book">
      <MessagePage key={message.id} message={message} words={words} />
      <div className={styles.bar}>
        <ActionIcon
          size={56}
          variant="default"
          aria-label="The message before"
          // A button that is disabled would take the arrow keys along.
          aria-disabled={place === 0}
          {...(place === 0 && { 'data-disabled': true })}
          onClick={() => void turn(-1)}
        >
          <IconChevronLeft size={28} aria-hidden />
        </ActionIcon>
        <p role="status" className={styles.place}>
          Message {place + 1} of {messages.length}
          {hasMore && ' and more'}
        </p>
        <ActionIcon
          size={56}
          variant="default"
          aria-label="The next message"
          aria-disabled={isLast}
          {...(isLast && { 'data-disabled': true })}
          loading={isReading}
          onClick={() => void turn(1)}
        >
          <IconChevronRight size={28} aria-hidden />
        </ActionIcon>
      </div>
      <div className={styles.tools}>
        <Button
          variant="default"
          size="md"
          aria-pressed={spoken !== null}
          leftSection={
            spoken ? <IconPlayerStop size={20} aria-hidden /> : <IconVolume size={20} aria-hidden />
          }
          onClick={toggle}
        >
          {spoken ? 'Stop reading' : 'Read aloud'}
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          Print this page
        </Button>
        <Button
          component={Link}
          to={paths.contact({ about: 'book', message: message.id })}
          variant="subtle"
          size="md"
          leftSection={<IconMessageReport size={20} aria-hidden />}
        >
          Tell us about this message
        </Button>
      </div>
      {spoken && readAloud(spoken, message.language, () => setSpoken(null))}
    </div>
  );
}
