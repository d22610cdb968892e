import { Alert, Button, Text } from '@mantine/core';
import { IconDeviceTabletPause } from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '#src/lib/counted.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import { tabletFailure } from './tablet-problems.ts';
import styles from './tablets.module.css';
import type { Tablet } from './tablets.rules.ts';
import { keepPreparations } from './tablets.store.ts';

interface PausedTabletsProps {
  api: ApiClient;
  tablets: readonly Tablet[];
  isReachable: boolean;
}

/** Tablets whose preparation lost the right that it was made by, and the one tap that keeps them. */
export function PausedTablets({ api, tablets, isReachable }: PausedTabletsProps) {
  const [isKeeping, setKeeping] = useState(false);
  const paused = tablets.filter(({ preparation }) => preparation?.is_paused === true);
  const mine = paused.filter(({ preparation }) => preparation?.may_keep === true);
  if (paused.length === 0) return null;

  async function keep() {
    setKeeping(true);
    try {
      await keepPreparations(
        api,
        mine.map(({ id }) => id),
      );
      notify.success('Tablets kept', 'Children can sign in without a network once each tablet was online.');
    } catch (error) {
      notify.error('The tablets could not be kept', tabletFailure(error));
    }
    setKeeping(false);
  }

  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<IconDeviceTabletPause aria-hidden />}
      title={`${counted(paused.length, 'tablet')} paused`}
    >
      <div className={styles.paused}>
        <Text>
          The person who prepared them has left or may no longer do so. Without a network, those children
          cannot sign in on them. Keep the tablets that are still at school, and take back the others.
        </Text>
        <Text className={styles.name}>
          <bdi>{paused.map(({ name }) => name).join(', ')}</bdi>
        </Text>
        {mine.length > 0 ? (
          <Button disabled={!isReachable} loading={isKeeping} onClick={() => void keep()}>
            Keep these tablets
          </Button>
        ) : (
          <Text>Please ask your administrator to keep them.</Text>
        )}
      </div>
    </Alert>
  );
}
