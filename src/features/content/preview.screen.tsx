import { Alert, Button } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { MessageScreen } from '#src/ui/message-screen.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { LostPageIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Article } from './article.tsx';
import type { ContentSlots } from './blocks/block.tsx';
import { WaitingPage } from './content.screen.tsx';

const band = (
  <Alert role="note" color="yellow" variant="light">
    This is a preview; not live yet.
  </Alert>
);

function NoPreview({ title, text }: { title: string; text: string }) {
  return (
    <MessageScreen
      picture={<LostPageIllustration />}
      title={title}
      text={text}
      action={
        <Button component={Link} to="/">
          Back to the start
        </Button>
      }
    />
  );
}

interface PreviewScreenProps {
  /** Null: the address has none. */
  token: string | null;
  slots: ContentSlots;
  api?: ApiClient;
}

/** A draft as a visitor would read it. */
export function PreviewScreen({ token, slots, api = apiClient }: PreviewScreenProps) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (token === null) return 'over' as const;
      try {
        return await api.call(contentEndpoints.preview, { body: { token } }, { signal });
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        if (error.code === contentProblems.not_ready.code) return 'unfinished' as const;
        // A link that was cut off is no token at all.
        if (error.code === contentProblems.preview_over.code || error.status === 400) return 'over' as const;
        throw error;
      }
    },
    [api, token],
  );
  const { value, status, busy, reload } = useAnswer(load);
  if (status === 'failed' || status === 'unreachable')
    return (
      <Screen title="Preview">
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={false}
          failed="The preview could not be fetched"
          unreachable={`The preview shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      </Screen>
    );
  if (value === null) return <WaitingPage />;
  if (value === 'over')
    return (
      <NoPreview
        title="This link does not work any more"
        text="A preview link is good for seven days. Ask the person who sent it to you for a new one."
      />
    );
  if (value === 'unfinished')
    return (
      <NoPreview
        title="There is nothing to show yet"
        text="The page has no title or summary yet. Try the link again later."
      />
    );
  return <Article page={value} slots={slots} breadcrumb={band} />;
}
