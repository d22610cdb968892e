import { Button, Text } from '@mantine/core';
import { IconDeviceTablet, IconDeviceTabletCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { sayBytes } from '#src/lib/bytes.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptCards, useKeptStore } from '#src/session/kept-works.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { isTooMany, keptPage, measure } from '#src/document/kept-work.ts';
import { useKeeping } from './use-keeping.ts';
import type { ReadWork } from '#src/document/kept-work.ts';
import styles from '#src/document/works.module.css';

interface KeepOnTabletProps {
  book: ReadWork;
  client?: PictureClient;
}

/** Takes a work along, so that it opens without a network; and says where to find what is kept. */
export function KeepOnTablet({ book, client = apiClient }: KeepOnTabletProps) {
  const cards = useKeptCards();
  const kept = useKeptStore();
  const { keeping, keep, cancel } = useKeeping(book, client);
  // Only what stands on the shelf is kept.
  if (!kept || cards === null || book.work.state !== 'published') return null;
  const own = cards.find(({ id }) => id === book.work.id);
  if (own && keeping.state !== 'busy')
    return (
      <p className={styles.kept} role="status">
        <IconDeviceTabletCheck size={24} stroke={1.75} aria-hidden />
        <span>
          On this tablet, {sayBytes(own.bytes)}. <Link to={keptPage}>All that you keep here</Link>
        </span>
      </p>
    );
  if (keeping.state === 'busy') {
    const { pictures, recordings } = book.work;
    const all = pictures.length + recordings.length;
    return (
      <div className={styles.kept} role="status">
        <label>
          <span>
            Keeping it: {keeping.pictures} of {all}{' '}
            {recordings.length > 0 ? 'pictures and recordings' : 'pictures'}
          </span>
          <progress className={styles.progress} value={keeping.pictures} max={Math.max(all, 1)} />
        </label>
        <Button variant="default" size="md" onClick={cancel}>
          Stop
        </Button>
      </div>
    );
  }
  if (isTooMany(cards))
    return (
      <p className={styles.kept}>
        <span>
          You keep {cards.length} books and stories here, and that is as many as there can be.{' '}
          <Link to={keptPage}>Take one off</Link>
        </span>
      </p>
    );
  return (
    <div className={styles.kept}>
      <Button
        variant="default"
        size="md"
        leftSection={<IconDeviceTablet size={24} stroke={1.75} aria-hidden />}
        onClick={keep}
      >
        Keep on this tablet
      </Button>
      <Text c="dimmed" component="span">
        {sayBytes(measure(book))}
      </Text>
      {keeping.state === 'failed' && <Text role="alert">{keeping.why}</Text>}
    </div>
  );
}
