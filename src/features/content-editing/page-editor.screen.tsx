import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { editedPagePlaces, type PageEditing } from '#contract/content/content.paths.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import { Id } from '#contract/kit/id.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { kindWord } from '#src/lib/content-kinds.ts';
import { languageChoices } from '#src/lib/languages.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LostPageIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { PageEditor, type DrawPage } from './page-editor.tsx';
import { useEditedPage } from './use-page-editor.ts';

interface PageEditorScreenProps {
  id: string;
  draw: DrawPage;
  /** A champion drafts, and others publish. */
  editor: PageEditing;
  api?: ApiClient;
}

function EditPage({ id, draw, editor, api = apiClient }: PageEditorScreenProps) {
  const mayPublish = editor !== 'champion';
  const list = editedPagePlaces[editor].list();
  const [address, change] = useAddress();
  const language = address.get('language') ?? 'en';
  const { page, round, put, status, busy, isGone, reload } = useEditedPage(api, { id, language });
  const isMissing = page === null && (status === 'failed' || status === 'unreachable');

  return (
    <Screen
      title="Edit page"
      breadcrumb={<BackLink to={list}>{mayPublish ? 'Public pages' : 'My pages'}</BackLink>}
      description={page && `${kindWord(page.kind)} at ${addressOf(page)}`}
      actions={
        page && (
          <>
            <NativeSelect
              aria-label="Language"
              data={languageChoices(language)}
              value={language}
              onChange={({ target: { value } }) => change(() => new URLSearchParams({ language: value }))}
            />
            {page.live && (
              <Button component={Link} to={`${addressOf(page)}?language=${language}`} variant="default">
                Open the page
              </Button>
            )}
          </>
        )
      }
    >
      {isMissing && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          way={{ to: list, label: 'Back to the list' }}
          failed="The page could not be fetched"
          unreachable={`The page shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {page === null && !isMissing && (
        <div role="status" aria-label="Loading">
          <Skeleton height={120} />
          <Skeleton height={320} mt={24} />
        </div>
      )}
      {page && (
        <PageEditor
          key={`${id} ${language} ${round}`}
          api={api}
          page={page}
          draw={draw}
          mayPublish={mayPublish}
          onPage={put}
        />
      )}
    </Screen>
  );
}

/** Where a public page is written and published. `?language=` says which of its texts; English without it. */
export function PageEditorScreen(props: PageEditorScreenProps) {
  const { id, editor } = props;
  const list = editedPagePlaces[editor].list();
  if (v.is(Id, id)) return <EditPage {...props} />;
  return (
    <Screen title="Edit page" breadcrumb={<BackLink to={list}>Public pages</BackLink>}>
      <EmptyState
        role="alert"
        picture={<LostPageIllustration />}
        title="This is not here"
        text="The address is not complete."
        action={
          <Button component={Link} to={list}>
            Back to the list
          </Button>
        }
      />
    </Screen>
  );
}
