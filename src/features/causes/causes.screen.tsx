import { Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import type { ListedCause } from '#contract/causes/causes.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptList } from '#src/session/use-kept-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { WaitingCards } from '#src/ui/card-list.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { usePages } from '#src/ui/use-pages.ts';
import { CausesMissing } from './causes-missing.tsx';
import { CausePicture } from './cause-picture.tsx';
import { GoalBar } from './goal-bar.tsx';
import styles from './causes.module.css';

const pageSize = 24;
const keys = ['name'];
const byName = { key: 'name', descending: false };

function CauseCard({ cause }: { cause: ListedCause }) {
  return (
    <li className={styles.card}>
      <CausePicture picture={cause.picture} />
      <div className={styles.words}>
        <Title order={2} size="h3" dir="auto">
          <Link to={paths.causes({ place: cause.slug })} className={styles.whole}>
            {cause.name}
          </Link>
        </Title>
        <Text dir="auto">{cause.summary}</Text>
        <GoalBar cause={cause} />
      </div>
    </li>
  );
}

/** `/charities/`: what books can collect for. */
export function CausesScreen({ api = apiClient }: { api?: ApiClient }) {
  const list = useListState(keys, byName);
  const { page } = list;
  const answer = useKeptList(api, causeEndpoints.list, { name: 'causes', page, size: pageSize }, {});
  const { value, status, busy, reload, as_of } = answer;
  const pages = usePages(answer, list, pageSize);
  return (
    <Screen title="Causes" description="What the books of children raise money for.">
      {value === null && (status === 'unreachable' || status === 'failed') ? (
        <CausesMissing answer={answer} status={status} />
      ) : value === null ? (
        <WaitingCards />
      ) : value.count === 0 ? (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="There is no cause yet"
          text="As soon as one is open, books can collect for it."
        />
      ) : (
        <>
          {as_of !== null && <KeptNote asOf={as_of} onRetry={reload} busy={busy} />}
          <PracticeBand is_test={value.results[0]?.is_test ?? false} />
          <ul className={styles.cards} aria-label="Causes" aria-busy={busy}>
            {value.results.map((cause) => (
              <CauseCard key={cause.id} cause={cause} />
            ))}
          </ul>
          <Pager
            page={page}
            pages={pages}
            pageSize={pageSize}
            count={value.count}
            noun={['cause', 'causes']}
            onPage={list.goTo}
          />
        </>
      )}
    </Screen>
  );
}
