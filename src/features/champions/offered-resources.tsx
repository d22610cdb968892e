import { Button, Text, Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { resourceOfferEndpoints } from '#contract/resources/resource-offers.endpoints.ts';
import type { OfferedResource } from '#contract/resources/resource-offers.schema.ts';
import { fileWords } from '#contract/resources/resources.rules.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { ReasonDialog } from './reason.dialog.tsx';
import styles from '#src/panel/panel.module.css';

/** As the library of the platform’s own site shows it to those who run it. */
const readHref = ({ id }: OfferedResource) => paths.library({ shelf: 'teachers', resource: id });

/** “PDF · by Ana Ruiz”. */
const factsOf = ({ file, by }: OfferedResource) =>
  [file ? fileWords[file.media_type].label : 'Text', ...(by === null ? [] : [`by ${by}`])].join(' · ');

/** What superpower teachers share and nobody has read yet, above the list of them; nothing where nothing waits. */
export function OfferedResources({ api }: { api: ApiClient }) {
  const titleId = useId();
  const load = useCallback(
    (signal: AbortSignal) => api.call(resourceOfferEndpoints.listOffered, {}, { signal }),
    [api],
  );
  const { value, status, busy, isGone, reload } = useAnswer(load);
  const { isDeciding, decide } = useDeciding(notify, reload);
  const declining = useDialog<OfferedResource>();
  const results = value?.results ?? [];
  // Without a network the list below says so.
  if (value === null && status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The resources could not be fetched"
        unreachable={`Resources to read show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );

  function approve({ id, title, updated_at }: OfferedResource) {
    const input = { params: { resourceId: id }, body: { updated_at } };
    void decide(() => api.call(resourceOfferEndpoints.approve, input), `Everybody sees ${title} now`);
  }

  const declined = declining.subject;
  function decline({ id, title, updated_at }: OfferedResource, reason: string) {
    const input = { params: { resourceId: id }, body: { updated_at, reason } };
    return decide(() => api.call(resourceOfferEndpoints.decline, input), `${title} is declined`);
  }

  return (
    <>
      {results.length > 0 && (
        <section aria-labelledby={titleId}>
          <Title order={2} size="h3" id={titleId}>
            Resources to read
          </Title>
          <ul className={styles.suggestions}>
            {results.map((resource) => (
              <li key={resource.id}>
                <div className={styles.words}>
                  <Link to={readHref(resource)} dir="auto">
                    {resource.title}
                  </Link>
                  <Text span c="dimmed" size="sm">
                    {factsOf(resource)}
                  </Text>
                  {resource.description !== '' && (
                    <Text size="sm" dir="auto">
                      {resource.description}
                    </Text>
                  )}
                </div>
                <Button
                  variant="default"
                  disabled={isDeciding}
                  aria-label={`Approve ${resource.title}`}
                  onClick={() => approve(resource)}
                >
                  Approve
                </Button>
                <Button
                  variant="default"
                  disabled={isDeciding}
                  aria-label={`Decline ${resource.title}`}
                  onClick={() => declining.open(resource)}
                >
                  Decline
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ReasonDialog
        name={`decline resource ${declined?.id ?? ''}`}
        opened={declining.opened}
        question={`Decline “${declined?.title ?? ''}”? Nobody else sees it. They may change it and send it again.`}
        reader="The superpower teacher reads it."
        submitLabel="Decline"
        onSubmit={async (reason) => (declined ? await decline(declined, reason) : true)}
        onClose={declining.close}
      />
    </>
  );
}
