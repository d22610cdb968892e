import { Alert, Button, Text } from '@mantine/core';
import { IconDeviceTabletPause } from '@tabler/icons-react';
import { useState } from 'react';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import type { GivenTablet } from '#contract/devices/preparation.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { runsClasses } from '#contract/kit/roles.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import styles from './members.module.css';

interface PreparedTabletsProps {
  api: ApiClient;
  tablets: readonly GivenTablet[];
  onKept: () => void;
}

/** The tablets that are prepared by the right of a member, and what to do where that right is gone. */
export function PreparedTablets({ api, tablets, onKept }: PreparedTabletsProps) {
  const user = useUser();
  const [isKeeping, setKeeping] = useState(false);
  const paused = tablets.filter(({ is_paused }) => is_paused);
  const mayKeep = user !== null && user.visiting === undefined && runsClasses(user.role);
  if (tablets.length === 0) return null;

  async function keep() {
    setKeeping(true);
    try {
      for (let start = 0; start < paused.length; start += limits.tabletsPerCall) {
        const device_ids = paused.slice(start, start + limits.tabletsPerCall).map(({ id }) => id);
        await api.call(deviceEndpoints.keepPreparations, { body: { device_ids } });
      }
      notify.success('Tablets kept', 'Children can sign in without a network once each tablet was online.');
    } catch (error) {
      notify.error('The tablets could not be kept', failureOf(error).text);
    }
    setKeeping(false);
    onKept();
  }

  const names = tablets.map(({ name }) => name).join(', ');
  if (paused.length === 0) {
    return (
      <Text>
        Tablets that they prepared: <bdi>{names}</bdi>
      </Text>
    );
  }
  return (
    <Alert variant="light" color="yellow" icon={<IconDeviceTabletPause aria-hidden />} title="Paused tablets">
      <div className={styles.tablets}>
        <Text>
          They prepared <bdi>{names}</bdi>. Without a network, children cannot sign in on a paused tablet
          until another person keeps it. Tablets that are not at school any more can be taken back under
          Tablets.
        </Text>
        {mayKeep && (
          <Button loading={isKeeping} onClick={() => void keep()}>
            Keep these tablets
          </Button>
        )}
      </div>
    </Alert>
  );
}
