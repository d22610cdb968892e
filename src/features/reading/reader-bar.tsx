import { Button, Text } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconLetterCase,
  IconPlayerStop,
  IconVolume,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Work } from '#contract/works/works.schema.ts';
import { workHref } from '#src/document/work-words.ts';
import styles from '#src/document/works.module.css';

interface ToolProps {
  label: string;
  icon: ReactNode;
  isOn: boolean;
  /** True where it opens something. */
  opens?: boolean;
  onPress: () => void;
}

/** A picture with its word beside it, as far as there is room. */
function Tool({ label, icon, isOn, opens = false, onPress }: ToolProps) {
  const state = opens
    ? { 'aria-expanded': isOn, 'aria-haspopup': 'dialog' as const }
    : { 'aria-pressed': isOn };
  return (
    <button type="button" className={styles.tool} aria-label={label} onClick={onPress} {...state}>
      {icon}
      <span aria-hidden>{label}</span>
    </button>
  );
}

const drawn = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

interface ReaderBarProps {
  work: Work;
  hasBookmark: boolean;
  onBookmark: () => void;
  isAloud: boolean;
  onAloud: () => void;
  isChoosing: boolean;
  onChoosing: () => void;
}

/** Over a page: the way out, what is read, and what one can do with it. */
export function ReaderBar({
  work,
  hasBookmark,
  onBookmark,
  isAloud,
  onAloud,
  isChoosing,
  onChoosing,
}: ReaderBarProps) {
  return (
    <header className={styles.readerBar}>
      <Button
        component={Link}
        to={workHref(work)}
        variant="subtle"
        size="md"
        aria-label="Close the book"
        className={styles.close}
        leftSection={<IconX {...drawn} />}
      >
        Close
      </Button>
      <Text fw={600} className={styles.readerTitle} lang={work.language} dir="auto" component="h1">
        {work.title}
      </Text>
      <div className={styles.tools}>
        <Tool
          label="Bookmark"
          icon={hasBookmark ? <IconBookmarkFilled {...drawn} /> : <IconBookmark {...drawn} />}
          isOn={hasBookmark}
          onPress={onBookmark}
        />
        <Tool
          label="Read to me"
          icon={isAloud ? <IconPlayerStop {...drawn} /> : <IconVolume {...drawn} />}
          isOn={isAloud}
          onPress={onAloud}
        />
        <Tool
          label="How pages look"
          icon={<IconLetterCase {...drawn} />}
          isOn={isChoosing}
          opens
          onPress={onChoosing}
        />
      </div>
    </header>
  );
}
