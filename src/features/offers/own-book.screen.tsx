import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownWorkEndpoints } from '#contract/own-works/own-works.endpoints.ts';
import type { OwnWork } from '#contract/own-works/own-works.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { OwnBookActs, UnpublishedBooks, useOwnBookAt } from './own-book.acts.tsx';
import { OwnBookForm } from './own-book.form.tsx';
import type { PagesOf } from './use-offer-pages.ts';

const stateWords: Readonly<Record<OwnWork['state'], string>> = {
  draft: 'A draft: nobody sees it yet',
  published: 'Published: everybody may read it',
  withdrawn: 'Withdrawn: nobody sees it',
};

interface OwnBookScreenProps {
  breadcrumb: ReactNode;
  pagesOf: PagesOf;
  api?: ApiClient;
}

/** `/admin-panel/book`: a new book of the platform. */
export function NewOwnBookScreen({ breadcrumb, pagesOf, api = apiClient }: OwnBookScreenProps) {
  const navigate = useNavigate();
  const bookAt = useOwnBookAt();
  return (
    <Screen
      title="Add a book"
      description="For the platform’s own library: a book whose author has no account here."
      breadcrumb={breadcrumb}
    >
      <UnpublishedBooks api={api} />
      <OwnBookForm
        work={null}
        pagesOf={pagesOf}
        api={api}
        onSaved={({ id }) => void navigate(bookAt(id), { replace: true })}
      />
    </Screen>
  );
}

/** `/admin-panel/book/{school}/{work}` of a book of the platform. */
export function OwnBookScreen({
  workId,
  breadcrumb,
  pagesOf,
  api = apiClient,
}: OwnBookScreenProps & { workId: string }) {
  const [changed, setChanged] = useState<OwnWork | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => api.call(ownWorkEndpoints.read, { params: { workId } }, { signal }),
    [api, workId],
  );
  const { status, value, busy, isGone, reload } = useAnswer(load);
  const work = changed ?? value;
  return (
    <Screen
      title={work?.title ?? 'Book'}
      description={work && stateWords[work.state]}
      breadcrumb={breadcrumb}
      actions={work && <OwnBookActs work={work} api={api} onChanged={setChanged} />}
    >
      {(status === 'unreachable' || status === 'failed') && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The book could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {status === 'loading' && (
        <>
          <VisuallyHidden role="status">Loading</VisuallyHidden>
          <Skeleton height={320} aria-hidden />
        </>
      )}
      {work?.is_taken_down && <Text mb="md">It was taken down. It is reinstated in book monitoring.</Text>}
      {work && (
        <OwnBookForm key={work.revision} work={work} pagesOf={pagesOf} api={api} onSaved={setChanged} />
      )}
    </Screen>
  );
}
