import { Button, Text } from '@mantine/core';
import { useCallback } from 'react';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage, PageVersion } from '#contract/content/editor.schema.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { useDialog } from '#src/ui/use-dialog.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import type { PageDraftStore } from './page-draft.ts';
import type { Deciding } from './use-publishing.ts';
import styles from './page-editor.module.css';

interface PageVersionsProps {
  api: ApiClient;
  page: EditedPage;
  store: PageDraftStore;
  deciding: Deciding;
}

function Version({ version, now }: { version: PageVersion; now: Date }) {
  const { n, title, made_at, made_by, is_live } = version;
  return (
    <div>
      <strong>
        Version {n}
        {is_live && ', live'}
      </strong>{' '}
      <bdi>{title}</bdi>
      <Text c="dimmed" size="sm">
        {made_by === null ? 'Came with the program' : <bdi>{made_by}</bdi>}, {sayDay(made_at, now)}
      </Text>
    </div>
  );
}

/** All versions of a page in its language; a draft is made of one of them. */
export function PageVersions({ api, page, store, deciding }: PageVersionsProps) {
  const { id, language } = page;
  const now = useNow();
  const asking = useDialog<PageVersion>();
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(editorEndpoints.listVersions, { params: { id }, query: { language } }, { signal }),
    [api, id, language],
  );
  const { value, status, busy, isGone, reload } = useAnswer(load);
  if (status === 'failed' || status === 'unreachable')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The versions could not be fetched"
        unreachable={`The versions show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  return (
    <>
      {value?.length === 0 && <Text>No version yet. The first one is made when you publish.</Text>}
      <ul className={styles.versions}>
        {value?.map((version) => (
          <li key={version.n}>
            <Version version={version} now={now} />
            <Button
              variant="default"
              aria-label={`Make a draft of version ${version.n}`}
              onClick={() => asking.open(version)}
            >
              Make a draft of it
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asking.opened}
        title={`Make a draft of version ${asking.subject?.n ?? ''}?`}
        question="It takes the place of the draft that you have now. What visitors see stays as it is."
        confirmLabel="Make a draft"
        onConfirm={() =>
          deciding.decide(
            () =>
              api.call(editorEndpoints.restore, {
                params: { id },
                body: { language, n: asking.subject?.n ?? 1, seen: store.getState().seen },
              }),
            'The draft is made',
          )
        }
        onClose={asking.close}
      />
    </>
  );
}
