import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { ownWorkEndpoints } from '#contract/own-works/own-works.endpoints.ts';
import type { OwnWork } from '#contract/own-works/own-works.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';

/** Where a book of the platform is changed. */
export function useOwnBookAt(): (id: string) => string {
  const { tenant } = useTenant();
  return (id) => panelPaths.book({ tenantId: tenant?.id, workId: id });
}

/** Drafts, and what was withdrawn: the list of all books has what everybody sees alone. */
export function UnpublishedBooks({ api }: { api: ApiClient }) {
  const bookAt = useOwnBookAt();
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
            <Link to={bookAt(id)} dir="auto">
              {title}
            </Link>{' '}
            {state === 'withdrawn' && '(withdrawn)'}
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

interface OwnBookActsProps {
  work: OwnWork;
  api: ApiClient;
  onChanged: (work: OwnWork) => void;
}

/** Publishes a book of the platform, or withdraws it once that was asked. */
export function OwnBookActs({ work, api, onChanged }: OwnBookActsProps) {
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
