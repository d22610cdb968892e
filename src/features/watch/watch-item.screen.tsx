import { Button, Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import type { WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useWatchItem, type WatchPlace } from './use-watch-item.ts';
import { decisionsAbout, decisionWords, type Decision } from './watch-decisions.ts';
import { WatchDecisionForm } from './watch-decision.form.tsx';
import { WatchAside } from './watch-aside.tsx';
import { WatchStanding } from './watch-standing.tsx';
import { WatchChanges, WatchedText } from './watch-text.tsx';
import { nameOfWatched } from './watch.words.ts';
import styles from './watch.module.css';

interface WatchItemScreenProps extends WatchPlace {
  /** A page or a chapter as readers have it. */
  draw: (document: WorkDocument) => ReactNode;
  /** The cover, by its hash. */
  drawCover: (sha256: string, title: string) => ReactNode;
  onDecided: () => void;
  api?: ApiClient;
}

const toQueue = <BackLink to={panelPaths.bookMonitoring()}>Book monitoring</BackLink>;

/** What was typed for a decision before the item was looked at again. */
type Typed = Partial<Record<Decision, string>>;

type ItemPageProps = Omit<WatchItemScreenProps, 'tenantId' | 'workId'> & {
  item: WatchItem;
  api: ApiClient;
  typed: Typed;
  onLookAgain: (typed?: Typed) => void;
};

function ItemPage({ item, typed, onDecided, onLookAgain, api, ...shown }: ItemPageProps) {
  const { draw, drawCover } = shown;
  const deciding = useDialog<Decision>();
  const name = nameOfWatched(item, item.text?.title);
  const isMine = item.claim === null || item.claim.is_mine;
  const decisions = isMine ? decisionsAbout(item) : [];
  return (
    <Screen
      title={name}
      description={`${item.school_name}${item.text && item.text.byline !== '' ? `, by ${item.text.byline}` : ''}`}
      breadcrumb={toQueue}
      actions={decisions.map((decision, place) => {
        const { title, danger } = decisionWords(decision, item);
        const isMain = place === decisions.length - 1;
        return (
          <Button
            key={decision}
            variant={isMain ? 'filled' : danger ? 'outline' : 'default'}
            {...(danger && { color: 'red' })}
            onClick={() => deciding.open(decision)}
          >
            {title}
          </Button>
        );
      })}
    >
      <div className={styles.columns}>
        <div className={styles.cards}>
          <WatchStanding item={item} onLookAgain={() => onLookAgain()} />
          <WatchChanges item={item} />
          <WatchedText item={item} draw={draw} drawCover={drawCover} />
        </div>
        <WatchAside item={item} />
      </div>
      <FormModal
        opened={deciding.opened}
        title={deciding.subject ? decisionWords(deciding.subject, item).title : ''}
        onClose={deciding.close}
      >
        {deciding.subject && (
          <WatchDecisionForm
            decision={deciding.subject}
            item={item}
            api={api}
            typed={typed[deciding.subject] ?? ''}
            onDecided={() => {
              deciding.close();
              onDecided();
            }}
            onLookAgain={(reason) => {
              deciding.close();
              if (deciding.subject) onLookAgain({ [deciding.subject]: reason });
            }}
          />
        )}
      </FormModal>
    </Screen>
  );
}

/** `/admin-panel/book-monitoring/{school}/{work}`: one work with why it is here, and what can be decided. */
export function WatchItemScreen({ tenantId, workId, api = apiClient, ...page }: WatchItemScreenProps) {
  const { status, value, busy, isGone, reload } = useWatchItem(api, { tenantId, workId });
  const [typed, setTyped] = useState<Typed>({});
  const lookAgain = (words: Typed = {}) => {
    setTyped({ ...typed, ...words });
    reload();
  };
  if (value) return <ItemPage item={value} api={api} typed={typed} onLookAgain={lookAgain} {...page} />;
  return (
    <Screen title="Book monitoring" breadcrumb={toQueue}>
      {status === 'loading' ? (
        <Skeleton height={320} role="status" aria-label="Loading" />
      ) : (
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={isGone}
          way={{ to: panelPaths.bookMonitoring(), label: 'Back to book monitoring' }}
          failed="This could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
    </Screen>
  );
}
