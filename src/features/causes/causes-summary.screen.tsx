import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import type { CauseState } from '#contract/causes/causes.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardList, CardRow, WaitingCards } from '#src/ui/card-list.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { NumberTiles } from '#src/ui/number-tiles.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { CausesMissing } from './causes-missing.tsx';
import { causeStateWords } from './causes.words.ts';
import { PayoutsSection } from './payouts.section.tsx';

const counted = ['submitted', 'open', 'paused', 'draft'] as const satisfies readonly CauseState[];
/** Causes to check that are shown on the page. */
const room = 10;

/** `charities-dashboard`: how many causes there are in each state, and those that wait to be checked, and payouts. */
export function CausesSummaryScreen({ api = apiClient }: { api?: ApiClient }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const pages = await Promise.all(
        counted.map((state) =>
          api.call(
            causeEndpoints.listOwn,
            { query: { state, limit: state === 'submitted' ? room : 1 } },
            { signal },
          ),
        ),
      );
      const count = (state: CauseState) => pages[counted.findIndex((each) => each === state)]?.count ?? 0;
      return {
        numbers: counted.map((state) => ({ state, count: count(state) })),
        waiting: pages[0]?.results ?? [],
      };
    },
    [api],
  );
  const answer = useAnswer(load);
  const { value, status } = answer;
  return (
    <Screen
      title="Causes"
      description="You check a cause before it opens."
      actions={
        <Button
          component={Link}
          to={paths.platform.causes()}
          rightSection={<IconArrowRight size={20} aria-hidden />}
        >
          All causes
        </Button>
      }
    >
      {value === null && (status === 'unreachable' || status === 'failed') ? (
        <CausesMissing answer={answer} status={status} />
      ) : (
        <>
          <NumberTiles
            tiles={counted.map((state) => ({
              label: causeStateWords[state],
              value: value?.numbers.find((each) => each.state === state)?.count ?? null,
              to: paths.platform.causes({ state }),
            }))}
          />
          <CardSection title="To check">
            {value === null ? (
              <WaitingCards />
            ) : value.waiting.length === 0 ? (
              <Text>No cause is waiting to be checked.</Text>
            ) : (
              <CardList>
                {value.waiting.map(({ id, name, owner, summary }) => (
                  <CardRow
                    key={id}
                    actions={
                      <Button
                        component={Link}
                        to={paths.platform.cause({ charityId: id })}
                        variant="default"
                        aria-label={`Check ${name}`}
                      >
                        Check
                      </Button>
                    }
                  >
                    <Text fw={600}>
                      <bdi>{name}</bdi>
                    </Text>
                    <Text dir="auto">{summary}</Text>
                    <Text c="dimmed">
                      Named by <bdi>{owner}</bdi>
                    </Text>
                  </CardRow>
                ))}
              </CardList>
            )}
          </CardSection>
        </>
      )}
      <PayoutsSection api={api} />
    </Screen>
  );
}
