import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ownWorkEndpoints } from '#contract/own-works/own-works.endpoints.ts';
import type { OwnWork } from '#contract/own-works/own-works.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { OwnBookForm } from './own-book.form.tsx';
import type { PagesOf } from './use-offer-pages.ts';

const stateWords: Readonly<Record<OwnWork['state'], string>> = {
  draft: 'A draft: nobody sees it yet',
  published: 'Published: everybody may read it',
  withdrawn: 'Withdrawn: nobody sees it',
};

interface Places {
  breadcrumb: ReactNode;
  bookHref: (id: string) => string;
}

interface OwnBookScreenProps extends Places {
  pagesOf: PagesOf;
  api?: ApiClient;
}

/** Drafts, and what was withdrawn: the list of all books has what everybody sees alone. */
function Unpublished({ bookHref, api }: Pick<Places, 'bookHref'> & { api: ApiClient }) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(ownWorkEndpoints.listUnpublished, {}, { signal }),
    [api],
  );
  const { value } = useAnswer(load);
  if (value === null || value.results.length === 0) return null;
  return (
    <CardSection title="Not published">
      <ul>
        {value.results.map(({ id, title, state }) => (
          <li key={id}>
            <Link to={bookHref(id)} dir="auto">
              {title}
            </Link>{' '}
            {state === 'withdrawn' && '(withdrawn)'}
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

/** `/admin-panel/book`: a new book of the platform. */
export function NewOwnBookScreen({ breadcrumb, bookHref, pagesOf, api = apiClient }: OwnBookScreenProps) {
  const navigate = useNavigate();
  return (
    <Screen
      title="Add a book"
      description="A book of nobody here, for the platform’s own library."
      breadcrumb={breadcrumb}
    >
      <Unpublished bookHref={bookHref} api={api} />
      <OwnBookForm
        work={null}
        pagesOf={pagesOf}
        api={api}
        onSaved={({ id }) => void navigate(bookHref(id), { replace: true })}
      />
    </Screen>
  );
}

interface ActsProps {
  work: OwnWork;
  api: ApiClient;
  onChanged: (work: OwnWork) => void;
}

function Acts({ work, api, onChanged }: ActsProps) {
  const [busy, setBusy] = useState(false);
  const withdrawing = useDialog<true>();
  const isPublished = work.state === 'published';
  async function turn(): Promise<void> {
    setBusy(true);
    try {
      const { publish, withdraw } = ownWorkEndpoints;
      const seen = { params: { workId: work.id }, body: { revision: work.revision } };
      onChanged(await api.call(isPublished ? withdraw : publish, seen));
      notify.success(isPublished ? 'The book is off its shelves' : 'The book is in the library', work.title);
    } catch (error) {
      notify.error(
        isPublished ? 'It could not be withdrawn' : 'It could not be published',
        failureOf(error).text,
      );
    }
    setBusy(false);
  }
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        disabled={work.is_taken_down}
        onClick={() => (isPublished ? withdrawing.open(true) : void turn())}
      >
        {isPublished ? 'Withdraw' : 'Publish'}
      </Button>
      <ConfirmDialog
        opened={withdrawing.opened}
        title={`Withdraw “${work.title}”?`}
        question="It leaves its shelves at once. You can publish it again."
        confirmLabel="Withdraw"
        onConfirm={turn}
        onClose={withdrawing.close}
      />
    </>
  );
}

/** `/admin-panel/book/{school}/{work}` of a book of the platform. */
export function OwnBookScreen({
  workId,
  breadcrumb,
  pagesOf,
  api = apiClient,
}: Omit<OwnBookScreenProps, 'bookHref'> & { workId: string }) {
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
      actions={work && <Acts work={work} api={api} onChanged={setChanged} />}
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
