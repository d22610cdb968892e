import { Button } from '@mantine/core';
import { IconDoorEnter } from '@tabler/icons-react';
import { useState } from 'react';
import { isJoinOpen } from '#contract/content/joining.rules.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import styles from './learning.module.css';

interface EventJoinProps {
  event: ContentCard;
  api?: ApiClient;
  goTo?: (address: string) => void;
}

const leave = (address: string) => window.location.assign(address);

/** On the page of an event while the staff can join it. The link is asked for at the press, and kept nowhere. */
export function EventJoin({ event, api = apiClient, goTo = leave }: EventJoinProps) {
  const now = useNow();
  const [isJoining, setJoining] = useState(false);
  if (!isJoinOpen(event, now.getTime())) return null;
  async function join(): Promise<void> {
    setJoining(true);
    try {
      const { link } = await api.call(learningEndpoints.joinEvent, { params: { pageId: event.id } });
      goTo(link);
    } catch (error) {
      notify.error('You could not join', failureOf(error).text);
    }
    setJoining(false);
  }
  return (
    <div className={styles.reminder}>
      <Button
        size="lg"
        loading={isJoining}
        leftSection={<IconDoorEnter size={22} aria-hidden />}
        onClick={() => void join()}
      >
        Join
      </Button>
    </div>
  );
}
