import { Button, Text, Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { suggestionEndpoints } from '#contract/panel/suggestions.endpoints.ts';
import type { Suggestion } from '#contract/panel/suggestions.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { notify } from '#src/ui/notify.tsx';
import styles from '#src/panel/panel.module.css';

const placeOf = ({ work }: Suggestion) => ({ tenantId: work.tenant.id, workId: work.id });

interface SuggestedWorksProps {
  api: ApiClient;
  /** Something was picked. */
  onPicked: () => void;
}

/** What superpower parents suggest for the platform's shelf, above all books; nothing where nobody suggests anything. */
export function SuggestedWorks({ api, onPicked }: SuggestedWorksProps) {
  const titleId = useId();
  const load = useCallback(
    (signal: AbortSignal) => api.call(suggestionEndpoints.listSuggested, {}, { signal }),
    [api],
  );
  const { value, status, busy, isGone, reload } = useAnswer(load);
  const { isDeciding, decide } = useDeciding(notify, reload);
  const results = value?.results ?? [];
  // Without a network the list below says so.
  if (value === null && status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The suggestions could not be fetched"
        unreachable={`Suggestions show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  if (results.length === 0) return null;

  async function pick(suggestion: Suggestion) {
    const call = () => api.call(pickEndpoints.pick, { params: placeOf(suggestion) });
    if (await decide(call, 'It is on the platform’s shelf')) onPicked();
  }
  function decline(suggestion: Suggestion) {
    const seen = suggestion.by[0]?.at ?? '';
    const input = { params: placeOf(suggestion), body: { seen } };
    void decide(() => api.call(suggestionEndpoints.decline, input), 'The suggestion is declined');
  }

  return (
    <section aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        Suggested by superpower parents
      </Title>
      <ul className={styles.suggestions}>
        {results.map((suggestion) => {
          const { work, by } = suggestion;
          const title = titleOf(work);
          return (
            <li key={`${work.tenant.id} ${work.id}`}>
              <div className={styles.words}>
                <Link to={panelPaths.viewBook(placeOf(suggestion))} dir="auto">
                  {title}
                </Link>
                <Text span c="dimmed" size="sm">
                  <bdi>{work.tenant.school_name}</bdi>
                </Text>
                {by.map(({ user_id, name, why }) => (
                  <Text key={user_id} size="sm">
                    <bdi>{name}</bdi>: <bdi>“{why}”</bdi>
                  </Text>
                ))}
              </div>
              <Button
                disabled={isDeciding}
                aria-label={`Pick ${title}`}
                onClick={() => void pick(suggestion)}
              >
                Pick
              </Button>
              <Button
                variant="default"
                disabled={isDeciding}
                aria-label={`Decline ${title}`}
                onClick={() => decline(suggestion)}
              >
                Decline
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
