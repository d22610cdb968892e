import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ContentCard } from '#contract/content/content.schema.ts';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Article } from './article.tsx';
import type { ContentSlots } from './blocks/block.tsx';
import { usePageOf } from './use-content.ts';
import styles from './content.module.css';

export function WaitingPage() {
  return (
    <div className={styles.page} role="status" aria-label="Loading">
      <Skeleton height={44} width="60%" mt={32} />
      <Skeleton height={24} width="90%" mt={16} />
      <Skeleton height={160} mt={40} />
      <Skeleton height={160} mt={24} />
    </div>
  );
}

interface ContentScreenProps {
  kind: ContentKind;
  slug: string;
  slots: ContentSlots;
  breadcrumb?: ReactNode;
  /** What stands at its end. */
  foot?: ReactNode;
  /** What stands in the place of the page. */
  instead?: ((card: ContentCard) => ReactNode) | null;
  /** Shown where there is no such page. */
  notFound: ReactNode;
  api?: ApiClient;
}

/** One page, as whoever looks may read it. */
export function ContentScreen({
  kind,
  slug,
  slots,
  breadcrumb,
  foot,
  instead = null,
  notFound,
  api = apiClient,
}: ContentScreenProps) {
  const { value, status, busy, isGone, reload, as_of } = usePageOf(api, { kind, slug });
  // While another page is on its way the last one is not shown under its address.
  const page = value?.card.slug === slug && value.card.kind === kind ? value : null;
  if (isGone) return notFound;
  if (page === null && (status === 'failed' || status === 'unreachable'))
    return (
      <Screen title="Page" breadcrumb={breadcrumb}>
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={false}
          failed="This page could not be fetched"
          unreachable={`This page shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      </Screen>
    );
  if (page === null) return <WaitingPage />;
  if (instead) return instead(page.card);
  return (
    <Article
      page={page}
      slots={slots}
      breadcrumb={breadcrumb}
      note={as_of !== null && <KeptNote asOf={as_of} onRetry={reload} busy={busy} />}
    >
      {foot}
    </Article>
  );
}
