import { Skeleton } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import type { OwnRights } from '#contract/champions/champions.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { Screen } from '#src/ui/screen.tsx';
import styles from './champions.module.css';
import { kindWords } from './champions.words.ts';

function Facts({ kind, until, why, by }: OwnRights) {
  const now = useNow();
  return (
    <dl className={styles.facts}>
      <dt>What</dt>
      <dd>{kindWords[kind].youMay}</dd>
      <dt>Why</dt>
      <dd dir="auto">{why}</dd>
      <dt>Until</dt>
      <dd>{sayDay(until, now)}</dd>
      <dt>From</dt>
      <dd>
        <bdi>{by}</bdi>
      </dd>
    </dl>
  );
}

interface OwnRightsScreenProps {
  /** What is done by these rights. */
  children: ReactNode;
  api?: ApiClient;
}

/** `/champion`: what a champion may do here, why and until when, and the way to do it. */
export function OwnRightsScreen({ children, api = apiClient }: OwnRightsScreenProps) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(ownChampionEndpoints.readOwn, {}, { signal }),
    [api],
  );
  const { value, status, busy, isGone, reload } = useAnswer(load);
  const isMissing = value === null && (status === 'failed' || status === 'unreachable');
  return (
    <Screen title="My page" description="Thank you for helping.">
      {isMissing && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="Your page could not be fetched"
          unreachable={`Your page shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {value === null && !isMissing && (
        <div role="status" aria-label="Loading">
          <Skeleton height={120} />
        </div>
      )}
      {value && (
        <>
          <Facts {...value} />
          {children}
        </>
      )}
    </Screen>
  );
}
