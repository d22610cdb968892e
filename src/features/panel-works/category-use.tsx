import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import styles from '#src/panel/panel.module.css';
import { useOffer } from './use-offer.ts';

interface CategoryUseProps {
  categoryId: string;
  api?: ApiClient;
}

/** Who has a category of the platform, and whether new schools begin with it. */
export function CategoryUse({ categoryId, api = apiClient }: CategoryUseProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(panelCategoryEndpoints.readCategory, { params: { categoryId } }, { signal }),
    [api, categoryId],
  );
  const { status, value, busy, isGone, reload } = useAnswer(load);
  const setOffered = useOffer(api, reload);
  return (
    <CardSection title="Who uses it">
      {(status === 'unreachable' || status === 'failed') && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="This could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {value && (
        <>
          <dl className={styles.personFacts}>
            <dt>New schools</dt>
            <dd>{value.is_offered ? 'Start with it' : 'Start without it'}</dd>
            <dt>Schools that have it</dt>
            <dd>{value.schools.toLocaleString('en')}</dd>
            <dt>Public works</dt>
            <dd>{value.public_works.toLocaleString('en')}</dd>
          </dl>
          {!value.is_offered && (
            <Button
              className={styles.beside}
              variant="default"
              loading={busy}
              onClick={() => void setOffered(value, true)}
            >
              Offer to new schools
            </Button>
          )}
        </>
      )}
    </CardSection>
  );
}
