import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { panelWorkEndpoints } from '#contract/panel/works.endpoints.ts';
import type { PanelWorkText } from '#contract/panel/works.schema.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { pickWords, usePick } from '#src/panel/use-pick.ts';
import { WatchedText } from './watch-text.tsx';
import styles from './watch.module.css';
import { WorkFacts } from './work-facts.tsx';

interface WorkTextScreenProps {
  tenantId: string;
  workId: string;
  /** Null: the facts alone. */
  text: {
    /** A page or a chapter as readers have it. */
    draw: (document: WorkDocument) => ReactNode;
    /** The cover, by its hash. */
    drawCover: (sha256: string, title: string) => ReactNode;
  } | null;
  api?: ApiClient;
}

interface ActionsProps {
  work: PanelWorkText;
  api: ApiClient;
  isRead: boolean;
}

function Actions({ work, api, isRead }: ActionsProps) {
  const { tenant, id, watch, url, kind, is_public } = work;
  // Fetched again it would be one look more in the audit.
  const [isPicked, setPicked] = useState(work.is_picked);
  const { tenant: own } = useTenant();
  const { busy, pick } = usePick(api, setPicked);
  return (
    <>
      {!isRead && (
        <Button
          component={Link}
          to={panelPaths.viewBook({ tenantId: tenant.id, workId: id })}
          variant="default"
        >
          View
        </Button>
      )}
      {watch !== null && (
        <Button
          component={Link}
          to={panelPaths.bookMonitoring({ tenantId: tenant.id, workId: id })}
          variant="default"
        >
          To monitoring
        </Button>
      )}
      {url !== null && (
        <Button
          component="a"
          href={url}
          variant="default"
          rightSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
        >
          Open at the school
        </Button>
      )}
      {tenant.id !== own?.id && kind !== 'message' && (is_public || isPicked) && (
        <Button
          variant={isPicked ? 'default' : 'filled'}
          loading={busy}
          onClick={() => void pick({ tenant, id, kind, is_picked: isPicked, title: work.text.title })}
        >
          {pickWords(isPicked)}
        </Button>
      )}
    </>
  );
}

/** `/admin-panel/view-book/{school}/{work}`: a work as strangers read it, with what is known of it. */
export function WorkTextScreen({ tenantId, workId, text, api = apiClient }: WorkTextScreenProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(panelWorkEndpoints.readWork, { params: { tenantId, workId } }, { signal }),
    [api, tenantId, workId],
  );
  const { status, value: work, busy, isGone, reload } = useAnswer(load);
  return (
    <Screen
      title={work ? titleOf({ title: work.text.title, kind: work.kind }) : 'View a book'}
      description={work && <bdi>{work.tenant.school_name}</bdi>}
      breadcrumb={<BackLink to={panelPaths.allBooks()}>All books</BackLink>}
      actions={work && <Actions work={work} api={api} isRead={text !== null} />}
    >
      {(status === 'unreachable' || status === 'failed') && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          way={{ to: panelPaths.allBooks(), label: 'Back to all books' }}
          failed="This could not be fetched"
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
      {work && (
        <div className={styles.columns}>
          {text && <WatchedText item={work} {...text} />}
          <CardSection title="Facts">
            <WorkFacts work={work} />
          </CardSection>
        </div>
      )}
    </Screen>
  );
}
