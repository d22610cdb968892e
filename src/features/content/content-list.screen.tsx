import { Button, Group, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { goalNames } from '#src/lib/goals.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { ListFilter, ListFilters } from '#src/ui/list-filters.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { Article } from './article.tsx';
import type { ContentSlots } from './blocks/block.tsx';
import { ContentCards } from './content-cards.tsx';
import { WaitingPage } from './content.screen.tsx';
import { useCards, usePageOf, type CardFilters } from './use-content.ts';
import styles from './content.module.css';

const ages = ['5-7', '8-10', '11-14'].map((age) => ({ value: age, label: age.replace('-', ' to ') }));
const goals = goalNames.map((name, place) => ({ value: String(place + 1), label: `${place + 1}. ${name}` }));
const among = (choices: readonly { value: string }[], value: string | null) =>
  choices.some((choice) => choice.value === value) ? value : null;

interface ContentListScreenProps {
  kind: ContentKind;
  /** Of the page with the words above the list. */
  slug: string;
  /** What the list holds, for those who do not see it: "Courses". */
  label: string;
  /** Whether it can be narrowed down by goal and age. */
  filters: boolean;
  /** Said where nothing stands in it yet. */
  empty: string;
  slots: ContentSlots;
  foot?: ReactNode;
  api?: ApiClient;
}

function Filters({
  filters,
  onChange,
}: {
  filters: CardFilters;
  onChange: (change: Partial<CardFilters>) => void;
}) {
  return (
    <ListFilters
      label="Filters"
      narrowed={filters.goal !== null || filters.age !== null}
      onClear={() => onChange({ goal: null, age: null })}
    >
      <ListFilter
        label="Goal"
        any="Any goal"
        value={filters.goal}
        choices={goals}
        onChange={(goal) => onChange({ goal })}
      />
      <ListFilter
        label="Age"
        any="Any age"
        value={filters.age}
        choices={ages}
        onChange={(age) => onChange({ age })}
      />
    </ListFilters>
  );
}

/** The pages of a kind below the words about them. */
export function ContentListScreen(props: ContentListScreenProps) {
  const { kind, slug, label, empty, slots, foot, api = apiClient } = props;
  const [address, setAddress] = useAddress();
  const filters = { goal: among(goals, address.get('goal')), age: among(ages, address.get('age')) };
  const page = usePageOf(api, { kind: 'page', slug });
  const cards = useCards(api, kind, filters);
  const narrow = (change: Partial<CardFilters>) =>
    setAddress(withParts({ ...change }), { preventScrollReset: true });
  const top = page.value?.card.slug === slug ? page.value : null;
  const failed = [page, cards].find(
    ({ value, status }) => value === null && status !== 'loading' && status !== 'ready',
  );
  if (failed && (failed.status === 'failed' || failed.status === 'unreachable'))
    return (
      <Screen title={label}>
        <AnswerMissing
          status={failed.status}
          busy={page.busy || cards.busy}
          isGone={failed.isGone}
          failed={`${label} could not be fetched`}
          unreachable={`This page shows up here ${asSoonAsReached}.`}
          onRetry={() => {
            page.reload();
            cards.reload();
          }}
        />
      </Screen>
    );
  if (top === null) return <WaitingPage />;
  const isNarrowed = filters.goal !== null || filters.age !== null;
  return (
    <Article
      page={top}
      slots={slots}
      note={page.as_of !== null && <KeptNote asOf={page.as_of} onRetry={page.reload} busy={page.busy} />}
    >
      <section className={styles.list} aria-label={label} aria-busy={cards.busy}>
        {props.filters && <Filters filters={filters} onChange={narrow} />}
        {cards.value === null ? (
          // As high as the window: what stands below is not seen to move when the list comes.
          <Skeleton height="100vh" role="status" aria-label="Loading" />
        ) : cards.value.results.length > 0 ? (
          <ContentCards cards={cards.value.results} label={label} />
        ) : (
          <EmptyState
            picture={<NothingFoundIllustration />}
            title={isNarrowed ? 'Nothing fits all of this' : 'Nothing is here yet'}
            text={isNarrowed ? 'Try another goal or another age.' : empty}
            action={
              isNarrowed && (
                <Group justify="center">
                  <Button variant="default" onClick={() => narrow({ goal: null, age: null })}>
                    Show everything
                  </Button>
                </Group>
              )
            }
          />
        )}
      </section>
      {foot}
    </Article>
  );
}
